namespace Yes.CSharp;

internal static class StandardOutput
{
    /// <summary>How messages name standard output. GNU yes uses the same words.</summary>
    private const string Name = "standard output";

    internal static OutputKind Kind { get; } = FindKind();

    /// <summary>Fails if standard output is closed or read-only. This check must precede any write.</summary>
    /// <param name="subject">The beginning of the error message, in GNU's words.</param>
    internal static void RequireWritable(string subject = Name)
    {
        if (!Descriptor.IsWritable(Libc.STDOUT_FILENO))
        {
            throw new FailureException(subject, Errno.EBADF);
        }
    }

    /// <summary>
    /// Writes all bytes. Continues after a signal or a short write. If standard output is non-blocking and
    /// full, waits for room.
    /// </summary>
    /// <param name="bytes">The bytes to write. If they are UTF-8, they consist of whole characters.</param>
    /// <param name="subject">The beginning of the error message, in GNU's words.</param>
    /// <exception cref="FailureException">The write failed.</exception>
    internal static void Write(ReadOnlySpan<byte> bytes, string subject = Name)
    {
        if (OperatingSystem.IsWindows())
        {
            var error = Windows.Write(Libc.STDOUT_FILENO, bytes);
            if (error != 0)
            {
                throw new FailureException($"{subject}: {FailureException.MessageOf(error)}");
            }

            return;
        }

        while (!bytes.IsEmpty)
        {
            bytes = bytes[(int)Check(Libc.write(Libc.STDOUT_FILENO, bytes), subject)..];
        }
    }

    /// <summary>Closes standard output, because some file systems report a failed write only then.</summary>
    /// <exception cref="FailureException">The file system reports an error.</exception>
    internal static void Close(string subject)
    {
        if (!OperatingSystem.IsWindows() && Libc.close(Libc.STDOUT_FILENO) == -1)
        {
            throw new FailureException(subject, Libc.LastError());
        }
    }

    /// <summary>
    /// Checks the result of a system call that writes to standard output, and returns the number of bytes
    /// that the call has written. The number is 0 if the caller has to repeat the call, because a signal
    /// interrupted the call or because this method has waited until standard output had room.
    /// </summary>
    /// <param name="result">The result of the most recent system call.</param>
    /// <param name="subject">The beginning of the error message, in GNU's words.</param>
    /// <param name="untriedCall">The system call's name, unless the strategy has already succeeded.</param>
    /// <exception cref="RefusedException">The call failed, and the strategy has written nothing.</exception>
    /// <exception cref="FailureException">The call failed, and no other strategy is tried.</exception>
    internal static nint Check(nint result, string subject = Name, string? untriedCall = null)
    {
        if (result > 0)
        {
            return result;
        }

        // GNU's full_write also treats 0 as ENOSPC, because a retry would return 0 again.
        var error = result == 0 ? Errno.ENOSPC : Libc.LastError();
        if (error == Errno.EINTR || (error is Errno.EAGAIN or Errno.EAGAIN_BSD && WaitForRoom()))
        {
            return 0;
        }

        // A lost connection is reported only once, so another strategy would not notice it.
        throw untriedCall is null || error is Errno.EPIPE or Errno.ECONNRESET
            ? new FailureException(subject, error)
            : new RefusedException(untriedCall, error);
    }

    /// <summary>
    /// Waits until standard output has room or reports an error. Returns false if poll(2) can't wait, because
    /// repeating the write at once would be a busy loop.
    /// </summary>
    private static bool WaitForRoom()
    {
        var pollfd = new Libc.pollfd { fd = Libc.STDOUT_FILENO, events = Libc.POLLOUT };
        return Libc.poll(ref pollfd, 1, -1) == -1
            ? Libc.LastError() == Errno.EINTR
            : (pollfd.revents & (Libc.POLLOUT | Libc.POLLERR | Libc.POLLHUP)) != 0;
    }

    /// <summary>The value of a socket's option, or null if standard output is not a socket.</summary>
    internal static int? SocketOption(int option)
    {
        var size = sizeof(int);
        const int Level = Libc.SOL_SOCKET;
        var result = Libc.getsockopt(Libc.STDOUT_FILENO, Level, option, out var value, ref size);
        return result == 0 ? value : null;
    }

    private static OutputKind FindKind() =>
        !Libc.IsKnownLinux ? OutputKind.Unknown
        : PipeCapacity.Of(Libc.STDOUT_FILENO) is not null ? OutputKind.Pipe
        : SocketOption(Libc.SO_TYPE) == Libc.SOCK_STREAM ? OutputKind.StreamSocket
        : Libc.lseek(Libc.STDOUT_FILENO, 0, Libc.SEEK_CUR) != -1 ? OutputKind.Seekable
        : OutputKind.Other;
}
