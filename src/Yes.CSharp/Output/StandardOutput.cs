namespace Yes.CSharp;

/// <summary>Tells strategies what kind of thing standard output is, and writes to it.</summary>
/// <remarks>Only strategies for Linux need the properties, so they are false on other platforms.</remarks>
internal static class StandardOutput
{
    /// <summary>The error when a non-blocking descriptor is full. On macOS and the BSDs, it is 35.</summary>
    private static readonly ErrorCode WouldBlock = OperatingSystem.IsLinux()
        ? ErrorCode.EAGAIN
        : (ErrorCode)35;

    /// <summary>Whether standard output is a pipe.</summary>
    internal static bool IsPipe { get; } =
        OperatingSystem.IsLinux() && PipeCapacity.Of(Libc.STDOUT_FILENO) != -1;

    /// <summary>Whether standard output is a stream socket, for example of TCP or of Node.js.</summary>
    internal static bool IsStreamSocket => SocketOption(Libc.SO_TYPE) == Libc.SOCK_STREAM;

    /// <summary>Fails unless standard output was open for writing when the program started.</summary>
    internal static void RequireWritable(string what = "standard output")
    {
        if (!StandardDescriptors.IsWritable(Libc.STDOUT_FILENO))
        {
            throw new FailureException(what, ErrorCode.EBADF);
        }
    }

    /// <summary>
    /// Writes all the bytes. Continues after an interruption or a short write, and waits for room in a full
    /// non-blocking standard output.
    /// </summary>
    /// <param name="bytes">Whole characters in UTF-8, or bytes that are not UTF-8.</param>
    /// <param name="what">The thing that an error message names, in GNU's words.</param>
    /// <exception cref="FailureException">write(2) failed.</exception>
    internal static void Write(ReadOnlySpan<byte> bytes, string what = "standard output")
    {
        RequireWritable(what);
        while (!bytes.IsEmpty)
        {
            var written = StandardDescriptors.Write(Libc.STDOUT_FILENO, bytes);
            if (ErrorOf(written) is { } error)
            {
                throw new FailureException(what, error);
            }

            bytes = bytes[(int)nint.Max(written, 0)..];
        }
    }

    /// <summary>
    /// Returns the number of bytes that a call other than write(2) moved to standard output. Returns 0 if the
    /// caller must try again, after a signal or after waiting for room.
    /// </summary>
    /// <param name="call">The name of the call.</param>
    /// <param name="result">The result of the call, a failure if it is -1 or 0.</param>
    /// <param name="atLineStart">
    /// Whether the output so far consists of whole lines, so that another strategy can continue.
    /// </param>
    /// <exception cref="RefusedException">The kernel rejected the call at the start of a line.</exception>
    /// <exception cref="FailureException">Standard output failed, or the output so far ends within a
    /// line.</exception>
    internal static nint HandleResult(string call, nint result, bool atLineStart)
    {
        if (ErrorOf(result) is not { } error)
        {
            return nint.Max(result, 0);
        }

        // A connection reports only once how it ended, so another strategy would not learn of it.
        var isDisconnected = error is >= ErrorCode.ENETDOWN and <= ErrorCode.EHOSTUNREACH;
        throw atLineStart && !isDisconnected && error is not (ErrorCode.EPIPE or ErrorCode.EBADF)
            ? new RefusedException(call, error)
            : new FailureException("standard output", error);
    }

    /// <summary>Enlarges the send buffer of a Unix socket to twice the default: socket(7).</summary>
    /// <remarks>The kernel adapts the send buffer of a TCP socket until a program sets its size.</remarks>
    internal static void EnlargeSendBuffer()
    {
        // This is the default of /proc/sys/net/core/wmem_max. The kernel doubles the size that it is given.
        var size = 212_992;
        if (SocketOption(Libc.SO_DOMAIN) == Libc.AF_UNIX && SocketOption(Libc.SO_SNDBUF) < 2 * size)
        {
            _ = Libc.setsockopt(Libc.STDOUT_FILENO, Libc.SOL_SOCKET, Libc.SO_SNDBUF, ref size, sizeof(int));
        }
    }

    /// <summary>
    /// The error of a call, or null if the caller should continue. It should after a success, a signal or a
    /// wait for room.
    /// </summary>
    private static ErrorCode? ErrorOf(nint result)
    {
        if (result > 0)
        {
            return null;
        }

        // On Windows, an error is a code of winerror.h.
        var error = Libc.ErrorOf(result);
        var pollfd = new Libc.pollfd { fd = Libc.STDOUT_FILENO, events = Libc.POLLOUT };
        return
            !OperatingSystem.IsWindows()
            && (error == ErrorCode.EINTR || (error == WouldBlock && Libc.poll(ref pollfd, 1, -1) != 0))
            ? null
            : error;
    }

    /// <summary>A socket option of standard output, such as SO_TYPE, or -1 if it is not a socket.</summary>
    private static int SocketOption(int name)
    {
        var size = sizeof(int);
        return
            OperatingSystem.IsLinux()
            && Libc.getsockopt(Libc.STDOUT_FILENO, Libc.SOL_SOCKET, name, out var value, ref size) == 0
            ? value
            : -1;
    }
}
