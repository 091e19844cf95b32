using System.Text;

namespace Yes.CSharp;

/// <summary>
/// Standard output and standard error, without System.Console, which takes longer to start than this whole
/// program.
/// </summary>
/// <remarks>The pointer is safe because write(2) never reads beyond the span, which stays fixed.</remarks>
internal static unsafe class StandardStreams
{
    /// <summary>STDERR_FILENO</summary>
    internal const int Error = 2;

    /// <summary>
    /// The number of consecutive retries of a call that was interrupted, or that found no room although
    /// poll(2) had reported some. The number is large because other writers may repeatedly fill the room
    /// first.
    /// </summary>
    private const int RetriesInARow = 10_000;

    /// <summary>The longest time in milliseconds to wait for room on standard error.</summary>
    private const int PatienceForMessage = 100;

    /// <summary>The error when a non-blocking descriptor is full. On macOS and the BSDs, it is 35.</summary>
    private static readonly ErrorCode WouldBlock = OperatingSystem.IsLinux()
        ? ErrorCode.EAGAIN
        : (ErrorCode)35;

    /// <summary>
    /// Writes all the bytes to standard output. Continues after an interruption or a short write, and waits
    /// for room in a full non-blocking standard output.
    /// </summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="what">The thing that an error message names, in GNU's words.</param>
    /// <exception cref="OutputException">write(2) failed.</exception>
    internal static void Write(ReadOnlySpan<byte> bytes, string what = "standard output")
    {
        var error = TryWrite(StandardOutput.Descriptor, bytes);
        if (error != ErrorCode.None)
        {
            throw new OutputException(error, what);
        }
    }

    /// <summary>
    /// Writes the program's name and a message to standard error. The message is in Latin-1, because it may
    /// contain bytes of the command line. A failure of this write can't be reported anywhere.
    /// </summary>
    internal static void WriteError(string message) =>
        _ = TryWrite(Error, Encoding.Latin1.GetBytes($"yes: {message}\n"));

    /// <summary>Writes all the bytes and returns None, or returns the error of the write.</summary>
    private static ErrorCode TryWrite(int fd, ReadOnlySpan<byte> bytes)
    {
        if (ClosedDescriptors.Contain(fd))
        {
            return ErrorCode.EBADF;
        }

        if (OperatingSystem.IsWindows())
        {
            return WindowsStreams.TryWrite(fd, bytes);
        }

        var retries = 0;
        fixed (byte* first = bytes)
        {
            var done = 0;
            while (done < bytes.Length)
            {
                var written = Libc.write(fd, first + done, (nuint)(bytes.Length - done));
                if (written > 0)
                {
                    done += (int)written;
                    retries = 0;
                    continue;
                }

                var error = Libc.ErrorOf(written);
                if (!AwaitRoom(fd, error, ref retries))
                {
                    return error;
                }
            }
        }

        return ErrorCode.None;
    }

    /// <summary>
    /// Waits until a full non-blocking descriptor has room or has failed. The next call shows which.
    /// </summary>
    /// <returns>Whether to retry the call that failed with this error.</returns>
    internal static bool AwaitRoom(int fd, ErrorCode error, ref int retries)
    {
        var pollfd = new Libc.pollfd { fd = fd, events = Libc.POLLOUT };
        var patience = fd == Error ? PatienceForMessage : -1;
        return (error == ErrorCode.EINTR || (error == WouldBlock && Libc.poll(&pollfd, 1, patience) != 0))
            && ++retries < RetriesInARow;
    }
}
