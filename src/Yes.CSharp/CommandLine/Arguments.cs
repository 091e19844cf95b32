using System.Globalization;
using System.Runtime.InteropServices;
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
internal sealed unsafe class Arguments
{
    private readonly byte[] _block;
    private int _next;
    private int _lineLength;

    /// <param name="argv">The array of C strings that execve(2) made, after the program's name.</param>
    internal Arguments(byte** argv)
    {
        var length = 0;
        for (var next = argv; *next != null; next++)
        {
            length += MemoryMarshal.CreateReadOnlySpanFromNullTerminated(*next).Length + 1;
        }

        _block = new byte[length];
        for (var rest = _block.AsSpan(); !rest.IsEmpty; argv++)
        {
            var argument = MemoryMarshal.CreateReadOnlySpanFromNullTerminated(*argv);
            argument.CopyTo(rest);
            rest = rest[(argument.Length + 1)..];
        }
    }

    /// <param name="commandLine">
    /// What /proc/self/cmdline holds: the names of dotnet and of an assembly, and the arguments, each followed
    /// by a NUL byte.
    /// </param>
    /// <param name="arguments">The arguments as .NET has them, used if the command line has others.</param>
    internal Arguments(byte[] commandLine, string[] arguments)
    {
        (_block, _next) = (commandLine, StartOf(arguments, commandLine));
        if (_next == -1)
        {
            _block = Encoding.UTF8.GetBytes(string.Concat(Array.ConvertAll(arguments, text => text + '\0')));
            _next = 0;
        }
    }

    /// <summary>The arguments of this process.</summary>
    /// <remarks>
    /// The native executable gets their address (Aot/wrap.c). Under dotnet they are decoded as UTF-8, which
    /// loses all other bytes; /proc/self/cmdline (proc(5)) has them.
    /// </remarks>
    internal static Arguments OfProcess(string[] arguments)
    {
        if (ProcessState.IsNative)
        {
            return new Arguments((byte**)nint.Parse(arguments[0], CultureInfo.InvariantCulture));
        }

        try
        {
            return new Arguments(
                arguments.Length == 0 ? [] : File.ReadAllBytes("/proc/self/cmdline"),
                arguments
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // There is no /proc, or it can't be read.
            return new Arguments([], arguments);
        }
    }

    /// <summary>Reads the next argument; false if there is none.</summary>
    /// <param name="argument">Its bytes, until the line gets longer.</param>
    internal bool TryRead(out ReadOnlySpan<byte> argument)
    {
        argument = _block.AsSpan(_next);
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
        operand.CopyTo(_block.AsSpan(_lineLength));
        _lineLength += operand.Length + 1;
        _block[_lineLength - 1] = (byte)' ';
    }

    /// <summary>The line of all operands, with a space between two, as echo has it, or else "y".</summary>
    internal Line ToLine()
    {
        if (_lineLength == 0)
        {
            return new Line("y\n"u8.ToArray());
        }

        _block[_lineLength - 1] = (byte)'\n';
        return new Line(_block.AsMemory(0, _lineLength));
    }

    /// <summary>Where the arguments begin in a command line; -1 if it does not end with them.</summary>
    private static int StartOf(string[] arguments, ReadOnlySpan<byte> commandLine)
    {
        for (var i = arguments.Length - 1; i >= 0; i--)
        {
            if (!commandLine.EndsWith("\0"u8))
            {
                return -1;
            }

            var argument = commandLine[(commandLine[..^1].LastIndexOf((byte)0) + 1)..^1];

            // A replacement character stands for bytes that are not UTF-8, nobody knows which.
            if (
                !arguments[i].Contains('\uFFFD')
                && !argument.SequenceEqual(Encoding.UTF8.GetBytes(arguments[i]))
            )
            {
                return -1;
            }

            commandLine = commandLine[..^(argument.Length + 1)];
        }

        return commandLine.Length;
    }
}
