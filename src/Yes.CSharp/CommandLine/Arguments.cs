using System.Globalization;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>
/// The arguments, as the bytes that the caller handed to execve(2), and the line that is made of them.
/// </summary>
/// <remarks>
/// Operands may have megabytes, so the line is made in the memory of the arguments. A byte follows each
/// argument there, for a space or the newline, so the line never reaches an argument that is not read yet.
/// </remarks>
/// <param name="block">The arguments without the program's name, each followed by a NUL byte.</param>
internal sealed unsafe class Arguments(byte[] block)
{
    private int _next;
    private int _lineLength;

    /// <summary>The arguments of this process.</summary>
    /// <param name="arguments">
    /// In the native executable, address and length of the block (Aot/wrap.c). Under dotnet the arguments
    /// decoded as UTF-8, which loses all other bytes; /proc/self/cmdline (proc(5)) has them.
    /// </param>
    internal static Arguments OfProcess(string[] arguments)
    {
        if (ProcessState.IsNative)
        {
            var numbers = Array.ConvertAll(arguments, text => nint.Parse(text, CultureInfo.InvariantCulture));
            return new Arguments(new ReadOnlySpan<byte>((void*)numbers[0], (int)numbers[1]).ToArray());
        }

        var decoded = string.Concat(Array.ConvertAll(arguments, text => text + '\0'));
        ReadOnlySpan<byte> block = Encoding.UTF8.GetBytes(decoded);
        try
        {
            byte[] commandLine = OperatingSystem.IsLinux() ? File.ReadAllBytes("/proc/self/cmdline") : [];
            block = commandLine.AsSpan().Count((byte)0) > arguments.Length ? commandLine : block;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // There is no /proc, or it can't be read. Wine has that of another process.
        }

        // The names of dotnet and of an assembly come first.
        while (block.Count((byte)0) > arguments.Length)
        {
            block = block[(block.IndexOf((byte)0) + 1)..];
        }

        return new Arguments(block.ToArray());
    }

    /// <summary>Reads the next argument; false if there is none.</summary>
    /// <param name="argument">Its bytes, until the line gets longer.</param>
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

    /// <summary>Adds an argument that was read to the line, as an operand.</summary>
    internal void AddToLine(ReadOnlySpan<byte> operand)
    {
        operand.CopyTo(block.AsSpan(_lineLength));
        _lineLength += operand.Length + 1;
        block[_lineLength - 1] = (byte)' ';
    }

    /// <summary>The line of all operands, with a space between two, as echo has it, or else "y".</summary>
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
