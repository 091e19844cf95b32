namespace Yes.CSharp;

/// <summary>The kinds of standard output that strategies distinguish.</summary>
/// <remarks>Only Linux reveals the kind. Any seekable output is a File. A datagram socket is Other.</remarks>
[Flags]
internal enum OutputKind
{
    Unknown = 1,
    Other = 2,
    File = 4,
    StreamSocket = 8,
    Pipe = 16,
    Any = Unknown | Other | File | StreamSocket | Pipe,
}

/// <summary>Describes standard output and writes to it.</summary>
internal static class StandardOutput
{
    /// <summary>The kind of standard output.</summary>
    internal static OutputKind Kind { get; } = FindKind();

    /// <summary>Fails unless standard output was open for writing when the program started.</summary>
    internal static void RequireWritable(string what = "standard output")
    {
        if (!StandardDescriptors.IsWritable(Libc.STDOUT_FILENO))
        {
            throw new FailureException(what, ErrorCode.EBADF);
        }
    }

    /// <summary>
    /// Writes all bytes. Continues after a signal or a short write. If standard output is non-blocking and
    /// full, waits for room.
    /// </summary>
    /// <param name="bytes">The bytes to write. If they are UTF-8, they consist of whole characters.</param>
    /// <param name="what">The beginning of the error message, in GNU's words.</param>
    /// <exception cref="FailureException">The write failed.</exception>
    internal static void Write(ReadOnlySpan<byte> bytes, string what = "standard output")
    {
        RequireWritable(what);
        while (!bytes.IsEmpty)
        {
            var result = StandardDescriptors.Write(Libc.STDOUT_FILENO, bytes);
            if (result.Error != ErrorCode.None && !ShouldRepeat(result))
            {
                throw new FailureException(what, result.Error);
            }

            bytes = bytes[(int)result.Bytes..];
        }
    }

    /// <summary>
    /// Whether to repeat a call that wrote nothing, either because a signal interrupted the call or because
    /// standard output was full. In the latter case, this method has waited for room.
    /// </summary>
    internal static bool ShouldRepeat(CallResult result) =>
        result.IsInterrupted || (result.IsFull && WaitForRoom());

    /// <summary>Waits until standard output has room. Returns false if poll(2) fails.</summary>
    private static bool WaitForRoom()
    {
        var pollfd = new Libc.pollfd { fd = Libc.STDOUT_FILENO, events = Libc.POLLOUT };
        return Libc.poll(ref pollfd, 1, -1) != -1 || Libc.LastError() == ErrorCode.EINTR;
    }

    private static OutputKind FindKind() =>
        !OperatingSystem.IsLinux() ? OutputKind.Unknown
        : PipeCapacity.Of(Libc.STDOUT_FILENO) != -1 ? OutputKind.Pipe
        : SocketOption.Of(Libc.STDOUT_FILENO, Libc.SO_TYPE) == Libc.SOCK_STREAM ? OutputKind.StreamSocket
        : Libc.lseek(Libc.STDOUT_FILENO, 0, Libc.SEEK_CUR) != -1 ? OutputKind.File
        : OutputKind.Other;
}
