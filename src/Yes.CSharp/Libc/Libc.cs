using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>
/// The functions of the C library that this program calls, under their own names: see their manual pages.
/// </summary>
/// <remarks>Each returns what the C function returns. Where that is -1, LastErrno has the reason.</remarks>
internal static unsafe partial class Libc
{
    /// <summary>write(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint write(int fd, byte* buf, nuint count);

    /// <summary>pread(2); its offset is a long, which has 64 bits wherever NativeAOT runs on Linux.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint pread(int fd, byte* buf, nuint count, nint offset);

    /// <summary>open(2), without a mode: it creates nothing here.</summary>
    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int open(string pathname, int flags);

    /// <summary>close(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int close(int fd);

    /// <summary>fcntl(2), with the commands that take an int or nothing.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int fcntl(int fd, int cmd, int arg);

    /// <summary>poll(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int poll(pollfd* fds, nuint nfds, int timeout);

    /// <summary>signal(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint signal(int signum, nint handler);

    /// <summary>sigprocmask(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int sigprocmask(int how, ulong* set, ulong* oldset);

    /// <summary>prctl(2), with an operation that takes a number.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int prctl(int op, nuint arg2);

    /// <summary>nanosleep(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int nanosleep(timespec* duration, timespec* rem);

    /// <summary>pipe2(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int pipe2(int* pipefd, int flags);

    /// <summary>socketpair(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int socketpair(int domain, int type, int protocol, int* sv);

    /// <summary>send(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint send(int sockfd, byte* buf, nuint len, int flags);

    /// <summary>isatty(3)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int isatty(int fd);

    /// <summary>statx(2), whose structure is the same on every architecture.</summary>
    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int statx(int dirfd, string pathname, int flags, uint mask, statx_t* statxbuf);

    // tee, splice and vmsplice take less time than a P/Invoke's GC transition, so they go without one. It
    // would let another thread collect garbage meanwhile, and no other thread makes any.

    /// <summary>tee(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    [SuppressGCTransition]
    internal static partial nint tee(int fd_in, int fd_out, nuint len, uint flags);

    /// <summary>splice(2), without offsets: they are for files.</summary>
    [LibraryImport("libc", SetLastError = true)]
    [SuppressGCTransition]
    internal static partial nint splice(
        int fd_in,
        nint off_in,
        int fd_out,
        nint off_out,
        nuint len,
        uint flags
    );

    /// <summary>vmsplice(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    [SuppressGCTransition]
    internal static partial nint vmsplice(int fd, iovec* iov, nuint nr_segs, uint flags);

#pragma warning disable CS8981 // The C names, as everywhere in this file.
    /// <summary>struct pollfd of poll(2).</summary>
    internal struct pollfd
    {
        /// <summary>The descriptor to watch.</summary>
        public int fd;

        /// <summary>What to wait for.</summary>
        public short events;

        /// <summary>What was there.</summary>
        public short revents;
    }

    /// <summary>struct timespec of timespec(3type).</summary>
    internal struct timespec
    {
        /// <summary>Seconds.</summary>
        public nint tv_sec;

        /// <summary>Nanoseconds, less than a second of them.</summary>
        public nint tv_nsec;
    }

    /// <summary>struct iovec of readv(2).</summary>
    internal struct iovec
    {
        /// <summary>Where the bytes begin.</summary>
        public byte* iov_base;

        /// <summary>How many there are.</summary>
        public nuint iov_len;
    }

    /// <summary>struct statx of statx(2), as far as it is read here.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    internal struct statx_t
    {
        /// <summary>The type of the file, and its permissions.</summary>
        [FieldOffset(28)]
        public ushort stx_mode;

        /// <summary>The major number of the device that the file is.</summary>
        [FieldOffset(128)]
        public uint stx_rdev_major;

        /// <summary>The minor number of the device that the file is.</summary>
        [FieldOffset(132)]
        public uint stx_rdev_minor;
    }
#pragma warning restore CS8981

    // Linux's values, which its architectures share; the tests compare them with the C headers.
    internal const int O_RDONLY = 0;
    internal const int O_WRONLY = 1;
    internal const int O_ACCMODE = 3;
    internal const int O_NONBLOCK = 0x800;
    internal const int O_CLOEXEC = 0x80000;
    internal const int FD_CLOEXEC = 1;
    internal const int F_GETFD = 1;
    internal const int F_GETFL = 3;
    internal const int F_SETPIPE_SZ = 1031;
    internal const int F_GETPIPE_SZ = 1032;
    internal const short POLLOUT = 4;
    internal const int AT_EMPTY_PATH = 0x1000;
    internal const uint STATX_BASIC_STATS = 0x7ff;
    internal const int S_IFMT = 0xf000;
    internal const int S_IFIFO = 0x1000;
    internal const int S_IFCHR = 0x2000;
    internal const int S_IFREG = 0x8000;
    internal const int S_IFSOCK = 0xc000;
    internal const int AF_UNIX = 1;
    internal const int SOCK_STREAM = 1;
    internal const int SOCK_NONBLOCK = O_NONBLOCK;
    internal const int SOCK_CLOEXEC = O_CLOEXEC;
    internal const int MSG_NOSIGNAL = 0x4000;
    internal const uint SPLICE_F_NONBLOCK = 2;
    internal const int PR_SET_TIMERSLACK = 29;
    internal const int SIGFPE = 8;
    internal const int SIGSEGV = 11;
    internal const int SIGPIPE = 13;
    internal const int SIGCONT = 18;
    internal const nint SIG_DFL = 0;
    internal const int SIG_UNBLOCK = 1;

    /// <summary>The errno of the last of these calls.</summary>
    internal static Errno LastErrno() => (Errno)Marshal.GetLastPInvokeError();

    /// <summary>The words of the C library for an errno, in the C locale: strerror(3).</summary>
    internal static string strerror(Errno errno) => Marshal.GetPInvokeErrorMessage((int)errno);
}
