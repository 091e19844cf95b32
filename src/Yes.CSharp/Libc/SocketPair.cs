namespace Yes.CSharp;

/// <summary>Two Unix stream sockets that are connected with each other; neither blocks.</summary>
internal sealed unsafe class SocketPair : IDisposable
{
    private readonly int _sender;

    /// <exception cref="RefusedException">The kernel gives none.</exception>
    internal SocketPair()
    {
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        var ends = stackalloc int[2];
        ProcessState.RequireOwn("socketpair", Libc.socketpair(Libc.AF_UNIX, Type, 0, ends), ends);
        (_sender, Receiver) = (ends[0], ends[1]);
    }

    /// <summary>The descriptor to splice the sent bytes from.</summary>
    internal int Receiver { get; }

    /// <summary>Sends bytes, and returns how many were taken: at least one.</summary>
    /// <exception cref="RefusedException">None were taken.</exception>
    internal int Send(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            var sent = Libc.send(_sender, first, (nuint)bytes.Length, Libc.MSG_NOSIGNAL);
            return sent > 0 ? (int)sent : throw new RefusedException("send", Libc.LastErrno());
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ = Libc.close(_sender);
        _ = Libc.close(Receiver);
    }
}
