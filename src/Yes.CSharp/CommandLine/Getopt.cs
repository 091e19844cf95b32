using System.CommandLine;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>Splits arguments into options and operands by the rules of getopt_long(3).</summary>
/// <remarks>
/// Those of System.CommandLine differ: it has no abbreviations, takes unknown options for operands, reads
/// response files, and words its errors in its own way. Its Option objects are the table of names here.
/// </remarks>
internal static class Getopt
{
    /// <summary>
    /// Reads arguments: yields each option with its argument, and appends each operand to the line.
    /// </summary>
    /// <param name="arguments">The arguments after the program's name.</param>
    /// <param name="operands">The line to append to.</param>
    /// <param name="known">The options that exist, in the order in which an ambiguity lists them.</param>
    /// <param name="posix">Whether the first operand ends the options: POSIXLY_CORRECT.</param>
    /// <returns>Options in order, each with its argument in Latin-1, or null if it takes none.</returns>
    /// <exception cref="UsageException">
    /// The next argument is no valid option; those before it were yielded.
    /// </exception>
    internal static IEnumerable<(Option Option, string? Argument)> Read(
        IEnumerable<ReadOnlyMemory<byte>> arguments,
        LineBuilder operands,
        IReadOnlyList<Option> known,
        bool posix
    )
    {
        var optionsEnded = false;
        using var next = arguments.GetEnumerator();
        while (next.MoveNext())
        {
            var argument = next.Current.Span;
            if (optionsEnded || argument.Length < 2 || argument[0] != '-')
            {
                operands.Append(argument);
                optionsEnded |= posix;
            }
            else if (argument.SequenceEqual("--"u8))
            {
                optionsEnded = true;
            }
            else
            {
                yield return ReadOption(next, known);
            }
        }
    }

    /// <summary>The item of that name, or else all whose names begin with it.</summary>
    internal static IReadOnlyList<T> Matching<T>(string name, IReadOnlyList<T> items, Func<T, string> nameOf)
    {
        var matches = items.Where(item => nameOf(item).StartsWith(name, StringComparison.Ordinal)).ToList();
        var exact = matches.FindIndex(item => nameOf(item) == name);
        return exact < 0 ? matches : [matches[exact]];
    }

    /// <summary>Reads the current argument, an option, and the next one if the option takes it.</summary>
    private static (Option Option, string? Argument) ReadOption(
        IEnumerator<ReadOnlyMemory<byte>> next,
        IReadOnlyList<Option> known
    )
    {
        var text = Encoding.Latin1.GetString(next.Current.Span);
        if (text[1] != '-')
        {
            throw new UsageException($"invalid option -- '{text[1]}'");
        }

        var equals = text.IndexOf('=');
        var matches = Matching(equals < 0 ? text : text[..equals], known, option => option.Name);
        if (matches.Count == 0)
        {
            throw new UsageException($"unrecognized option '{text}'");
        }

        if (matches.Count > 1)
        {
            var possibilities = string.Concat(matches.Select(option => $" '{option.Name}'"));
            throw new UsageException($"option '{text}' is ambiguous; possibilities:{possibilities}");
        }

        var option = matches[0];
        if (option.Arity.MaximumNumberOfValues == 0)
        {
            return equals < 0
                ? (option, null)
                : throw new UsageException($"option '{option.Name}' doesn't allow an argument");
        }

        if (equals >= 0)
        {
            return (option, text[(equals + 1)..]);
        }

        return next.MoveNext()
            ? (option, Encoding.Latin1.GetString(next.Current.Span))
            : throw new UsageException($"option '{option.Name}' requires an argument");
    }
}
