using System.Text;

namespace Yes.CSharp;

/// <summary>Writes this program's messages.</summary>
internal static class StandardError
{
    /// <summary>
    /// Writes the program's name and a message. The message is in Latin-1, which can represent all bytes of
    /// an argument. If a write fails, there is nowhere to report the error.
    /// </summary>
    internal static void Write(string message)
    {
        ReadOnlySpan<byte> bytes = Encoding.Latin1.GetBytes($"yes: {message}\n");
        var canWrite = StandardDescriptors.IsWritable(Libc.STDERR_FILENO);
        while (canWrite && !bytes.IsEmpty)
        {
            var result = StandardDescriptors.Write(Libc.STDERR_FILENO, bytes);
            bytes = bytes[(int)result.Bytes..];
            canWrite = result.Error == ErrorCode.None || result.IsInterrupted;
        }
    }
}
