namespace Yes.CSharp;

/// <summary>The standard file descriptors that the caller closed, or opened for reading only.</summary>
internal static class ClosedDescriptors
{
    /// <summary>A bit for each of them.</summary>
    private static int _closed;

    /// <summary>Whether a standard descriptor is one of them; there may be something else now.</summary>
    internal static bool Contain(int fd) => (_closed & (1 << fd)) != 0;

    /// <summary>
    /// Puts a socket as a placeholder on each standard descriptor that the caller closed, so that nothing
    /// that is opened later becomes standard output or standard error by accident.
    /// </summary>
    /// <remarks>
    /// glibc does so for set-user-ID programs: csu/check_fds.c. Under dotnet the runtime may have opened
    /// something there already. That has the close-on-exec flag, which no descriptor has that came through
    /// execve(2).
    /// </remarks>
    internal static void Occupy()
    {
        for (var fd = 0; fd <= StandardStreams.Error; fd++)
        {
            var flags = Libc.fcntl(fd, Libc.F_GETFD, 0);
            var closed = flags == Libc.FD_CLOEXEC;
            if (flags == -1 && Libc.LastError() == ErrorCode.EBADF)
            {
                // A new descriptor has the lowest free number, and those below are taken by now.
                closed = Libc.socket(Libc.AF_UNIX, Libc.SOCK_STREAM, 0) == fd;
            }

            closed |= (Libc.fcntl(fd, Libc.F_GETFL, 0) & Libc.O_ACCMODE) == Libc.O_RDONLY;
            _closed |= closed ? 1 << fd : 0;
        }
    }
}
