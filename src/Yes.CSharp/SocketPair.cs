namespace Yes.CSharp;

/// <summary>Two Unix stream sockets that are connected with each other.</summary>
internal sealed unsafe class SocketPair : IDisposable
{
    private readonly string _strategy;
    private readonly int _sender;

    /// <summary>Creates a pair, neither end of which blocks.</summary>
    /// <exception cref="RefusedException">The kernel gives none.</exception>
    internal SocketPair(string strategy)
    {
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        var ends = stackalloc int[2];
        if (Libc.socketpair(Libc.AF_UNIX, Type, 0, ends) == -1)
        {
            throw new RefusedException(strategy, "socketpair", StandardOutput.LastErrno());
        }

        (_strategy, _sender, Receiver) = (strategy, ends[0], ends[1]);
    }

    /// <summary>The descriptor to splice from what was sent.</summary>
    internal int Receiver { get; }

    /// <summary>Sends bytes, and returns how many were taken: at least one.</summary>
    /// <exception cref="RefusedException">None were.</exception>
    internal int Send(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            var sent = Libc.send(_sender, first, (nuint)bytes.Length, Libc.MSG_NOSIGNAL);
            return sent > 0
                ? (int)sent
                : throw new RefusedException(_strategy, "send", StandardOutput.LastErrno());
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ = Libc.close(_sender);
        _ = Libc.close(Receiver);
    }
}
