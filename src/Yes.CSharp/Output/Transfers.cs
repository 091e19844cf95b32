namespace Yes.CSharp;

/// <summary>Checks the system calls with which a strategy moves bytes to standard output.</summary>
internal static class Transfers
{
    private static bool _moved;
    private static int _retries;

    /// <summary>
    /// Returns the number of bytes that a call moved, or 0 if the caller must try again, because a signal
    /// interrupted the call, or because a full non-blocking standard output has room now.
    /// </summary>
    /// <param name="call">The name of the call.</param>
    /// <param name="result">The result of the call, a failure if it is -1 or 0.</param>
    /// <exception cref="OutputException">Standard output failed, or bytes have moved.</exception>
    /// <exception cref="RefusedException">The kernel rejected the call before any bytes moved.</exception>
    internal static nint Moved(string call, nint result)
    {
        if (result > 0)
        {
            _moved = true;
            _retries = 0;
            return result;
        }

        var error = Libc.ErrorOf(result);
        if (StandardStreams.AwaitRoom(StandardOutput.Descriptor, error, ref _retries))
        {
            return 0;
        }

        throw _moved || error is ErrorCode.EPIPE or ErrorCode.EBADF or ErrorCode.ECONNRESET
            ? new OutputException(error)
            : new RefusedException(call, error);
    }
}
