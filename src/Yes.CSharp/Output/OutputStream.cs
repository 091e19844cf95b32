namespace Yes.CSharp;

/// <summary>A stream that either writes all bytes to standard output or throws FailureException.</summary>
/// <remarks>
/// The stream from Console.OpenStandardOutput() ignores a broken pipe, so <c>yes | head</c> would never end.
/// A FileStream keeps its own offset and throws on EAGAIN.
/// </remarks>
internal sealed class OutputStream : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> buffer) => StandardOutput.Write(buffer);

    public override void Write(byte[] buffer, int offset, int count) =>
        StandardOutput.Write(buffer.AsSpan(offset, count));

    public override void Flush() { }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
