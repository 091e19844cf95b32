using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>The functions of Windows that stand in for write(2).</summary>
internal static partial class Windows
{
    /// <summary>Writes to a standard file descriptor and returns what write(2) would return.</summary>
    internal static nint write(int fd, ReadOnlySpan<byte> buf)
    {
        const int STD_INPUT_HANDLE = -10; // STD_OUTPUT_HANDLE is -11, STD_ERROR_HANDLE is -12.
        var handle = GetStdHandle(STD_INPUT_HANDLE - fd);
        return WriteFile(handle, buf, (uint)buf.Length, out var written, 0) == 0 ? -1 : (nint)written;
    }

    /// <summary>GetStdHandle of processenv.h</summary>
    [LibraryImport("kernel32")]
    private static partial nint GetStdHandle(int which);

    /// <summary>WriteFile of fileapi.h</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    private static partial int WriteFile(
        nint file,
        ReadOnlySpan<byte> bytes,
        uint count,
        out uint written,
        nint overlapped
    );
}
