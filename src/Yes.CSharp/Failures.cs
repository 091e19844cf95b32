namespace Yes.CSharp;

/// <summary>Ends the program: its message goes to standard error, and the exit status is 1.</summary>
/// <param name="message">The reason, in Latin-1, since it may hold bytes of the command line.</param>
internal class FailureException(string message) : Exception(message);

/// <summary>The command line is wrong.</summary>
/// <param name="problem">The problem, in GNU's words and in Latin-1.</param>
internal sealed class UsageException(string problem)
    : FailureException($"{problem}\nTry 'yes --help' for more information.");

/// <summary>Standard output takes no more bytes.</summary>
/// <param name="errno">The errno of the call that failed.</param>
/// <param name="what">The thing that failed, in GNU's words.</param>
internal sealed class OutputException(Errno errno, string what = "standard output")
    : FailureException($"{what}: {Libc.strerror(errno)}");

/// <summary>A strategy can't start with this standard output or kernel; another may.</summary>
/// <param name="reason">What the strategy lacks, or the system call that was refused.</param>
/// <param name="errno">The errno of that call.</param>
internal sealed class RefusedException(string reason, Errno errno = Errno.None)
    : Exception(errno == Errno.None ? reason : $"{reason}: {Libc.strerror(errno)}");
