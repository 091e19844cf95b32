namespace Yes.CSharp;

/// <summary>The kinds of standard output for which strategies differ.</summary>
internal enum OutputKind
{
    /// <summary>
    /// Another platform than Linux, where no strategy asks, or a kernel that does not report it.
    /// </summary>
    Unknown,
    Pipe,
    File,
    Socket,
    Terminal,
    NullDevice,
    Device,
}

/// <summary>
/// The standard descriptors, without System.Console, whose start takes longer than this program's.
/// </summary>
internal static unsafe class StandardOutput
{
    /// <summary>STDOUT_FILENO</summary>
    internal const int Descriptor = 1;

    /// <summary>STDERR_FILENO</summary>
    internal const int StandardError = 2;

    /// <summary>
    /// How often in a row a call may be interrupted, or poll(2) may report room where there is none. Other
    /// writers can be quicker many times, so it is a large number; but no such loop may be endless.
    /// </summary>
    private const int MaximalRetries = 10_000;

    /// <summary>
    /// The errno of a full non-blocking descriptor: 35 in the errno.h of macOS and the BSDs.
    /// </summary>
    private static readonly Errno WouldBlock = OperatingSystem.IsLinux() ? Errno.EAGAIN : (Errno)35;

    private static readonly Lazy<OutputKind> LazyKind = new(FindKind, isThreadSafe: false);

    /// <summary>The kind of standard output.</summary>
    internal static OutputKind Kind => LazyKind.Value;

    /// <summary>Makes sure that standard output is open for writing, by the caller.</summary>
    /// <exception cref="OutputException">It is not.</exception>
    internal static void RequireOpen()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var flags = Libc.fcntl(Descriptor, Libc.F_GETFL, 0);
        var closed =
            flags == -1 ? Libc.LastErrno() == Errno.EBADF : (flags & Libc.O_ACCMODE) == Libc.O_RDONLY;
        if (closed || RuntimeStart.Occupies(Descriptor))
        {
            throw new OutputException(Errno.EBADF);
        }
    }

    private static OutputKind FindKind()
    {
        Libc.statx_t status;
        if (
            !OperatingSystem.IsLinux()
            || Libc.statx(Descriptor, "", Libc.AT_EMPTY_PATH, Libc.STATX_BASIC_STATS, &status) == -1
        )
        {
            return OutputKind.Unknown;
        }

        // Documentation/admin-guide/devices.txt: 1, 3 is the null device.
        return (status.stx_mode & Libc.S_IFMT) switch
        {
            Libc.S_IFIFO => OutputKind.Pipe,
            Libc.S_IFREG => OutputKind.File,
            Libc.S_IFSOCK => OutputKind.Socket,
            Libc.S_IFCHR when status is { stx_rdev_major: 1, stx_rdev_minor: 3 } => OutputKind.NullDevice,
            Libc.S_IFCHR when Libc.isatty(Descriptor) == 1 => OutputKind.Terminal,
            _ => OutputKind.Device,
        };
    }

    /// <summary>
    /// Writes all the bytes, through interruptions, short writes and a full non-blocking descriptor.
    /// </summary>
    /// <exception cref="OutputException">write(2) failed.</exception>
    internal static void Write(byte* bytes, nuint length)
    {
        var errno = TryWrite(Descriptor, bytes, length);
        if (errno != Errno.None)
        {
            throw new OutputException(errno);
        }
    }

    /// <inheritdoc cref="Write(byte*, nuint)"/>
    internal static void Write(ReadOnlySpan<byte> bytes)
    {
        if (OperatingSystem.IsWindows())
        {
            SystemConsole.Write(Descriptor, bytes);
            return;
        }

        fixed (byte* first = bytes)
        {
            Write(first, (nuint)bytes.Length);
        }
    }

    /// <summary>Writes a message to standard error; a failure there can't be reported anywhere.</summary>
    internal static void Complain(ReadOnlySpan<byte> bytes)
    {
        if (OperatingSystem.IsWindows())
        {
            SystemConsole.Write(StandardError, bytes);
            return;
        }

        fixed (byte* first = bytes)
        {
            _ = TryWrite(StandardError, first, (nuint)bytes.Length);
        }
    }

    /// <summary>
    /// Decides what follows when a call that moves bytes into standard output by reference has failed:
    /// returns when the caller has to try it again, after waiting as long as a non-blocking standard output
    /// is full.
    /// </summary>
    /// <param name="call">The name of the call.</param>
    /// <param name="retries">
    /// How often in a row it was tried again; the caller sets it to 0 when bytes have moved.
    /// </param>
    /// <param name="written">How many bytes of an unfinished line are out already.</param>
    /// <exception cref="OutputException">
    /// The reader has gone, or standard output is not open for writing.
    /// </exception>
    /// <exception cref="RefusedException">The kernel refuses the call here.</exception>
    internal static void Recover(string call, ref int retries, int written)
    {
        var errno = Libc.LastErrno();
        if (errno is Errno.EPIPE or Errno.EBADF)
        {
            throw new OutputException(errno);
        }

        if (!AwaitRoom(Descriptor, errno, ref retries))
        {
            throw new RefusedException(call, errno, written);
        }
    }

    /// <summary>Returns None when all is written, else the errno.</summary>
    private static Errno TryWrite(int fd, byte* bytes, nuint length)
    {
        if (RuntimeStart.Occupies(fd))
        {
            return Errno.EBADF;
        }

        var retries = 0;
        while (length > 0)
        {
            var written = Libc.write(fd, bytes, length);
            if (written >= 0)
            {
                bytes += written;
                length -= (nuint)written;
                retries = 0;
                continue;
            }

            var errno = Libc.LastErrno();
            if (!AwaitRoom(fd, errno, ref retries))
            {
                return errno;
            }
        }

        return Errno.None;
    }

    /// <summary>
    /// Waits until a full non-blocking descriptor takes bytes again, or fails; the next call shows which.
    /// </summary>
    /// <returns>Whether the call that failed with this errno has to be tried again.</returns>
    private static bool AwaitRoom(int fd, Errno errno, ref int retries)
    {
        if (errno == WouldBlock)
        {
            var pollfd = new Libc.pollfd { fd = fd, events = Libc.POLLOUT };
            _ = Libc.poll(&pollfd, 1, -1);
        }

        return (errno == WouldBlock || errno == Errno.EINTR) && ++retries < MaximalRetries;
    }
}
