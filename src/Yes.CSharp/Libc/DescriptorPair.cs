namespace Yes.CSharp;

/// <summary>Two descriptors of this process: what goes into one comes out of the other.</summary>
internal sealed unsafe class DescriptorPair : IDisposable
{
    private DescriptorPair(string call, int result, int* ends)
    {
        if (result == -1)
        {
            throw new RefusedException(call, Libc.LastErrno());
        }

        (ReadEnd, WriteEnd) = (ends[0], ends[1]);

        // What the runtime writes to standard error must not become output.
        if (int.Min(ReadEnd, WriteEnd) <= StandardStreams.Error)
        {
            Dispose();
            throw new RefusedException($"{call}: a standard descriptor is closed");
        }
    }

    /// <summary>The descriptor to read from.</summary>
    internal int ReadEnd { get; }

    /// <summary>The descriptor to write to.</summary>
    internal int WriteEnd { get; }

    /// <summary>Makes a pipe.</summary>
    /// <exception cref="RefusedException">The call failed, or a standard descriptor was free.</exception>
    internal static DescriptorPair OfPipe()
    {
        var ends = stackalloc int[2];
        return new DescriptorPair("pipe2", Libc.pipe2(ends, Libc.O_CLOEXEC), ends);
    }

    /// <summary>Makes two Unix stream sockets that are connected with each other; neither blocks.</summary>
    /// <exception cref="RefusedException">The call failed, or a standard descriptor was free.</exception>
    internal static DescriptorPair OfSockets()
    {
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        var ends = stackalloc int[2];
        return new DescriptorPair("socketpair", Libc.socketpair(Libc.AF_UNIX, Type, 0, ends), ends);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ = Libc.close(ReadEnd);
        _ = Libc.close(WriteEnd);
    }
}
