namespace Yes.CSharp;

/// <summary>Standard output took no more bytes.</summary>
/// <param name="errno">The reason, as the system call gave it.</param>
/// <param name="what">What failed, in GNU's words.</param>
internal sealed class OutputException(Errno errno, string what = "standard output") : Exception(what)
{
    /// <summary>The reason, as the system call gave it.</summary>
    internal Errno Errno { get; } = errno;
}
