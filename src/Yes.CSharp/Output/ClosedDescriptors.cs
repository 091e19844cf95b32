namespace Yes.CSharp;

/// <summary>The standard file descriptors that the caller closed, or opened for reading only.</summary>
internal static class ClosedDescriptors
{
    /// <summary>Bit n is set for file descriptor n.</summary>
    private static int _closed;

    /// <summary>Whether a standard descriptor was not open for writing when the program started.</summary>
    internal static bool Contain(int fd) => (_closed & (1 << fd)) != 0;

    /// <summary>
    /// Puts a socket as a placeholder on each standard descriptor that the caller closed, so that nothing
    /// that is opened later becomes standard output or standard error by accident.
    /// </summary>
    /// <remarks>
    /// glibc does the same for set-user-ID programs: csu/check_fds.c. Under dotnet, the runtime may already
    /// have opened something in place of a closed descriptor. The runtime's descriptors are marked
    /// close-on-exec, which a descriptor inherited through execve(2) can't be.
    /// </remarks>
    internal static void PutPlaceholders()
    {
        for (var fd = 0; fd <= StandardStreams.Error; fd++)
        {
            var flags = Libc.fcntl(fd, Libc.F_GETFD, 0);
            var closed = flags == Libc.FD_CLOEXEC;
            if (flags == -1 && Libc.LastError() == ErrorCode.EBADF)
            {
                // A new descriptor gets the lowest free number, and all lower numbers are in use by now.
                closed = Libc.socket(Libc.AF_UNIX, Libc.SOCK_STREAM, 0) == fd;
            }

            closed |= (Libc.fcntl(fd, Libc.F_GETFL, 0) & Libc.O_ACCMODE) == Libc.O_RDONLY;
            _closed |= closed ? 1 << fd : 0;
        }
    }
}
