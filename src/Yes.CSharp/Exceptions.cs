namespace Yes.CSharp;

/// <summary>Ends the program with a message on standard error and exit status 1.</summary>
/// <param name="message">The reason, in Latin-1, because it may contain bytes of the command line.</param>
internal class FailureException(string message) : Exception(message);

/// <summary>The command line is invalid.</summary>
/// <param name="problem">The problem, in GNU's words and in Latin-1.</param>
internal sealed class UsageException(string problem)
    : FailureException($"{problem}\nTry 'yes --help' for more information.");

/// <summary>A write to standard output failed.</summary>
/// <param name="error">The error of the system call.</param>
/// <param name="what">The thing that failed, in GNU's words.</param>
internal sealed class OutputException(ErrorCode error, string what = "standard output")
    : FailureException($"{what}: {Libc.strerror(error)}");

/// <summary>A strategy can't run, or can't continue, but another strategy may.</summary>
/// <param name="reason">The missing feature, or the system call that failed.</param>
/// <param name="error">The error of that system call.</param>
internal sealed class RefusedException(string reason, ErrorCode error = ErrorCode.None)
    : Exception(error == ErrorCode.None ? reason : $"{reason}: {Libc.strerror(error)}");
