using System.Text;

namespace Yes.CSharp;

/// <summary>
/// Standard output and standard error, without System.Console, whose start takes longer than this program's.
/// </summary>
internal static unsafe class StandardStreams
{
    /// <summary>STDOUT_FILENO</summary>
    internal const int Output = 1;

    /// <summary>STDERR_FILENO</summary>
    internal const int Error = 2;

    /// <summary>
    /// How often in a row a call may be interrupted, or poll(2) may report room where there is none. Other
    /// writers can be quicker many times, so it is a large number.
    /// </summary>
    private const int RetriesInARow = 10_000;

    /// <summary>How long a message waits for room on a full non-blocking standard error, in ms.</summary>
    private const int PatienceForMessage = 100;

    /// <summary>The errno of a full non-blocking descriptor: 35 in errno.h of macOS and BSD.</summary>
    private static readonly Errno WouldBlock = OperatingSystem.IsLinux() ? Errno.EAGAIN : (Errno)35;

    /// <summary>Whether standard output is a pipe; false on platforms where no strategy asks.</summary>
    internal static bool OutputIsPipe { get; } = OperatingSystem.IsLinux() && Pipe.CapacityOf(Output) != -1;

    /// <summary>Whether standard output is a Unix stream socket, as Node.js gives its children.</summary>
    internal static bool OutputIsUnixStream() =>
        SocketOption(Libc.SO_DOMAIN) == Libc.AF_UNIX && SocketOption(Libc.SO_TYPE) == Libc.SOCK_STREAM;

    /// <summary>An option of standard output, if it is a socket, such as SO_TYPE; else -1.</summary>
    internal static int SocketOption(int name)
    {
        int value;
        var size = sizeof(int);
        return OperatingSystem.IsLinux() && Libc.getsockopt(Output, Libc.SOL_SOCKET, name, &value, &size) == 0
            ? value
            : -1;
    }

    /// <summary>Doubles the send buffer of standard output, a socket, as far as socket(7) allows.</summary>
    internal static void EnlargeSendBuffer()
    {
        // The kernel doubles it once more.
        var size = 212_992;
        if (SocketOption(Libc.SO_SNDBUF) < 2 * size)
        {
            _ = Libc.setsockopt(Output, Libc.SOL_SOCKET, Libc.SO_SNDBUF, &size, sizeof(int));
        }
    }

    /// <summary>Makes sure that standard output is open for writing, by the caller.</summary>
    /// <exception cref="OutputException">It is not.</exception>
    internal static void RequireOpenOutput()
    {
        if (OperatingSystem.IsWindows())
        {
            Write([]);
            return;
        }

        var flags = Libc.fcntl(Output, Libc.F_GETFL, 0);
        if (ProcessState.WasClosedByCaller(Output) || (flags & Libc.O_ACCMODE) == Libc.O_RDONLY)
        {
            throw new OutputException(Errno.EBADF);
        }
    }

    /// <summary>
    /// Writes all the bytes to standard output, through interruptions, short writes and a full non-blocking
    /// descriptor.
    /// </summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="failed">What has failed if that fails, in GNU's words.</param>
    /// <exception cref="OutputException">write(2) failed.</exception>
    internal static void Write(ReadOnlySpan<byte> bytes, string failed = "standard output")
    {
        var errno = TryWrite(Output, bytes);
        if (errno != Errno.None)
        {
            throw new OutputException(errno, failed);
        }
    }

    /// <summary>
    /// Writes a line to standard error: the program's name and a message, in Latin-1, since it may hold bytes
    /// of the command line. A failure there can't be reported anywhere.
    /// </summary>
    internal static void WriteError(string message) =>
        _ = TryWrite(Error, Encoding.Latin1.GetBytes($"yes: {message}\n"));

    /// <summary>
    /// Returns when a call that failed to move bytes into standard output has to be tried again: at once if
    /// it was interrupted, or else when a full non-blocking standard output has room.
    /// </summary>
    /// <param name="call">The name of the call.</param>
    /// <param name="started">Whether the strategy has moved bytes into standard output already.</param>
    /// <param name="retries">
    /// How often in a row it was tried again; the caller sets it to 0 when bytes have moved.
    /// </param>
    /// <exception cref="OutputException">Standard output takes no bytes, or no more of them.</exception>
    /// <exception cref="RefusedException">The kernel rejects the call, and nothing has moved.</exception>
    internal static void RetryOrThrow(string call, bool started, ref int retries)
    {
        var errno = Libc.LastErrno();
        if (AwaitRoom(Output, errno, ref retries))
        {
            return;
        }

        if (started || errno is Errno.EPIPE or Errno.EBADF or Errno.ECONNRESET)
        {
            throw new OutputException(errno);
        }

        throw new RefusedException(call, errno);
    }

    /// <summary>Returns None when all is written, else the errno.</summary>
    private static Errno TryWrite(int fd, ReadOnlySpan<byte> bytes)
    {
        if (ProcessState.WasClosedByCaller(fd))
        {
            return Errno.EBADF;
        }

        if (OperatingSystem.IsWindows())
        {
            return WindowsStreams.TryWrite(fd, bytes);
        }

        var retries = 0;
        fixed (byte* first = bytes)
        {
            var done = 0;
            while (done < bytes.Length)
            {
                var written = Libc.write(fd, first + done, (nuint)(bytes.Length - done));
                if (written > 0)
                {
                    done += (int)written;
                    retries = 0;
                    continue;
                }

                // As GNU's full_write has it: a call that returns 0 would do so for ever.
                var errno = written == 0 ? Errno.ENOSPC : Libc.LastErrno();
                if (!AwaitRoom(fd, errno, ref retries))
                {
                    return errno;
                }
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
        var pollfd = new Libc.pollfd { fd = fd, events = Libc.POLLOUT };
        var patience = fd == Error ? PatienceForMessage : -1;
        return (errno == Errno.EINTR || (errno == WouldBlock && Libc.poll(&pollfd, 1, patience) != 0))
            && ++retries < RetriesInARow;
    }
}
