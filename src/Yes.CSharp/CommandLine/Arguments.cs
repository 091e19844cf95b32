using System.Runtime.InteropServices;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>
/// The arguments, as the bytes that the caller passed to execve(2), and the line that is built from them.
/// </summary>
/// <remarks>
/// Operands can add up to megabytes, so the line is built in place, over the arguments. The NUL byte after
/// each argument leaves room for a space or the newline, so the line never overwrites an unread argument.
/// </remarks>
/// <param name="block">The arguments without the program's name, each followed by a NUL byte.</param>
internal sealed unsafe partial class Arguments(byte[] block)
{
    private int _next;
    private int _lineLength;

    /// <summary>The arguments of this process.</summary>
    /// <param name="decoded">The arguments that .NET passes to Main. The native executable gets none.</param>
    internal static Arguments OfProcess(string[] decoded)
    {
        if (!Program.IsNative)
        {
            return UnderDotnet(decoded);
        }

        nuint length;
        var block = yes_arguments(&length);
        return new Arguments(new ReadOnlySpan<byte>(block, (int)length).ToArray());
    }

    /// <summary>
    /// The arguments under dotnet, which decodes arguments as UTF-8 and loses all bytes that are not UTF-8.
    /// On Linux, /proc/self/cmdline contains the original bytes: proc(5).
    /// </summary>
    private static Arguments UnderDotnet(string[] decoded)
    {
        var joined = string.Concat(Array.ConvertAll(decoded, text => text + '\0'));
        ReadOnlySpan<byte> block = Encoding.UTF8.GetBytes(joined);
        try
        {
            byte[] commandLine = OperatingSystem.IsLinux() ? File.ReadAllBytes("/proc/self/cmdline") : [];
            block = commandLine.AsSpan().Count((byte)0) > decoded.Length ? commandLine : block;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // There is no /proc, or this user can't read it.
        }

        // /proc/self/cmdline begins with the names of dotnet and of the assembly.
        while (block.Count((byte)0) > decoded.Length)
        {
            block = block[(block.IndexOf((byte)0) + 1)..];
        }

        return new Arguments(block.ToArray());
    }

    /// <summary>Returns the arguments after the program's name. Aot/wrap.c defines this function.</summary>
    /// <param name="length">The total length in bytes, including the NUL byte after each argument.</param>
    [LibraryImport("wrap")]
    private static partial byte* yes_arguments(nuint* length);

    /// <summary>Reads the next argument, or returns false if there is none.</summary>
    /// <param name="argument">The bytes of the argument. The next AddToLine may overwrite them.</param>
    internal bool TryRead(out ReadOnlySpan<byte> argument)
    {
        argument = block.AsSpan(_next);
        if (argument.IsEmpty)
        {
            return false;
        }

        argument = argument[..argument.IndexOf((byte)0)];
        _next += argument.Length + 1;
        return true;
    }

    /// <summary>Appends an operand, which is the last argument that was read, to the line.</summary>
    internal void AddToLine(ReadOnlySpan<byte> operand)
    {
        operand.CopyTo(block.AsSpan(_lineLength));
        _lineLength += operand.Length + 1;
        block[_lineLength - 1] = (byte)' ';
    }

    /// <summary>The line: all operands, separated by spaces, or "y" if there are none.</summary>
    internal Line ToLine()
    {
        if (_lineLength == 0)
        {
            return new Line("y\n"u8.ToArray());
        }

        block[_lineLength - 1] = (byte)'\n';
        return new Line(block.AsMemory(0, _lineLength));
    }
}
