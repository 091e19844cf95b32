namespace Yes.CSharp;

/// <summary>What standard output is, which decides how strategies write to it.</summary>
/// <remarks>
/// All properties are false except on Linux, because only strategies for Linux need them. The pointers are
/// safe because each leads to an integer on the stack.
/// </remarks>
internal static unsafe class StandardOutput
{
    /// <summary>STDOUT_FILENO</summary>
    internal const int Descriptor = 1;

    private static readonly int SocketType = SocketOption(Libc.SO_TYPE);

    /// <summary>Whether standard output is a pipe.</summary>
    internal static bool IsPipe { get; } = OperatingSystem.IsLinux() && Pipe.CapacityOf(Descriptor) != -1;

    /// <summary>Whether standard output is a Unix stream socket, as in child processes of Node.js.</summary>
    internal static bool IsUnixStream { get; } =
        SocketType == Libc.SOCK_STREAM && SocketOption(Libc.SO_DOMAIN) == Libc.AF_UNIX;

    /// <summary>Whether each write to standard output is a message, as to a datagram socket.</summary>
    internal static bool IsMessageSocket { get; } = SocketType is not (-1 or Libc.SOCK_STREAM);

    /// <summary>Enlarges the send buffer of a socket to twice the default, if socket(7) allows it.</summary>
    internal static void EnlargeSendBuffer()
    {
        // This is the default of /proc/sys/net/core/wmem_max. The kernel doubles the size that it is given.
        var size = 212_992;
        if (SocketOption(Libc.SO_SNDBUF) < 2 * size)
        {
            _ = Libc.setsockopt(Descriptor, Libc.SOL_SOCKET, Libc.SO_SNDBUF, &size, sizeof(int));
        }
    }

    /// <summary>A socket option of standard output, such as SO_TYPE, or -1 if it is not a socket.</summary>
    private static int SocketOption(int name)
    {
        int value;
        var size = sizeof(int);
        return
            OperatingSystem.IsLinux()
            && Libc.getsockopt(Descriptor, Libc.SOL_SOCKET, name, &value, &size) == 0
            ? value
            : -1;
    }
}
