namespace Yes.CSharp;

/// <summary>Ends the program with exit status 1 and a message on standard error.</summary>
/// <param name="problem">The message in Latin-1, which can represent all bytes of an argument.</param>
/// <param name="error">The error from the system call, if one failed.</param>
internal class FailureException(string problem, ErrorCode error = ErrorCode.None)
    : Exception(error == ErrorCode.None ? problem : $"{problem}: {Libc.strerror(error)}")
{
    /// <summary>Whether the reader has closed the pipe or socket. On Windows, this is always false.</summary>
    internal bool IsBrokenPipe => error == ErrorCode.EPIPE && !OperatingSystem.IsWindows();
}

/// <summary>The command line is invalid.</summary>
/// <param name="problem">The message in Latin-1, in the words that GNU programs use.</param>
internal sealed class UsageException(string problem)
    : FailureException($"{problem}\nTry 'yes --help' for more information.");

/// <summary>A strategy failed, but another one may succeed.</summary>
/// <param name="problem">The missing feature, or the system call that failed.</param>
/// <param name="error">The error from that system call.</param>
internal sealed class RefusedException(string problem, ErrorCode error = ErrorCode.None)
    : FailureException(problem, error);
