using System.Runtime.InteropServices;
using System.Text;

namespace Yes.CSharp;

/// <summary>The Windows functions that replace write(2).</summary>
internal static partial class Windows
{
    /// <summary>Writes all bytes to a standard file descriptor.</summary>
    /// <returns>Zero, or the code of an error in winerror.h.</returns>
    internal static int Write(int fd, ReadOnlySpan<byte> bytes)
    {
        const int STD_INPUT_HANDLE = -10; // STD_OUTPUT_HANDLE is -11, and STD_ERROR_HANDLE is -12.
        var handle = GetStdHandle(STD_INPUT_HANDLE - fd);
        int succeeded;
        if (GetConsoleMode(handle, out _) != 0)
        {
            // A console misreads UTF-8, so write UTF-16 to consoles. The bytes end after a whole character.
            var text = Encoding.UTF8.GetString(bytes);
            succeeded = WriteConsoleW(handle, text, (uint)text.Length, out _, 0);
        }
        else
        {
            succeeded = WriteFile(handle, bytes, (uint)bytes.Length, out _, 0);
        }

        return succeeded == 0 ? Marshal.GetLastPInvokeError() : 0;
    }

    [LibraryImport("kernel32")]
    private static partial nint GetStdHandle(int which);

    /// <summary>GetConsoleMode from consoleapi.h. It fails unless the handle is a console.</summary>
    [LibraryImport("kernel32")]
    private static partial int GetConsoleMode(nint console, out uint mode);

    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial int WriteConsoleW(nint console, string text, uint length, out uint _, nint zero);

    [LibraryImport("kernel32", SetLastError = true)]
    private static partial int WriteFile(
        nint file,
        ReadOnlySpan<byte> bytes,
        uint count,
        out uint written,
        nint overlapped
    );
}
