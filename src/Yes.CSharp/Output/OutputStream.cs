namespace Yes.CSharp;

/// <summary>Standard output as a stream. Each write returns when all its bytes are written.</summary>
/// <remarks>
/// The stream of Console.OpenStandardOutput() reports success when the reader has closed the pipe, so
/// <c>yes | head</c> would never end. A FileStream keeps an offset of its own and throws on EAGAIN.
/// </remarks>
internal sealed class OutputStream : Stream
{
    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    /// <exception cref="OutputException">Standard output accepts no more bytes.</exception>
    public override void Write(ReadOnlySpan<byte> buffer) => StandardStreams.Write(buffer);

    /// <inheritdoc/>
    /// <exception cref="OutputException">Standard output accepts no more bytes.</exception>
    public override void Write(byte[] buffer, int offset, int count) =>
        StandardStreams.Write(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override void Flush() { }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();
}
