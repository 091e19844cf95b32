namespace Yes.CSharp;

/// <summary>
/// The result of a system call that writes. The call wrote some bytes, found no room, or was interrupted.
/// Any other result is a failure.
/// </summary>
/// <param name="result">The result of the most recent call.</param>
/// <param name="ifZero">
/// The error that 0 stands for. GNU's full_write also assumes ENOSPC, because a retry would return 0 again.
/// </param>
internal readonly struct CallResult(nint result, ErrorCode ifZero = ErrorCode.ENOSPC)
{
    private const ErrorCode EAGAIN_ON_MACOS_AND_BSD = (ErrorCode)35;
    private const ErrorCode ERROR_DISK_FULL = (ErrorCode)112;

    /// <summary>The number of bytes that the call wrote.</summary>
    internal nint Bytes { get; } = nint.Max(result, 0);

    /// <summary>The reason why the call wrote nothing, or None if it wrote some bytes.</summary>
    internal ErrorCode Error { get; } =
        result switch
        {
            > 0 => ErrorCode.None,
            0 => OperatingSystem.IsWindows() ? ERROR_DISK_FULL : ifZero,
            _ => Libc.LastError(),
        };

    /// <summary>Whether the output is non-blocking and full.</summary>
    internal bool IsFull =>
        !OperatingSystem.IsWindows()
        && Error == (OperatingSystem.IsLinux() ? ErrorCode.EAGAIN : EAGAIN_ON_MACOS_AND_BSD);

    /// <summary>Whether a signal interrupted the call.</summary>
    internal bool IsInterrupted => !OperatingSystem.IsWindows() && Error == ErrorCode.EINTR;
}
