using System.Text;

namespace Yes.CSharp;

/// <summary>Writes this program's messages.</summary>
internal static class StandardError
{
    private static bool _isWritable;

    /// <summary>
    /// Remembers whether standard error is open. The program must call this method before it opens a file,
    /// because that file could get the number of a closed standard error.
    /// </summary>
    internal static void RememberIfOpen() => _isWritable = Descriptor.IsWritable(Libc.STDERR_FILENO);

    /// <summary>
    /// Writes the program's name and a message. The message is in Latin-1, which can represent all bytes of
    /// an argument. If a write fails, there is nowhere to report the error.
    /// </summary>
    internal static void Write(string message)
    {
        ReadOnlySpan<byte> bytes = Encoding.Latin1.GetBytes($"yes: {message}\n");
        if (OperatingSystem.IsWindows())
        {
            _ = Windows.Write(Libc.STDERR_FILENO, bytes);
            return;
        }

        while (_isWritable && !bytes.IsEmpty)
        {
            var written = Libc.write(Libc.STDERR_FILENO, bytes);
            _isWritable = written > 0 || (written == -1 && Libc.LastError() == Errno.EINTR);
            bytes = bytes[(int)nint.Max(written, 0)..];
        }
    }
}
