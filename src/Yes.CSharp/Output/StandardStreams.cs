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
    /// The number of consecutive times that a call is tried again after an interruption, or after poll(2)
    /// reported room but the call found none. The number is large, because other writers may fill the room
    /// first, again and again.
    /// </summary>
    private const int RetriesInARow = 10_000;

    /// <summary>The longest time in milliseconds to wait for room on standard error.</summary>
    private const int PatienceForMessage = 100;

    /// <summary>The error when a non-blocking descriptor is full. On macOS and the BSDs, it is 35.</summary>
    private static readonly ErrorCode WouldBlock = OperatingSystem.IsLinux()
        ? ErrorCode.EAGAIN
        : (ErrorCode)35;

    /// <summary>Whether standard output is a pipe. Always false except on Linux, where it is used.</summary>
    internal static bool OutputIsPipe { get; } = OperatingSystem.IsLinux() && Pipe.CapacityOf(Output) != -1;

    /// <summary>Whether standard output is a Unix stream socket, as Node.js gives to its children.</summary>
    internal static bool OutputIsUnixStream() =>
        SocketOption(Libc.SO_DOMAIN) == Libc.AF_UNIX && SocketOption(Libc.SO_TYPE) == Libc.SOCK_STREAM;

    /// <summary>A socket option of standard output, such as SO_TYPE, or -1 if it is not a socket.</summary>
    internal static int SocketOption(int name)
    {
        int value;
        var size = sizeof(int);
        return OperatingSystem.IsLinux() && Libc.getsockopt(Output, Libc.SOL_SOCKET, name, &value, &size) == 0
            ? value
            : -1;
    }

    /// <summary>Enlarges the send buffer of a socket to twice the default, if socket(7) allows it.</summary>
    internal static void EnlargeSendBuffer()
    {
        // This is the default of /proc/sys/net/core/wmem_max. The kernel doubles the size that it is given.
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
    /// Writes the program's name and a message to standard error. The message is in Latin-1, because it may
    /// contain bytes of the command line. A failure of this write can't be reported anywhere.
    /// </summary>
    internal static void WriteError(string message) =>
        _ = TryWrite(Error, Encoding.Latin1.GetBytes($"yes: {message}\n"));

    /// <summary>Writes all the bytes, and returns None, or else the error of the write.</summary>
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

                var error = Libc.ErrorOf(written);
                if (!AwaitRoom(fd, error, ref retries))
                {
                    return error;
                }
            }
        }

        return ErrorCode.None;
    }

    /// <summary>
    /// Waits until a full non-blocking descriptor has room or has failed. The next call shows which.
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
