using System.Runtime.CompilerServices;

namespace Yes.CSharp;

internal static class Descriptor
{
    /// <summary>Whether the caller has opened a standard descriptor for writing.</summary>
    internal static bool IsWritable(int fd)
    {
        if (OperatingSystem.IsWindows())
        {
            return true;
        }

        // If the caller has closed a descriptor, the .NET runtime may have opened another file on it. The
        // runtime marks its descriptors close-on-exec. An inherited descriptor never has that mark.
        if (RuntimeFeature.IsDynamicCodeSupported && Libc.fcntl(fd, Libc.F_GETFD, 0) == Libc.FD_CLOEXEC)
        {
            return false;
        }

        var mode = Libc.fcntl(fd, Libc.F_GETFL, 0);
        return mode == -1 ? Libc.LastError() != Errno.EBADF : (mode & Libc.O_ACCMODE) != Libc.O_RDONLY;
    }
}
