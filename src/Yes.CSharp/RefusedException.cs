namespace Yes.CSharp;

/// <summary>A strategy can't run, or go on, on this standard output or kernel; another may.</summary>
/// <param name="strategy">The strategy's name.</param>
/// <param name="reason">What stands against it, or the system call that was refused.</param>
/// <param name="errno">The errno of that call.</param>
/// <param name="written">How many bytes of an unfinished line are out already.</param>
internal sealed class RefusedException(
    string strategy,
    string reason,
    Errno errno = Errno.None,
    int written = 0
) : Exception(reason)
{
    /// <summary>The strategy's name.</summary>
    internal string Strategy { get; } = strategy;

    /// <summary>The errno of the call that was refused.</summary>
    internal Errno Errno { get; } = errno;

    /// <summary>How many bytes of an unfinished line are out already: where whoever goes on has to begin.</summary>
    internal int Written { get; } = written;
}
