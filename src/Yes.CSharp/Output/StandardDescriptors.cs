namespace Yes.CSharp;

/// <summary>
/// Guards the standard file descriptors and writes to them. System.Console takes longer to start than this
/// program.
/// </summary>
internal static class StandardDescriptors
{
    /// <summary>Bit n is set if descriptor n was not open for writing when the program started.</summary>
    private static int _closed;

    /// <summary>
    /// Puts a placeholder on each standard descriptor that the caller closed. Otherwise, a pipe or a socket
    /// that is opened later could become standard output by accident.
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
                _ = Libc.socket(Libc.AF_UNIX, Libc.SOCK_STREAM, 0);
                closed = true;
            }

            closed |= (Libc.fcntl(fd, Libc.F_GETFL, 0) & Libc.O_ACCMODE) == Libc.O_RDONLY;
            _closed |= closed ? 1 << fd : 0;
        }
    }

    /// <summary>Whether a descriptor was open for writing when the program started.</summary>
    internal static bool IsWritable(int fd) => (_closed & (1 << fd)) == 0;

    /// <summary>Calls write(2), or what stands in for it on Windows.</summary>
    internal static nint Write(int fd, ReadOnlySpan<byte> bytes) =>
        OperatingSystem.IsWindows() ? Windows.write(fd, bytes) : Libc.write(fd, bytes, (nuint)bytes.Length);
}
