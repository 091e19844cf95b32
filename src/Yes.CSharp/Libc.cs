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

    /// <summary>signal(2), under the name that the project file has the linker give it.</summary>
    [LibraryImport("libc", EntryPoint = "__real_signal", SetLastError = true)]
    internal static partial nint signal(int signum, nint handler);

    /// <summary>struct pollfd of poll(2).</summary>
#pragma warning disable CS8981 // The C name, as everywhere in this file.
    internal struct pollfd
#pragma warning restore CS8981
    {
        /// <summary>The descriptor to watch.</summary>
        public int fd;

        /// <summary>What to wait for.</summary>
        public short events;

        /// <summary>What was there.</summary>
        public short revents;
    }

    // The values are those of Linux, which its architectures share.
    internal const int O_RDONLY = 0;
    internal const int O_WRONLY = 1;
    internal const int O_CLOEXEC = 0x80000;
    internal const int F_GETFD = 1;
    internal const short POLLOUT = 4;
    internal const int SIGPIPE = 13;
    internal const nint SIG_DFL = 0;
    internal const int EINTR = 4;
    internal const int EAGAIN = 11;

    /// <summary>The C library's words for an errno, in the C locale: what strerror(3) says.</summary>
    internal static string strerror(int errno) => Marshal.GetPInvokeErrorMessage(errno);
}
