using System.Text;

namespace Yes.Bench;

/// <summary>The line that every producer is to write.</summary>
/// <param name="Operand">The operand, without the newline.</param>
internal sealed record Line(string Operand)
{
    private readonly byte[] bytes = Encoding.UTF8.GetBytes(Operand + "\n");

    /// <summary>The length in bytes, with the newline.</summary>
    internal int Length => bytes.Length;

    /// <summary>Where the bytes are not the line again and again, from its start.</summary>
    /// <returns>What is wrong, or null.</returns>
    internal string? FindFault(ReadOnlySpan<byte> output)
    {
        // After the first line, each byte has to be the one that is a line's length before it.
        var right = output.CommonPrefixLength(bytes);
        if (right == bytes.Length)
        {
            right += output[bytes.Length..].CommonPrefixLength(output);
        }

        return right == output.Length
            ? null
            : $"byte {right} is 0x{output[right]:x2}, not 0x{bytes[right % bytes.Length]:x2}";
    }
}
