namespace Yes.CSharp;

/// <summary>
/// Guards the standard file descriptors and writes to them, without System.Console, which takes longer to
/// start than this whole program.
/// </summary>
internal static class Descriptors
{
    /// <summary>The error when a non-blocking descriptor is full. On macOS and the BSDs, it is 35.</summary>
    private static readonly ErrorCode WouldBlock = OperatingSystem.IsLinux()
        ? ErrorCode.EAGAIN
        : (ErrorCode)35;

    /// <summary>Bit n is set if descriptor n was not open for writing when the program started.</summary>
    private static int _closed;

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
        for (var fd = 0; fd <= Libc.STDERR_FILENO; fd++)
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

    /// <summary>Writes all the bytes and returns None, or returns the error of the write.</summary>
    /// <param name="fd">The descriptor.</param>
    /// <param name="bytes">The bytes.</param>
    /// <param name="patience">The longest wait for room in milliseconds, or -1 to wait forever.</param>
    internal static ErrorCode TryWrite(int fd, ReadOnlySpan<byte> bytes, int patience = -1)
    {
        if ((_closed & (1 << fd)) != 0)
        {
            return ErrorCode.EBADF;
        }

        while (!bytes.IsEmpty)
        {
            var written = OperatingSystem.IsWindows()
                ? Windows.write(fd, bytes)
                : Libc.write(fd, bytes, (nuint)bytes.Length);
            if (written > 0)
            {
                bytes = bytes[(int)written..];
                continue;
            }

            var error = Libc.ErrorOf(written);
            if (!AwaitRoom(fd, error, patience))
            {
                return error;
            }
        }

        return ErrorCode.None;
    }

    /// <summary>
    /// Waits until a full non-blocking descriptor has room or has failed. The next call shows which.
    /// </summary>
    /// <returns>Whether to retry the call that failed with this error.</returns>
    internal static bool AwaitRoom(int fd, ErrorCode error, int patience = -1)
    {
        var pollfd = new Libc.pollfd { fd = fd, events = Libc.POLLOUT };
        return error == ErrorCode.EINTR || (error == WouldBlock && Libc.poll(ref pollfd, 1, patience) != 0);
    }
}
