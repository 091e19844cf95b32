using System.Text;

namespace Yes.CSharp;

/// <summary>The arguments as the bytes that the caller handed to execve(2), one after the other.</summary>
/// <param name="block">
/// The program's name and the arguments, each followed by a NUL byte. Under dotnet the names of dotnet and of
/// an assembly come first.
/// </param>
/// <param name="count">The number of arguments: the last ones of the block.</param>
internal sealed class RawArguments(byte[] block, int count)
{
    private int _next = StartOf(block, count);

    /// <summary>The memory that holds the arguments.</summary>
    internal byte[] Block => block;

    /// <summary>The arguments of this process.</summary>
    /// <remarks>
    /// .NET decodes them as UTF-8 and loses all other bytes; /proc/self/cmdline (proc(5)) has them.
    /// </remarks>
    internal static RawArguments OfProcess(int count) => new(count == 0 ? [] : ReadCommandLine(), count);

    /// <summary>The next argument; false if there is none.</summary>
    internal bool TryNext(out ReadOnlyMemory<byte> argument)
    {
        argument = block.AsMemory(_next);
        if (argument.IsEmpty)
        {
            return false;
        }

        argument = argument[..argument.Span.IndexOf((byte)0)];
        _next += argument.Length + 1;
        return true;
    }

    private static int StartOf(ReadOnlySpan<byte> block, int count)
    {
        var start = 0;
        for (var before = block.Count((byte)0) - count; before > 0; before--)
        {
            start += block[start..].IndexOf((byte)0) + 1;
        }

        return start;
    }

    private static byte[] ReadCommandLine()
    {
        try
        {
            if (OperatingSystem.IsLinux())
            {
                return File.ReadAllBytes("/proc/self/cmdline");
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // There is no /proc, or it can't be read.
        }

        // The strings of .NET are all there is.
        return Encoding.UTF8.GetBytes(string.Join('\0', Environment.GetCommandLineArgs()) + '\0');
    }
}
