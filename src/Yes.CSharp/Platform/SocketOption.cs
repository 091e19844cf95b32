namespace Yes.CSharp;

/// <summary>Reads and changes the options of a socket.</summary>
internal static class SocketOption
{
    /// <summary>The value of an option, or -1 if this is not a socket.</summary>
    internal static int Of(int fd, int name)
    {
        var size = sizeof(int);
        return Libc.getsockopt(fd, Libc.SOL_SOCKET, name, out var value, ref size) == 0 ? value : -1;
    }

    /// <summary>Enlarges the send buffer of a Unix socket to twice the default size.</summary>
    /// <remarks>
    /// The kernel adapts the send buffer of a TCP socket unless a program sets its size. This method never
    /// shrinks a buffer, because other processes may use the socket.
    /// </remarks>
    internal static void EnlargeSendBuffer(int fd)
    {
        if (Of(fd, Libc.SO_DOMAIN) == Libc.AF_UNIX && DescriptorPair.MakeSockets(out var trial))
        {
            // The kernel reduces the size to /proc/sys/net/core/wmem_max, even if that is below the current
            // size. Another socket shows the result first.
            if (Of(fd, Libc.SO_SNDBUF) < SetSendBuffer(trial.WriteEnd))
            {
                _ = SetSendBuffer(fd);
            }
            trial.Dispose();
        }
    }

    /// <summary>Sets the size of the send buffer and returns the size that the kernel has chosen.</summary>
    private static int SetSendBuffer(int fd)
    {
        // This is the default of net.core.wmem_default. The kernel doubles the size that it receives.
        var size = 212_992;
        _ = Libc.setsockopt(fd, Libc.SOL_SOCKET, Libc.SO_SNDBUF, ref size, sizeof(int));
        return Of(fd, Libc.SO_SNDBUF);
    }
}
