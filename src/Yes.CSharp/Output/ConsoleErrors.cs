using System.ComponentModel;

namespace Yes.CSharp;

/// <summary>The errnos in the exceptions of System.Console.</summary>
internal static class ConsoleErrors
{
    /// <summary>The failure for an exception of the console; null if it is not one.</summary>
    internal static FailureException? Translate(Exception exception)
    {
        var unix = !OperatingSystem.IsWindows();

        // The console's stream sometimes throws an exception around the one with the number.
        return (exception.InnerException ?? exception) switch
        {
            // The errnos for which that stream throws an exception without a number.
            ArgumentOutOfRangeException when unix => new OutputException(Errno.EFBIG),
            DirectoryNotFoundException when unix => new OutputException(Errno.ENOTDIR),
            PathTooLongException when unix => new OutputException(Errno.ENAMETOOLONG),
            OperationCanceledException when unix => new OutputException(Errno.ECANCELED),

            IOException e => new OutputException(NumberOf(e)),

            // The console starts a thread for the terminal's signals, and a limit may leave no room for one.
            Win32Exception { NativeErrorCode: var errno } => new FailureException(
                $"System.Console: {Libc.strerror((Errno)errno)}"
            ),
            _ => null,
        };
    }

    /// <summary>The errno, which is the HResult; on Windows the error code, its lower half.</summary>
    internal static Errno NumberOf(IOException e) => (Errno)(e.HResult > 0 ? e.HResult : e.HResult & 0xffff);
}
