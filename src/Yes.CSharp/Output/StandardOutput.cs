namespace Yes.CSharp;

/// <summary>Describes standard output and writes to it.</summary>
/// <remarks>Only the Linux strategies use the properties, so they are false on other platforms.</remarks>
internal static class StandardOutput
{
    /// <summary>The error from a write that would block. On macOS and the BSDs, it is 35.</summary>
    private static readonly ErrorCode WouldBlock = OperatingSystem.IsLinux()
        ? ErrorCode.EAGAIN
        : (ErrorCode)35;

    /// <summary>Whether standard output is a pipe.</summary>
    internal static bool IsPipe { get; } =
        OperatingSystem.IsLinux() && PipeCapacity.Of(Libc.STDOUT_FILENO) != -1;

    /// <summary>Whether standard output is a stream socket, such as a TCP connection.</summary>
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
    /// Writes all bytes. Continues after a signal or a short write. If standard output is non-blocking and
    /// full, waits for room.
    /// </summary>
    /// <param name="bytes">The bytes to write. If they are UTF-8, they consist of whole characters.</param>
    /// <param name="what">The beginning of the error message, in GNU's words.</param>
    /// <exception cref="FailureException">The write failed.</exception>
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
    /// Returns the number of bytes that a call such as splice(2) moved to standard output. The number is 0
    /// after a signal or a wait for room. The caller must then try again.
    /// </summary>
    /// <param name="call">The name of the call.</param>
    /// <param name="result">The result of the call. If it is -1 or 0, the call failed.</param>
    /// <param name="atLineStart">Whether the output so far consists of whole lines.</param>
    /// <exception cref="RefusedException">
    /// The kernel rejected the call, but another strategy can continue.
    /// </exception>
    /// <exception cref="FailureException">
    /// No further write can succeed, or the output ends in the middle of a line.
    /// </exception>
    internal static nint HandleResult(string call, nint result, bool atLineStart)
    {
        if (ErrorOf(result) is not { } error)
        {
            return nint.Max(result, 0);
        }

        // The kernel reports a lost connection only once, so another strategy would not notice it.
        var isDisconnected = error is >= ErrorCode.ENETDOWN and <= ErrorCode.EHOSTUNREACH;
        throw atLineStart && !isDisconnected && error is not (ErrorCode.EPIPE or ErrorCode.EBADF)
            ? new RefusedException(call, error)
            : new FailureException("standard output", error);
    }

    /// <summary>Enlarges the send buffer of a Unix socket to twice the default size.</summary>
    /// <remarks>The kernel adapts the send buffer of a TCP socket unless a program sets its size.</remarks>
    internal static void EnlargeSendBuffer()
    {
        // This is the default of /proc/sys/net/core/wmem_max. The kernel doubles the size that it receives.
        var size = 212_992;
        if (SocketOption(Libc.SO_DOMAIN) == Libc.AF_UNIX && SocketOption(Libc.SO_SNDBUF) < 2 * size)
        {
            _ = Libc.setsockopt(Libc.STDOUT_FILENO, Libc.SOL_SOCKET, Libc.SO_SNDBUF, ref size, sizeof(int));
        }
    }

    /// <summary>The error from a call, or null if the caller can continue.</summary>
    private static ErrorCode? ErrorOf(nint result)
    {
        if (result > 0)
        {
            return null;
        }

        // On Windows, the error is a code from winerror.h.
        var error = Libc.ErrorOf(result);
        var pollfd = new Libc.pollfd { fd = Libc.STDOUT_FILENO, events = Libc.POLLOUT };
        return
            !OperatingSystem.IsWindows()
            && (error == ErrorCode.EINTR || (error == WouldBlock && Libc.poll(ref pollfd, 1, -1) != 0))
            ? null
            : error;
    }

    /// <summary>The value of a socket option, or -1 if standard output is not a socket.</summary>
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
