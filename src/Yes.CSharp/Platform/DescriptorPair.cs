namespace Yes.CSharp;

/// <summary>The two file descriptors of a pipe or of a pair of connected sockets.</summary>
internal sealed class DescriptorPair : IDisposable
{
    private DescriptorPair(ReadOnlySpan<int> ends) => (ReadEnd, WriteEnd) = (ends[0], ends[1]);

    /// <summary>The descriptor to read from.</summary>
    internal int ReadEnd { get; }

    /// <summary>The descriptor to write to.</summary>
    internal int WriteEnd { get; }

    /// <summary>Creates a pipe. Returns null if pipe2 fails.</summary>
    internal static DescriptorPair? OfPipe()
    {
        Span<int> ends = stackalloc int[2];
        return Create(Libc.pipe2(ends, Libc.O_CLOEXEC), ends);
    }

    /// <summary>Creates a pair of non-blocking Unix stream sockets, or returns null on failure.</summary>
    internal static DescriptorPair? OfSockets()
    {
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        Span<int> ends = stackalloc int[2];
        return Create(Libc.socketpair(Libc.AF_UNIX, Type, 0, ends), ends);
    }

    public void Dispose()
    {
        _ = Libc.close(ReadEnd);
        _ = Libc.close(WriteEnd);
    }

    private static DescriptorPair? Create(int result, ReadOnlySpan<int> ends) =>
        result == -1 ? null : new DescriptorPair(ends);
}
