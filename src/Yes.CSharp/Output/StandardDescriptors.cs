namespace Yes.CSharp;

/// <summary>Protects the standard file descriptors and writes to them.</summary>
/// <remarks>Loading System.Console instead would take longer than this program's whole startup.</remarks>
internal static class StandardDescriptors
{
    /// <summary>Bit n is set if descriptor n was not open for writing when the program started.</summary>
    private static int _notWritable;

    /// <summary>
    /// Puts a placeholder on each standard descriptor that the caller closed. Otherwise, a pipe or a socket
    /// that is opened later could become standard output by accident.
    /// </summary>
    /// <remarks>
    /// glibc does the same for set-user-ID programs in csu/check_fds.c. Under dotnet, the runtime may have
    /// opened another file on a closed descriptor. The runtime marks its descriptors close-on-exec. A
    /// descriptor that the program inherits never has that mark.
    /// </remarks>
    internal static void PutPlaceholders()
    {
        for (var fd = 0; fd <= Libc.STDERR_FILENO; fd++)
        {
            var mode = Libc.fcntl(fd, Libc.F_GETFL, 0);
            var isClosed = mode == -1 && Libc.LastError() == ErrorCode.EBADF;
            if (isClosed)
            {
                // The socket gets the lowest free number, which is fd because all lower numbers are in use.
                _ = Libc.socket(Libc.AF_UNIX, Libc.SOCK_STREAM, 0);
            }

            if (
                isClosed
                || (mode & Libc.O_ACCMODE) == Libc.O_RDONLY
                || (!NativeHost.IsLinked && Libc.fcntl(fd, Libc.F_GETFD, 0) == Libc.FD_CLOEXEC)
            )
            {
                _notWritable |= 1 << fd;
            }
        }
    }

    /// <summary>Whether a descriptor was open for writing when the program started.</summary>
    internal static bool IsWritable(int fd) => (_notWritable & (1 << fd)) == 0;

    /// <summary>Calls write(2) or, on Windows, the functions that replace it.</summary>
    internal static CallResult Write(int fd, ReadOnlySpan<byte> bytes) =>
        new(OperatingSystem.IsWindows() ? Windows.write(fd, bytes) : Libc.write(fd, bytes));
}
