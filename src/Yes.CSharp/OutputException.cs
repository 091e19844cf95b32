namespace Yes.CSharp;

/// <summary>Standard output took no more bytes.</summary>
/// <param name="errno">The reason, as write(2) gave it.</param>
/// <param name="what">What failed, in GNU's words.</param>
internal sealed class OutputException(int errno, string what = "standard output") : Exception(what)
{
    /// <summary>The reason, as write(2) gave it.</summary>
    internal int Errno { get; } = errno;
}
