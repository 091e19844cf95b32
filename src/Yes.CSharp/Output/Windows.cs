using System.Runtime.InteropServices;
using System.Text;

namespace Yes.CSharp;

/// <summary>The Windows functions that replace write(2).</summary>
internal static partial class Windows
{
    /// <summary>Writes all bytes, which form whole characters, to a standard file descriptor.</summary>
    /// <returns>Zero, or the code of an error in winerror.h.</returns>
    internal static int Write(int fd, ReadOnlySpan<byte> bytes)
    {
        const int STD_INPUT_HANDLE = -10; // STD_OUTPUT_HANDLE is -11, and STD_ERROR_HANDLE is -12.
        const int ERROR_DISK_FULL = 112;
        var handle = GetStdHandle(STD_INPUT_HANDLE - fd);
        var isConsole = GetConsoleMode(handle, out _) != 0;
        if (isConsole)
        {
            // A console misreads UTF-8, so write UTF-16 to consoles.
            bytes = Encoding.Unicode.GetBytes(Encoding.UTF8.GetString(bytes));
        }

        var unit = isConsole ? sizeof(char) : sizeof(byte);
        while (!bytes.IsEmpty)
        {
            var length = (uint)(bytes.Length / unit);
            uint written;
            var succeeded = isConsole
                ? WriteConsoleW(handle, bytes, length, out written, 0)
                : WriteFile(handle, bytes, length, out written, 0);
            if (succeeded == 0 || written == 0)
            {
                // As on Linux, yes treats a write that accepts no bytes as a full disk.
                return succeeded == 0 ? Marshal.GetLastPInvokeError() : ERROR_DISK_FULL;
            }

            bytes = bytes[((int)written * unit)..];
        }

        return 0;
    }

    [LibraryImport("kernel32")]
    private static partial nint GetStdHandle(int which);

    /// <summary>GetConsoleMode from consoleapi.h. It fails unless the handle is a console.</summary>
    [LibraryImport("kernel32")]
    private static partial int GetConsoleMode(nint console, out uint mode);

    /// <summary>WriteConsoleW from consoleapi.h. It counts UTF-16 code units.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    private static partial int WriteConsoleW(
        nint console,
        ReadOnlySpan<byte> text,
        uint length,
        out uint written,
        nint reserved
    );

    [LibraryImport("kernel32", SetLastError = true)]
    private static partial int WriteFile(
        nint file,
        ReadOnlySpan<byte> bytes,
        uint count,
        out uint written,
        nint overlapped
    );
}
