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
    /// With the default size, tee is only .6 times as fast into such a socket. The kernel adapts the send
    /// buffer of a TCP socket unless a program sets its size.
    /// </remarks>
    internal static void EnlargeSendBuffer(int fd)
    {
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_CLOEXEC;
        if (
            Of(fd, Libc.SO_DOMAIN) == Libc.AF_UNIX
            && Libc.socketpair(Libc.AF_UNIX, Type, 0, out var trial) == 0
        )
        {
            // The kernel reduces the size to /proc/sys/net/core/wmem_max, even if that is below the current
            // size. Other processes may use the socket, so a trial shows first whether its buffer would grow.
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
