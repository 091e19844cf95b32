namespace Yes.CSharp;

/// <summary>A strategy can't write here, but another one may succeed.</summary>
/// <param name="problem">The missing feature, or the system call that failed.</param>
/// <param name="error">The error from that system call.</param>
internal sealed class RefusedException(string problem, Errno? error = null)
    : FailureException(problem, error);
