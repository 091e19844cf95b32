using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>Writes to standard output and standard error on Windows, which has no write(2).</summary>
/// <remarks>The pointer is safe because WriteFile never reads beyond the span, which stays fixed.</remarks>
internal static unsafe partial class WindowsStreams
{
    /// <summary>
    /// Writes all the bytes to a standard descriptor and returns None, or returns the error. Writing no bytes
    /// shows whether the descriptor is open.
    /// </summary>
    internal static ErrorCode TryWrite(int fd, ReadOnlySpan<byte> bytes)
    {
        const int STD_INPUT_HANDLE = -10; // STD_OUTPUT_HANDLE is -11, STD_ERROR_HANDLE is -12.
        const ErrorCode ERROR_DISK_FULL = (ErrorCode)112;
        var handle = GetStdHandle(STD_INPUT_HANDLE - fd);
        do
        {
            uint written;
            fixed (byte* first = bytes)
            {
                if (WriteFile(handle, first, (uint)bytes.Length, &written, 0) == 0)
                {
                    return Libc.LastError();
                }
            }

            // A full pipe in the mode PIPE_NOWAIT accepts no bytes. On Unix, write(2) would return 0.
            if (written == 0 && !bytes.IsEmpty)
            {
                return ERROR_DISK_FULL;
            }

            bytes = bytes[(int)written..];
        } while (!bytes.IsEmpty);

        return ErrorCode.None;
    }

    /// <summary>GetStdHandle of processenv.h</summary>
    [LibraryImport("kernel32")]
    private static partial nint GetStdHandle(int which);

    /// <summary>WriteFile of fileapi.h</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    private static partial int WriteFile(nint file, byte* bytes, uint count, uint* written, nint overlapped);
}
