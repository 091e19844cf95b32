using System.Runtime.InteropServices;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>
/// The arguments, as the bytes that the caller passed to execve(2). The operands among them form the line.
/// </summary>
/// <remarks>
/// The pointers are safe because the arguments stay where the kernel put them, each ends with a NUL byte, and
/// a null pointer follows the last one.
/// </remarks>
/// <param name="next">The arguments without the program's name.</param>
internal sealed unsafe partial class Arguments(byte** next)
{
    /// <summary>The line, with room for all arguments, because operands can add up to megabytes.</summary>
    private readonly byte[] _line = new byte[TotalLength(next)];
    private int _lineLength;

    /// <summary>The arguments of this process.</summary>
    /// <param name="decoded">The arguments that .NET passes to Main: none with wrap.c.</param>
    internal static Arguments OfProcess(string[] decoded) =>
        Program.IsWrapped ? new Arguments(yes_arguments()) : Of(BytesOf(decoded), decoded.Length);

    /// <summary>Arguments that are stored one after the other, each followed by a NUL byte.</summary>
    internal static Arguments Of(ReadOnlySpan<byte> block, int count)
    {
        // These are never freed, and neither are the arguments of a process.
        var bytes = (byte*)NativeMemory.Alloc((nuint)block.Length);
        var pointers = (byte**)NativeMemory.AllocZeroed((nuint)count + 1, (nuint)sizeof(byte*));
        block.CopyTo(new Span<byte>(bytes, block.Length));
        for (var i = 0; i < count; i++)
        {
            pointers[i] = bytes;
            bytes += MemoryMarshal.CreateReadOnlySpanFromNullTerminated(bytes).Length + 1;
        }

        return new Arguments(pointers);
    }

    /// <summary>Reads the next argument, or returns false if there is none.</summary>
    internal bool TryRead(out ReadOnlySpan<byte> argument)
    {
        // The span of a null pointer is empty.
        argument = MemoryMarshal.CreateReadOnlySpanFromNullTerminated(*next);
        var found = *next != null;
        next += found ? 1 : 0;
        return found;
    }

    /// <summary>Appends an operand to the line.</summary>
    internal void AddToLine(ReadOnlySpan<byte> operand)
    {
        operand.CopyTo(_line.AsSpan(_lineLength));
        _lineLength += operand.Length + 1;
        _line[_lineLength - 1] = (byte)' ';
    }

    /// <summary>The line: all operands, separated by spaces, or "y" if there are none.</summary>
    internal Line ToLine()
    {
        if (_lineLength == 0)
        {
            return new Line("y\n"u8.ToArray());
        }

        _line[_lineLength - 1] = (byte)'\n';
        return new Line(_line.AsMemory(0, _lineLength));
    }

    /// <summary>The total length of arguments in bytes, including a NUL byte for each.</summary>
    private static int TotalLength(byte** arguments)
    {
        var total = 0;
        for (; *arguments != null; arguments++)
        {
            total += MemoryMarshal.CreateReadOnlySpanFromNullTerminated(*arguments).Length + 1;
        }

        return total;
    }

    /// <summary>
    /// The bytes of the arguments under dotnet, which decodes arguments as UTF-8 and loses all bytes that are
    /// not UTF-8. On Linux, /proc/self/cmdline contains the original bytes: proc(5).
    /// </summary>
    private static ReadOnlySpan<byte> BytesOf(string[] decoded)
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

        return block;
    }

    /// <summary>Returns the arguments after the program's name. Aot/wrap.c defines this function.</summary>
    [LibraryImport("wrap")]
    private static partial byte** yes_arguments();
}
