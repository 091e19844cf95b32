namespace Yes.CSharp;

/// <summary>Two Unix stream sockets that are connected with each other; neither blocks.</summary>
/// <exception cref="RefusedException">The kernel gives none.</exception>
internal sealed unsafe class SocketPair()
    : DescriptorPair("socketpair", ends => Libc.socketpair(Libc.AF_UNIX, Type, 0, (int*)ends))
{
    private const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;

    /// <summary>Sends bytes, and returns how many were taken: at least one.</summary>
    /// <exception cref="RefusedException">None were taken.</exception>
    internal int Send(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            var sent = Libc.send(WriteEnd, first, (nuint)bytes.Length, Libc.MSG_NOSIGNAL);
            return sent > 0 ? (int)sent : throw new RefusedException("send", Libc.LastErrno());
        }
    }
}
