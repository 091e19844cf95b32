using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>
/// The arguments, as the bytes that the caller passed to execve(2). The operands among them form the line.
/// </summary>
/// <remarks>
/// The line grows at the beginning of the block, because operands can add up to megabytes. Each operand moves
/// towards the beginning or stays in place, so the line only overwrites arguments that have been read.
/// </remarks>
/// <param name="block">The arguments without the program's name, each followed by a NUL byte.</param>
internal sealed class Arguments(byte[] block)
{
    private int _read;
    private int _lineLength;

    /// <summary>Reads the next argument, or returns false if there is none.</summary>
    /// <param name="argument">The argument. Its bytes may change as soon as the line grows.</param>
    internal bool TryRead(out ReadOnlySpan<byte> argument)
    {
        argument = block.AsSpan(_read);
        if (argument.IsEmpty)
        {
            return false;
        }

        argument = argument[..argument.IndexOf((byte)0)];
        _read += argument.Length + 1;
        return true;
    }

    /// <summary>Appends an operand, which must be the argument that was read last, to the line.</summary>
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
