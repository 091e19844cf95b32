namespace Yes.CSharp;

/// <summary>Two descriptors of this process: what goes into one comes out of the other.</summary>
internal abstract unsafe class DescriptorPair : IDisposable
{
    /// <summary>Makes the two descriptors, and no standard one.</summary>
    /// <remarks>What the runtime writes to standard error must not become output.</remarks>
    /// <param name="call">The name of the call.</param>
    /// <param name="make">The call, which fills two descriptors in, the one to read from first.</param>
    /// <exception cref="RefusedException">The call failed, or a standard descriptor was free.</exception>
    protected DescriptorPair(string call, Maker make)
    {
        var ends = stackalloc int[2];
        if (make(ends) == -1)
        {
            throw new RefusedException(call, Libc.LastErrno());
        }

        (ReadEnd, WriteEnd) = (ends[0], ends[1]);
        if (int.Min(ReadEnd, WriteEnd) <= StandardStreams.Error)
        {
            Dispose();
            throw new RefusedException($"{call}: a standard descriptor is closed");
        }
    }

    /// <summary>A call that makes two descriptors, such as pipe2; -1 if it fails.</summary>
    protected delegate int Maker(int* ends);

    /// <summary>The descriptor to read from.</summary>
    internal int ReadEnd { get; }

    /// <summary>The descriptor to write to.</summary>
    internal int WriteEnd { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ = Libc.close(ReadEnd);
        _ = Libc.close(WriteEnd);
    }
}
