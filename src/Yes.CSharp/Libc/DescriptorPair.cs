namespace Yes.CSharp;

/// <summary>The two file descriptors of a pipe or of a pair of connected sockets.</summary>
internal sealed class DescriptorPair : IDisposable
{
    private DescriptorPair(string call, int result, ReadOnlySpan<int> ends)
    {
        if (result == -1)
        {
            throw new RefusedException(call, Libc.LastError());
        }

        (ReadEnd, WriteEnd) = (ends[0], ends[1]);
    }

    /// <summary>The descriptor to read from.</summary>
    internal int ReadEnd { get; }

    /// <summary>The descriptor to write to.</summary>
    internal int WriteEnd { get; }

    /// <summary>Creates a pipe.</summary>
    /// <exception cref="RefusedException">The call failed.</exception>
    internal static DescriptorPair OfPipe()
    {
        Span<int> ends = stackalloc int[2];
        return new DescriptorPair("pipe2", Libc.pipe2(ends, Libc.O_CLOEXEC), ends);
    }

    /// <summary>Creates two connected, non-blocking Unix stream sockets.</summary>
    /// <exception cref="RefusedException">The call failed.</exception>
    internal static DescriptorPair OfSockets()
    {
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        Span<int> ends = stackalloc int[2];
        return new DescriptorPair("socketpair", Libc.socketpair(Libc.AF_UNIX, Type, 0, ends), ends);
    }

    public void Dispose()
    {
        _ = Libc.close(ReadEnd);
        _ = Libc.close(WriteEnd);
    }
}
