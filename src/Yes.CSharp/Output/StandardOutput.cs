namespace Yes.CSharp;

/// <summary>Tells strategies what kind of thing standard output is, and writes to it.</summary>
/// <remarks>The properties are false except on Linux, because only strategies for Linux need them.</remarks>
internal static class StandardOutput
{
    private static readonly int SocketType = SocketOption(Libc.SO_TYPE);

    /// <summary>Whether standard output is a pipe.</summary>
    internal static bool IsPipe { get; } =
        OperatingSystem.IsLinux() && Pipe.CapacityOf(Libc.STDOUT_FILENO) != -1;

    /// <summary>Whether standard output is a Unix stream socket, as in child processes of Node.js.</summary>
    internal static bool IsUnixStream { get; } =
        SocketType == Libc.SOCK_STREAM && SocketOption(Libc.SO_DOMAIN) == Libc.AF_UNIX;

    /// <summary>Whether each write to standard output is a message, as to a datagram socket.</summary>
    internal static bool IsMessageSocket { get; } = SocketType is not (-1 or Libc.SOCK_STREAM);

    /// <summary>
    /// Writes all the bytes. Continues after an interruption or a short write, and waits for room in a full
    /// non-blocking standard output.
    /// </summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="what">The thing that an error message names, in GNU's words.</param>
    /// <exception cref="OutputException">write(2) failed.</exception>
    internal static void Write(ReadOnlySpan<byte> bytes, string what = "standard output")
    {
        var error = Descriptors.TryWrite(Libc.STDOUT_FILENO, bytes);
        if (error != ErrorCode.None)
        {
            throw new OutputException(error, what);
        }
    }

    /// <summary>
    /// Returns the number of bytes that a call other than write(2) moved to standard output, or 0 if the
    /// caller must try again, because a signal interrupted the call, or because a full non-blocking standard
    /// output has room now.
    /// </summary>
    /// <param name="call">The name of the call.</param>
    /// <param name="result">The result of the call, a failure if it is -1 or 0.</param>
    /// <param name="atLineStart">
    /// Whether the output so far consists of whole lines, so that another strategy can continue.
    /// </param>
    /// <exception cref="OutputException">Standard output failed, or it ends within a line.</exception>
    /// <exception cref="RefusedException">The kernel rejected the call at the start of a line.</exception>
    internal static nint Moved(string call, nint result, bool atLineStart)
    {
        if (result > 0)
        {
            return result;
        }

        var error = Libc.ErrorOf(result);
        if (Descriptors.AwaitRoom(Libc.STDOUT_FILENO, error))
        {
            return 0;
        }

        throw atLineStart && error is not (ErrorCode.EPIPE or ErrorCode.EBADF or ErrorCode.ECONNRESET)
            ? new RefusedException(call, error)
            : new OutputException(error);
    }

    /// <summary>Enlarges the send buffer of a socket to twice the default, if socket(7) allows it.</summary>
    internal static void EnlargeSendBuffer()
    {
        // This is the default of /proc/sys/net/core/wmem_max. The kernel doubles the size that it is given.
        var size = 212_992;
        if (SocketOption(Libc.SO_SNDBUF) < 2 * size)
        {
            _ = Libc.setsockopt(Libc.STDOUT_FILENO, Libc.SOL_SOCKET, Libc.SO_SNDBUF, ref size, sizeof(int));
        }
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
