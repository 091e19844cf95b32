using System.Runtime.InteropServices;
using System.Text;

namespace Yes.CSharp;

/// <summary>Ends the program with exit status 1 and a message on standard error.</summary>
/// <param name="problem">The message in Latin-1, which can represent all bytes of an argument.</param>
/// <param name="error">The error from the system call, if one failed.</param>
internal class FailureException(string problem, Errno? error = null)
    : Exception(error is null ? problem : $"{problem}: {MessageOf((int)error)}")
{
    /// <summary>Whether the reader has closed the pipe or socket.</summary>
    internal bool IsBrokenPipe => error == Errno.EPIPE;

    /// <summary>
    /// The message for an errno from strerror(3) in the C locale. On Windows, the message for a code from
    /// winerror.h, which can be in any language. Each character stands for one byte of UTF-8.
    /// </summary>
    internal static string MessageOf(int error) =>
        Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(Marshal.GetPInvokeErrorMessage(error)));
}

/// <summary>A strategy can't write here, but another one may succeed.</summary>
/// <param name="problem">The missing feature, or the system call that failed.</param>
/// <param name="error">The error from that system call.</param>
internal sealed class RefusedException(string problem, Errno? error = null)
    : FailureException(problem, error);
