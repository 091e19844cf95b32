using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;

namespace Yes.CSharp;

/// <summary>
/// The functions and structures of the C library that this program uses, under their C names.
/// </summary>
/// <remarks>
/// If a function returns -1, LastError returns the error. Callers say why their pointers are safe.
/// </remarks>
internal static unsafe partial class Libc
{
    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint write(int fd, ReadOnlySpan<byte> buf, nuint count);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int close(int fd);

    /// <summary>fcntl(2), for commands that take an int or no argument.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int fcntl(int fd, int cmd, int arg);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int poll(ref pollfd fds, nuint nfds, int timeout);

    /// <summary>prctl(2), for operations whose second argument is a number.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int prctl(int op, nuint arg2);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int nanosleep(ref timespec duration, nint rem);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int pipe2(Span<int> pipefd, int flags);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int socket(int domain, int type, int protocol);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int socketpair(int domain, int type, int protocol, Span<int> sv);

    /// <summary>getsockopt(2), for options whose value is an int.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int getsockopt(
        int sockfd,
        int level,
        int optname,
        out int optval,
        ref int optlen
    );

    /// <summary>setsockopt(2), for options whose value is an int.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int setsockopt(int sockfd, int level, int optname, ref int optval, int optlen);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint tee(int fd_in, int fd_out, nuint len, uint flags);

    /// <summary>splice(2). The offsets must be 0, because pipes and sockets have none.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint splice(
        int fd_in,
        nint off_in,
        int fd_out,
        nint off_out,
        nuint len,
        uint flags
    );

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint vmsplice(int fd, iovec* iov, nuint nr_segs, uint flags);

#pragma warning disable CS8981 // The types have their C names, like everything in this file.
    internal struct pollfd
    {
        public int fd;
        public short events;
        public short revents;
    }

    internal struct timespec
    {
        public nint tv_sec;
        public nint tv_nsec;
    }

    internal struct iovec
    {
        public byte* iov_base;
        public nuint iov_len;
    }
#pragma warning restore CS8981

    // These are the values that Linux uses on x64 and arm64. The tests compare them with the C headers.
    internal const int STDOUT_FILENO = 1;
    internal const int STDERR_FILENO = 2;
    internal const int O_RDONLY = 0;
    internal const int O_ACCMODE = 3;
    internal const int O_NONBLOCK = 0x800;
    internal const int O_CLOEXEC = 0x80000;
    internal const int FD_CLOEXEC = 1;
    internal const int F_GETFD = 1;
    internal const int F_GETFL = 3;
    internal const int F_SETPIPE_SZ = 1031;
    internal const int F_GETPIPE_SZ = 1032;
    internal const short POLLOUT = 4;
    internal const int AF_UNIX = 1;
    internal const int SOL_SOCKET = 1;
    internal const int SO_TYPE = 3;
    internal const int SO_SNDBUF = 7;
    internal const int SO_DOMAIN = 39;
    internal const int SOCK_STREAM = 1;
    internal const int SOCK_NONBLOCK = O_NONBLOCK;
    internal const int SOCK_CLOEXEC = O_CLOEXEC;
    internal const uint SPLICE_F_NONBLOCK = 2;
    internal const int PR_SET_TIMERSLACK = 29;

    /// <summary>The errno from the most recent call, which must have failed.</summary>
    internal static ErrorCode LastError() =>
        Marshal.GetLastPInvokeError() is not 0 and var errno
            ? (ErrorCode)errno
            : throw new UnreachableException("A call failed with errno 0.");

    /// <summary>The error from a call that returned -1 or 0.</summary>
    /// <remarks>
    /// GNU's full_write treats 0 as ENOSPC, because the next call would return 0 as well. This method does
    /// the same. <see cref="Tee"/> itself handles the case in which another process fills the pipe and tee(2)
    /// returns 0.
    /// </remarks>
    internal static ErrorCode ErrorOf(nint result) =>
        result != 0 ? LastError()
        : OperatingSystem.IsWindows() ? (ErrorCode)112 // ERROR_DISK_FULL
        : ErrorCode.ENOSPC;

    /// <summary>
    /// The message from strerror(3) in the C locale. On Windows, it can be in any language. Each character
    /// stands for one byte of UTF-8, because <see cref="StandardError"/> encodes messages in Latin-1.
    /// </summary>
    internal static string strerror(ErrorCode errno) =>
        Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(Marshal.GetPInvokeErrorMessage((int)errno)));
}

/// <summary>A Linux errno. On Windows, the value is a code from winerror.h.</summary>
internal enum ErrorCode
{
    None = 0,
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOSPC = 28,
    EPIPE = 32,
    ENETDOWN = 100,
    EHOSTUNREACH = 113,
}
