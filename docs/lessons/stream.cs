// Writes to a custom stream, which reports failed writes.
//
//     dotnet run stream.cs | pv > /dev/null
//
// The console's stream hides that a pipe is closed, and repeats a write of 0 bytes forever. naive.cs restores
// SIGPIPE, but then every closed pipe or socket ends the whole program. A FileStream fails if a non-blocking
// pipe is full, and keeps its own position in a file, so the date would overwrite the output in
// `(program; date) > file`. The stream below has none of these flaws. `streamwriter` uses such a stream.

#:property AllowUnsafeBlocks=true
#:property PublishAot=false

using System.Runtime.InteropServices;

const int EPIPE = 32;
try
{
    using var output = new StreamWriter(new StandardOutput(), bufferSize: 8 * 1024);
    while (true)
    {
        output.WriteLine("y");
    }
}
catch (IOException error)
{
    // If the reader has exited, return the status that a shell reports for a program that SIGPIPE has killed.
    Console.Error.Write(error.HResult == EPIPE ? "" : $"{error.Message}\n");
    return error.HResult == EPIPE ? 141 : 1;
}

internal sealed partial class StandardOutput : Stream
{
    private const int EINTR = 4;
    private const int EBADF = 9;
    private const int EAGAIN = 11;
    private const int ENOSPC = 28;
    private const int F_GETFD = 1;
    private const int FD_CLOEXEC = 1;

    internal StandardOutput()
    {
        // If the caller has closed standard output, the runtime may have opened a pipe of its own in its
        // place. The runtime marks its pipes close-on-exec. Inherited files never have this mark.
        if (fcntl(fd: 1, F_GETFD, 0) == FD_CLOEXEC)
        {
            throw Failure(EBADF);
        }
    }

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
            var written = write(fd: 1, buffer, (nuint)buffer.Length);
            var error = written == 0 ? ENOSPC : Marshal.GetLastPInvokeError();
            buffer = buffer[(int)Math.Max(written, 0)..];
            if (written < 0 && error is EAGAIN or EINTR)
            {
                // A non-blocking pipe is full, and .NET has no method that waits for the reader.
                Thread.Sleep(1);
            }
            else if (written <= 0)
            {
                throw Failure(error);
            }
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() { }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private static IOException Failure(int error) => new(Marshal.GetPInvokeErrorMessage(error), error);

    [LibraryImport("libc")]
    private static partial int fcntl(int fd, int cmd, int arg);

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint write(int fd, ReadOnlySpan<byte> buf, nuint count);
}
