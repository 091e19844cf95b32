using System.Text;

namespace Yes.CSharp;

/// <summary>The messages of this program.</summary>
internal static class StandardError
{
    /// <summary>The longest wait in milliseconds for room in a full non-blocking standard error.</summary>
    private const int Patience = 100;

    /// <summary>
    /// Writes the program's name and a message. The message is in Latin-1, because it may contain bytes of
    /// the command line. A failure of this write can't be reported anywhere.
    /// </summary>
    internal static void Write(string message)
    {
        var bytes = Encoding.Latin1.GetBytes($"yes: {message}\n");
        _ = Descriptors.TryWrite(Libc.STDERR_FILENO, bytes, Patience);
    }
}
