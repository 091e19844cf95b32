// Writes to a custom stream, which reports every error.
//
//     dotnet run stream.cs | pv > /dev/null
//     dotnet run stream.cs 10
//
// .NET has two streams for standard output, and each has a flaw. The console's stream hides that a pipe is
// closed. lines.cs therefore restores SIGPIPE, but then every closed pipe or socket ends the whole program. A
// FileStream keeps its own position in a file, so `(program; date) > file` would overwrite its output with
// the date. The stream below has neither flaw. In all kept runs of the benchmark, `streamwriter`, which uses
// such a stream, is at least 50 times as fast as `console`.
//
// A small program that starts no other programs and uses no network can use lines.cs instead.

// LibraryImport requires AllowUnsafeBlocks. Native compilation is off, because it requires a download.
#:property AllowUnsafeBlocks=true
#:property PublishAot=false

using System.Runtime.InteropServices;

const int EPIPE = 32;

var count = args is [var number] && long.TryParse(number, out var lines) ? lines : long.MaxValue;
try
{
    using var output = new StreamWriter(new StandardOutput(), bufferSize: 8 * 1024);
    for (; count > 0; count--)
    {
        output.WriteLine("y");
    }

    return 0;
}
catch (IOException error) when (error.HResult == EPIPE)
{
    // The reader has exited. A shell reports the same status for a program that SIGPIPE has killed.
    return 141;
}
catch (IOException error)
{
    Console.Error.WriteLine(error.Message);
    return 1;
}

internal sealed partial class StandardOutput : Stream
{
    private const int EINTR = 4;
    private const int STDOUT_FILENO = 1;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (!buffer.IsEmpty)
        {
            // write(2) may write only the first part, for example because the disk is nearly full.
            var written = write(STDOUT_FILENO, buffer, (nuint)buffer.Length);
            if (written >= 0)
            {
                buffer = buffer[(int)written..];
            }
            else if (Marshal.GetLastPInvokeError() is var error and not EINTR)
            {
                throw new IOException(Marshal.GetPInvokeErrorMessage(error), error);
            }
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() { }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint write(int fd, ReadOnlySpan<byte> buf, nuint count);
}
