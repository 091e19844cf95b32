using System.Text;

namespace Yes.CSharp;

/// <summary>
/// Standard output and standard error, without System.Console, whose startup takes longer than this
/// program's.
/// </summary>
internal static unsafe class StandardStreams
{
    /// <summary>STDOUT_FILENO</summary>
    internal const int Output = 1;

    /// <summary>STDERR_FILENO</summary>
    internal const int Error = 2;

    /// <summary>
    /// The number of consecutive times that a call is tried again, after an interruption or after poll(2)
    /// reported room where there was none. It is large because other writers may fill that room first, many
    /// times.
    /// </summary>
    private const int RetriesInARow = 10_000;

    /// <summary>The time in ms that a message waits for room on standard error.</summary>
    private const int PatienceForMessage = 100;

    /// <summary>The error of a full non-blocking descriptor: 35 on macOS and the BSDs.</summary>
    private static readonly ErrorCode WouldBlock = OperatingSystem.IsLinux()
        ? ErrorCode.EAGAIN
        : (ErrorCode)35;

    /// <summary>Whether standard output is a pipe; false on platforms where no strategy asks.</summary>
    internal static bool OutputIsPipe { get; } = OperatingSystem.IsLinux() && Pipe.CapacityOf(Output) != -1;

    /// <summary>Whether standard output is a Unix stream socket, as Node.js gives to its children.</summary>
    internal static bool OutputIsUnixStream() =>
        SocketOption(Libc.SO_DOMAIN) == Libc.AF_UNIX && SocketOption(Libc.SO_TYPE) == Libc.SOCK_STREAM;

    /// <summary>An option such as SO_TYPE if standard output is a socket, else -1.</summary>
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
        // The default of /proc/sys/net/core/wmem_max. The kernel doubles what it is given.
        var size = 212_992;
        if (SocketOption(Libc.SO_SNDBUF) < 2 * size)
        {
            _ = Libc.setsockopt(Output, Libc.SOL_SOCKET, Libc.SO_SNDBUF, &size, sizeof(int));
        }
    }

    /// <summary>
    /// Writes all the bytes to standard output. Continues after an interruption or a short write, and waits
    /// for room in a full non-blocking standard output.
    /// </summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="what">The thing that an error message names, in GNU's words.</param>
    /// <exception cref="OutputException">write(2) failed.</exception>
    internal static void Write(ReadOnlySpan<byte> bytes, string what = "standard output")
    {
        var error = TryWrite(Output, bytes);
        if (error != ErrorCode.None)
        {
            throw new OutputException(error, what);
        }
    }

    /// <summary>
    /// Writes a line to standard error: the program's name and a message, in Latin-1, since it may hold bytes
    /// of the command line. A failure there can't be reported anywhere.
    /// </summary>
    internal static void WriteError(string message) =>
        _ = TryWrite(Error, Encoding.Latin1.GetBytes($"yes: {message}\n"));

    /// <summary>Returns None when all bytes are written, else the error.</summary>
    private static ErrorCode TryWrite(int fd, ReadOnlySpan<byte> bytes)
    {
        if (ClosedDescriptors.Contain(fd))
        {
            return ErrorCode.EBADF;
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

                // A call that returns 0 would do so forever. GNU's full_write treats that as ENOSPC, too.
                var error = written == 0 ? ErrorCode.ENOSPC : Libc.LastError();
                if (!AwaitRoom(fd, error, ref retries))
                {
                    return error;
                }
            }
        }

        return ErrorCode.None;
    }

    /// <summary>
    /// Waits until a full non-blocking descriptor has room or fails; the next call shows which.
    /// </summary>
    /// <returns>Whether the call that failed with this error has to be tried again.</returns>
    internal static bool AwaitRoom(int fd, ErrorCode error, ref int retries)
    {
        var pollfd = new Libc.pollfd { fd = fd, events = Libc.POLLOUT };
        var patience = fd == Error ? PatienceForMessage : -1;
        return (error == ErrorCode.EINTR || (error == WouldBlock && Libc.poll(&pollfd, 1, patience) != 0))
            && ++retries < RetriesInARow;
    }
}
