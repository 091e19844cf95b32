namespace Yes.CSharp;

/// <summary>The two file descriptors of a pipe or of two connected sockets. In C, this is an array.</summary>
internal readonly struct DescriptorPair : IDisposable
{
    /// <summary>The descriptor to read from.</summary>
    internal readonly int ReadEnd;

    /// <summary>The descriptor to write to.</summary>
    internal readonly int WriteEnd;

    public void Dispose()
    {
        _ = Libc.close(ReadEnd);
        _ = Libc.close(WriteEnd);
    }
}
