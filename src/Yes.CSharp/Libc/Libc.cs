using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>
/// The functions and structures of the C library that this program uses, under their C names.
/// </summary>
/// <remarks>
/// LastError returns the error after a function declared with SetLastError has returned -1.
/// </remarks>
internal static partial class Libc
{
    internal static nint write(int fd, ReadOnlySpan<byte> buf) => write(fd, buf, (nuint)buf.Length);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int close(int fd);

    /// <summary>fcntl(2), for commands that take an int or no argument.</summary>
    /// <remarks>
    /// In C, fcntl is variadic. On Apple's arm64, variadic functions expect the int in another place.
    /// </remarks>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int fcntl(int fd, int cmd, int arg);

    [LibraryImport("libc")]
    internal static partial nint lseek(int fd, nint offset, int whence);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int poll(ref pollfd fds, nuint nfds, int timeout);

    /// <summary>prctl(2), for operations whose second argument is a number.</summary>
    [LibraryImport("libc")]
    internal static partial int prctl(int op, nuint arg2);

    [LibraryImport("libc")]
    internal static partial int nanosleep(ref timespec duration, nint rem);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int pipe2(out DescriptorPair pipefd, int flags);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int socketpair(int domain, int type, int protocol, out DescriptorPair sv);

    /// <summary>getsockopt(2), for options whose value is an int.</summary>
    [LibraryImport("libc")]
    internal static partial int getsockopt(int fd, int level, int optname, out int optval, ref int optlen);

    /// <summary>ioctl(2), for requests that return an int.</summary>
    [LibraryImport("libc")]
    internal static partial int ioctl(int fd, nuint op, out int value);

    [LibraryImport("libc")]
    internal static partial int sched_yield();

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint tee(int fd_in, int fd_out, nuint len, uint flags);

    /// <summary>splice(2). The offsets must be 0, because pipes and sockets have no offset.</summary>
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
    internal static partial nint vmsplice(int fd, in iovec iov, nuint nr_segs, uint flags);

    /// <summary>The two file descriptors of a pipe or of two connected sockets, an array in C.</summary>
    internal readonly struct DescriptorPair : IDisposable
    {
        /// <summary>The descriptor to read from.</summary>
        internal readonly int ReadEnd;

        /// <summary>The descriptor to write to.</summary>
        internal readonly int WriteEnd;

        public void Dispose()
        {
            _ = close(ReadEnd);
            _ = close(WriteEnd);
        }
    }

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
        public nint iov_base;
        public nuint iov_len;
    }
#pragma warning restore CS8981

    /// <summary>Whether this platform defines the constants below as Linux does on x64 and arm64.</summary>
    /// <remarks>If not, the program calls only functions that POSIX defines.</remarks>
    internal static bool IsKnownLinux =>
        OperatingSystem.IsLinux()
        && RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;

    // The tests compare these values with the C headers.
    internal const int STDOUT_FILENO = 1;
    internal const int STDERR_FILENO = 2;
    internal const int SEEK_CUR = 1;
    internal const int O_RDONLY = 0;
    internal const int O_ACCMODE = 3;
    internal const int O_NONBLOCK = 0x800;
    internal const int O_CLOEXEC = 0x80000;
    internal const int FD_CLOEXEC = 1;
    internal const int F_GETFD = 1;
    internal const int F_GETFL = 3;
    internal const int F_SETPIPE_SZ = 1031;
    internal const int F_GETPIPE_SZ = 1032;
    internal const int PIPE_BUF = 4096;
    internal const short POLLIN = 1;
    internal const short POLLOUT = 4;
    internal const short POLLERR = 8;
    internal const short POLLHUP = 16;
    internal const int AF_UNIX = 1;
    internal const int SOL_SOCKET = 1;
    internal const int SO_TYPE = 3;
    internal const int SO_SNDBUF = 7;
    internal const int SO_DOMAIN = 39;
    internal const int SIOCOUTQ = 0x5411;
    internal const int SOCK_STREAM = 1;
    internal const int SOCK_NONBLOCK = O_NONBLOCK;
    internal const int SOCK_CLOEXEC = O_CLOEXEC;
    internal const uint SPLICE_F_NONBLOCK = 2;
    internal const int PR_SET_TIMERSLACK = 29;

    /// <summary>The errno from the most recent call, which must have failed.</summary>
    internal static Errno LastError() => (Errno)Marshal.GetLastPInvokeError();

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint write(int fd, ReadOnlySpan<byte> buf, nuint count);
}

/// <summary>The errors that this program distinguishes, under their C names.</summary>
internal enum Errno
{
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOSPC = 28,
    EPIPE = 32,

    /// <summary>EAGAIN on macOS and the BSDs. On Linux, no write fails with this number.</summary>
    EAGAIN_BSD = 35,
    ECONNRESET = 104,
}
