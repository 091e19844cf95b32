namespace Yes.CSharp;

/// <summary>A strategy failed, but another one may succeed.</summary>
/// <param name="problem">The missing feature, or the system call that failed.</param>
/// <param name="error">The error from that system call.</param>
internal sealed class RefusedException(string problem, ErrorCode error = ErrorCode.None)
    : FailureException(problem, error);

/// <summary>Decides whether another strategy can continue after a system call has failed.</summary>
internal static class Fallback
{
    /// <summary>
    /// Returns the number of bytes that a call such as splice(2) moved to standard output. The number is 0
    /// after a signal or a wait for room. The caller must then try again.
    /// </summary>
    /// <param name="call">The name of the call.</param>
    /// <param name="result">The result of the call.</param>
    /// <param name="atLineStart">Whether the output so far consists of whole lines.</param>
    /// <exception cref="RefusedException">Another strategy can continue.</exception>
    /// <exception cref="FailureException">No further write can succeed, or a line is incomplete.</exception>
    internal static nint Check(string call, CallResult result, bool atLineStart)
    {
        var error = result.Error;
        if (error == ErrorCode.None || StandardOutput.ShouldRepeat(result))
        {
            return result.Bytes;
        }

        // The kernel reports a lost connection only once, so another strategy would not notice the loss.
        var isFinal = error switch
        {
            ErrorCode.EPIPE or ErrorCode.EBADF => true,
            ErrorCode.ENOBUFS => false,
            _ => error is >= ErrorCode.ENETDOWN and <= ErrorCode.EHOSTUNREACH,
        };
        throw atLineStart && !isFinal
            ? new RefusedException(call, error)
            : new FailureException("standard output", error);
    }
}
