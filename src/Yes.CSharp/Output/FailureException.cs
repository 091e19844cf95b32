using System.Runtime.InteropServices;
using System.Text;

namespace Yes.CSharp;

/// <summary>Ends the program with exit status 1 and a message on standard error.</summary>
/// <param name="problem">The message in Latin-1, which can represent all bytes of an argument.</param>
/// <param name="error">The error from the system call, if one failed.</param>
internal class FailureException(string problem, ErrorCode error = ErrorCode.None)
    : Exception(error == ErrorCode.None ? problem : $"{problem}: {MessageOf(error)}")
{
    /// <summary>Whether the reader has closed the pipe or socket. On Windows, this is always false.</summary>
    internal bool IsBrokenPipe => error == ErrorCode.EPIPE && !OperatingSystem.IsWindows();

    /// <summary>Creates the exception for an invalid command line.</summary>
    /// <param name="problem">The message in Latin-1, in the words that GNU programs use.</param>
    internal static FailureException OfUsage(string problem) =>
        new($"{problem}\nTry 'yes --help' for more information.");

    /// <summary>
    /// The message from strerror(3) in the C locale. On Windows, it can be in any language. Each character
    /// stands for one byte of UTF-8, because messages are in Latin-1.
    /// </summary>
    private static string MessageOf(ErrorCode error) =>
        Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(Marshal.GetPInvokeErrorMessage((int)error)));
}
