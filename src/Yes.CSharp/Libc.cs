using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>The C library's functions that this program calls, under their own names: see their manual pages.</summary>
/// <remarks>
/// Each returns what the C function returns. Where that is -1, <see cref="Marshal.GetLastPInvokeError"/> has the errno.
/// </remarks>
internal static unsafe partial class Libc
{
    /// <summary>write(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint write(int fd, byte* buf, nuint count);

    /// <summary>pread(2), with an offset of 64 bits as long is one wherever .NET runs on Linux with NativeAOT.</summary>
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
    internal static nint signal(int signum, nint handler) =>
        RuntimeFeature.IsDynamicCodeSupported
            ? signal_by_name(signum, handler)
            : __real_signal(signum, handler);

    /// <summary>signal(2) under dotnet.</summary>
    [LibraryImport("libc", EntryPoint = "signal", SetLastError = true)]
    private static partial nint signal_by_name(int signum, nint handler);

    /// <summary>signal(2) in the native executable, under the name that the project file has the linker give it.</summary>
    [LibraryImport("libc", SetLastError = true)]
    private static partial nint __real_signal(int signum, nint handler);

    /// <summary>sigprocmask(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    private static partial int sigprocmask(int how, ulong* set, ulong* oldset);

    /// <summary>Has a signal delivered again that the caller may have blocked.</summary>
    internal static void Unblock(int signum)
    {
        // sigset_t: a bit for each signal from 1 on, in Linux's C libraries 1024 of them, elsewhere fewer.
        var set = stackalloc ulong[1024 / 64];
        new Span<ulong>(set, 1024 / 64).Clear();
        set[0] = 1ul << (signum - 1);
        _ = sigprocmask(OperatingSystem.IsLinux() ? SIG_UNBLOCK : SIG_UNBLOCK_ELSEWHERE, set, null);
    }

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

    // The three calls that move data by reference take less time than the runtime's bookkeeping around a call that may
    // block, so they go without it. That bookkeeping lets another thread collect garbage meanwhile, and there is none
    // that makes any. The errno is Marshal.GetLastSystemError's then.

    /// <summary>tee(2)</summary>
    [LibraryImport("libc")]
    [SuppressGCTransition]
    internal static partial nint tee(int fd_in, int fd_out, nuint len, uint flags);

    /// <summary>splice(2), with no offsets: they are for files.</summary>
    [LibraryImport("libc")]
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
    [LibraryImport("libc")]
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

    // The values are those of Linux, which its architectures share.
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
    internal const int SIGFPE = 8;
    internal const int SIGSEGV = 11;
    internal const int SIGPIPE = 13;
    internal const nint SIG_DFL = 0;
    internal const int SIG_UNBLOCK = 1;
    internal const int SIG_UNBLOCK_ELSEWHERE = 2;

    /// <summary>The C library's words for an errno, in the C locale: what strerror(3) says.</summary>
    internal static string strerror(Errno errno) => Marshal.GetPInvokeErrorMessage((int)errno);
}
