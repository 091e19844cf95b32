namespace Yes.CSharp;

/// <summary>Two descriptors of this process: what goes into one comes out of the other.</summary>
internal abstract unsafe class DescriptorPair : IDisposable
{
    /// <summary>Makes the two descriptors, and no standard one.</summary>
    /// <remarks>What the runtime writes to standard error must not become output.</remarks>
    /// <param name="call">The name of the call.</param>
    /// <param name="make">The call, given the address of the descriptors: first the one to read from.</param>
    /// <exception cref="RefusedException">The call failed, or a standard descriptor was free.</exception>
    protected DescriptorPair(string call, Func<nint, int> make)
    {
        var ends = stackalloc int[2];
        if (make((nint)ends) == -1)
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
