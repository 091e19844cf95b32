namespace Yes.CSharp;

/// <summary>Writes to standard output and standard error where there is no write(2): on Windows.</summary>
internal static class WindowsStreams
{
    /// <summary>Writes all the bytes to a standard descriptor.</summary>
    /// <exception cref="FailureException">The write failed.</exception>
    internal static void Write(int descriptor, ReadOnlySpan<byte> bytes)
    {
        try
        {
            using var stream =
                descriptor == StandardStreams.Output
                    ? Console.OpenStandardOutput()
                    : Console.OpenStandardError();
            if (stream == Stream.Null && descriptor == StandardStreams.Output)
            {
                // The caller closed it: ERROR_INVALID_HANDLE of winerror.h.
                throw new OutputException((Errno)6);
            }

            stream.Write(bytes);
        }
        catch (IOException e) when (ConsoleErrors.Translate(e) is { } failure)
        {
            throw failure;
        }
    }
}
