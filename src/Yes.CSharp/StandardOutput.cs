using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>What standard output can be, as far as it makes a difference to writing.</summary>
internal enum OutputKind
{
    Pipe,
    File,
    Socket,
    Terminal,
    NullDevice,
    Other,
}

/// <summary>File descriptor 1 and its neighbours, without System.Console, whose start costs more than this program's.</summary>
internal static unsafe class StandardOutput
{
    /// <summary>STDOUT_FILENO</summary>
    internal const int Descriptor = 1;

    /// <summary>STDERR_FILENO</summary>
    private const int StandardError = 2;

    /// <summary>A bit for each standard descriptor that is something of the runtime's.</summary>
    private static int _taken;

    /// <summary>What a full non-blocking descriptor answers: 35 in the errno.h of macOS and the BSDs.</summary>
    private static readonly Errno WouldBlock = OperatingSystem.IsLinux() ? Errno.EAGAIN : (Errno)35;

    /// <summary>
    /// How often in a row a call may be interrupted, or poll(2) promise room where there is none. Other writers may be
    /// quicker every time, so it is many; but what never ends must not keep this program in a loop for ever.
    /// </summary>
    private const int MaximalRetries = 10_000;

    /// <summary>
    /// Occupies each standard descriptor that the caller closed with /dev/null opened the wrong way round, so that it
    /// fails with EBADF as a closed one does, and nothing that is opened later becomes standard output by accident.
    /// </summary>
    /// <remarks>
    /// glibc does the same for set-user-ID programs: csu/check_fds.c. A failure leaves things as they were. Under dotnet
    /// the runtime may have put something there already: it has the flag that no descriptor has which came through
    /// execve(2), and must not be written to.
    /// </remarks>
    internal static void OccupyClosedDescriptors()
    {
        for (var fd = 0; fd <= StandardError; fd++)
        {
            var flags = Libc.fcntl(fd, Libc.F_GETFD, 0);
            if (flags == -1 && LastErrno() == Errno.EBADF)
            {
                // open(2) gives the lowest free number, and those below are taken by now.
                _ = Libc.open("/dev/null", fd == 0 ? Libc.O_WRONLY : Libc.O_RDONLY);
            }
            else if (flags == Libc.FD_CLOEXEC)
            {
                _taken |= 1 << fd;
            }
        }
    }

    /// <summary>Makes sure that standard output is the caller's.</summary>
    /// <exception cref="OutputException">The caller closed it, and something else has its number.</exception>
    internal static void RequireOpen()
    {
        if (IsTaken(Descriptor))
        {
            throw new OutputException(Errno.EBADF);
        }
    }

    /// <summary>What standard output is; elsewhere than on Linux it makes no difference.</summary>
    internal static OutputKind Kind()
    {
        if (!OperatingSystem.IsLinux())
        {
            return OutputKind.Other;
        }

        Libc.statx_t status;
        if (Libc.statx(Descriptor, "", Libc.AT_EMPTY_PATH, Libc.STATX_BASIC_STATS, &status) == -1)
        {
            return OutputKind.Other;
        }

        // Documentation/admin-guide/devices.txt: 1, 3 is the null device.
        return (status.stx_mode & Libc.S_IFMT) switch
        {
            Libc.S_IFIFO => OutputKind.Pipe,
            Libc.S_IFREG => OutputKind.File,
            Libc.S_IFSOCK => OutputKind.Socket,
            Libc.S_IFCHR when status is { stx_rdev_major: 1, stx_rdev_minor: 3 } => OutputKind.NullDevice,
            Libc.S_IFCHR when Libc.isatty(Descriptor) == 1 => OutputKind.Terminal,
            _ => OutputKind.Other,
        };
    }

    /// <summary>Makes sure that standard output is a pipe.</summary>
    /// <param name="strategy">The strategy that needs one.</param>
    /// <exception cref="OutputException">It is not open for writing.</exception>
    /// <exception cref="RefusedException">It is something else.</exception>
    internal static void RequirePipe(string strategy)
    {
        if (Kind() == OutputKind.Pipe)
        {
            return;
        }

        // A closed one is worth a better message: see OccupyClosedDescriptors.
        var flags = Libc.fcntl(Descriptor, Libc.F_GETFL, 0);
        throw flags == -1 || (flags & Libc.O_ACCMODE) == Libc.O_RDONLY
            ? new OutputException(Errno.EBADF)
            : new RefusedException(strategy, "standard output is not a pipe");
    }

    /// <summary>Writes all the bytes, through interruptions, short writes and a full non-blocking descriptor.</summary>
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
            Console.OpenStandardOutput().Write(bytes);
            return;
        }

        fixed (byte* first = bytes)
        {
            Write(first, (nuint)bytes.Length);
        }
    }

    /// <summary>Writes a line to standard error; there is nobody to tell if that fails.</summary>
    internal static void Complain(ReadOnlySpan<byte> bytes)
    {
        if (OperatingSystem.IsWindows())
        {
            Console.OpenStandardError().Write(bytes);
            return;
        }

        fixed (byte* first = bytes)
        {
            _ = TryWrite(StandardError, first, (nuint)bytes.Length);
        }
    }

    /// <summary>
    /// What to do when a call that moves bytes into standard output by reference has failed: returns when it is to be
    /// tried again, after sleeping as long as a non-blocking standard output is full.
    /// </summary>
    /// <param name="strategy">The strategy that made the call.</param>
    /// <param name="call">The call's name.</param>
    /// <param name="errno">Its errno.</param>
    /// <param name="retries">How often in a row it was tried again; the caller sets it to 0 when bytes have moved.</param>
    /// <param name="written">How many bytes of an unfinished line are out already.</param>
    /// <exception cref="OutputException">The reader has gone, or standard output is not open for writing.</exception>
    /// <exception cref="RefusedException">The kernel does not want the call here.</exception>
    internal static void Recover(string strategy, string call, Errno errno, ref int retries, int written)
    {
        if (errno is Errno.EPIPE or Errno.EBADF)
        {
            throw new OutputException(errno);
        }

        if (!AwaitRoom(Descriptor, errno, ref retries))
        {
            throw new RefusedException(strategy, call, errno, written);
        }
    }

    /// <summary>The errno of the last call of the kind that keeps it for Marshal.</summary>
    internal static Errno LastErrno() => (Errno)Marshal.GetLastPInvokeError();

    /// <summary>Whether a descriptor was closed by the caller, and is something of the runtime's.</summary>
    private static bool IsTaken(int fd) => (_taken & (1 << fd)) != 0;

    /// <summary>Returns None when all is written, else the errno.</summary>
    private static Errno TryWrite(int fd, byte* bytes, nuint length)
    {
        if (IsTaken(fd))
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

            var errno = LastErrno();
            if (!AwaitRoom(fd, errno, ref retries))
            {
                return errno;
            }
        }

        return Errno.None;
    }

    /// <summary>Sleeps until a full non-blocking descriptor takes bytes again, or fails: the next call tells which.</summary>
    /// <returns>Whether the call that had this errno is worth another try.</returns>
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
