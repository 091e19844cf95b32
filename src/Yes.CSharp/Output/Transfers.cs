namespace Yes.CSharp;

/// <summary>Checks the system calls with which a strategy moves bytes to standard output.</summary>
internal sealed class Transfers
{
    private bool _moved;
    private int _retries;

    /// <summary>Returns the number of bytes that a call moved, or 0 if it has to be tried again.</summary>
    /// <param name="call">The name of the call.</param>
    /// <param name="result">The result of the call, a failure if it is -1 or 0.</param>
    internal nint Moved(string call, nint result)
    {
        if (result <= 0)
        {
            RetryOrThrow(call, result);
            return 0;
        }

        _moved = true;
        _retries = 0;
        return result;
    }

    /// <summary>
    /// Returns when a call that moved nothing has to be tried again: at once if a signal interrupted it, or
    /// when a full non-blocking standard output has room.
    /// </summary>
    /// <exception cref="OutputException">Standard output failed, or bytes have moved.</exception>
    /// <exception cref="RefusedException">The kernel rejected the call before any bytes moved.</exception>
    internal void RetryOrThrow(string call, nint result)
    {
        var error = Libc.ErrorOf(result);
        if (StandardStreams.AwaitRoom(StandardStreams.Output, error, ref _retries))
        {
            return;
        }

        if (_moved || error is ErrorCode.EPIPE or ErrorCode.EBADF or ErrorCode.ECONNRESET)
        {
            throw new OutputException(error);
        }

        throw new RefusedException(call, error);
    }
}
