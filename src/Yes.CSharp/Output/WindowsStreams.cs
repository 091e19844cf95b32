namespace Yes.CSharp;

/// <summary>Writes to standard output and standard error where there is no write(2): on Windows.</summary>
internal static class WindowsStreams
{
    /// <summary>Returns None when all is written to a standard descriptor, else the error code.</summary>
    internal static Errno TryWrite(int descriptor, ReadOnlySpan<byte> bytes)
    {
        try
        {
            using var stream =
                descriptor == StandardStreams.Output
                    ? Console.OpenStandardOutput()
                    : Console.OpenStandardError();
            stream.Write(bytes);

            // A standard output that the caller closed: ERROR_INVALID_HANDLE of winerror.h.
            return stream == Stream.Null && descriptor == StandardStreams.Output ? (Errno)6 : Errno.None;
        }
        catch (IOException e)
        {
            return (Errno)(e.HResult & 0xffff);
        }
    }
}
