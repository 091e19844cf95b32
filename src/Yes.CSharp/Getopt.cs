using System.CommandLine;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>
/// Reads a command line by the rules of getopt_long(3), which System.CommandLine does not have, and leaves it the options
/// in the one spelling on which both agree: in full, with an equals sign.
/// </summary>
/// <remarks>
/// Options may stand between operands, "--" ends them, names may be abbreviated, there are no short ones, and an error
/// has glibc's words. The names, and which of them take an argument, come from the options' own definitions.
/// </remarks>
internal sealed class Getopt(byte[] block)
{
    /// <summary>The options before the first error, as "--name" or "--name=argument", in Latin-1.</summary>
    internal List<string> Options { get; } = [];

    /// <summary>The operands, joined.</summary>
    internal LineBuilder Operands { get; } = new(block);

    /// <summary>What is wrong with the first option that can't be read; null if all can.</summary>
    internal string? Error { get; private set; }

    /// <summary>Reads the arguments after the program's name.</summary>
    /// <param name="arguments">The arguments.</param>
    /// <param name="block">Their memory, in which the operands are joined.</param>
    /// <param name="known">The options that there are, in the order in which an ambiguity lists them.</param>
    /// <param name="posix">Whether the first operand ends the options: POSIXLY_CORRECT.</param>
    internal static Getopt Read(
        IEnumerable<ReadOnlyMemory<byte>> arguments,
        byte[] block,
        IList<Option> known,
        bool posix
    )
    {
        var result = new Getopt(block);
        var optionsEnded = false;
        using var next = arguments.GetEnumerator();
        while (next.MoveNext())
        {
            var argument = next.Current.Span;
            if (optionsEnded || argument.Length < 2 || argument[0] != '-')
            {
                result.Operands.Append(argument);
                optionsEnded |= posix;
            }
            else if (argument.SequenceEqual("--"u8))
            {
                optionsEnded = true;
            }
            else if (!result.ReadOption(next, known))
            {
                break;
            }
        }

        return result;
    }

    /// <summary>Reads the current argument, an option, and the next if the option takes it.</summary>
    /// <returns>Whether what stands behind it counts.</returns>
    private bool ReadOption(IEnumerator<ReadOnlyMemory<byte>> next, IList<Option> known)
    {
        var text = Encoding.Latin1.GetString(next.Current.Span);
        if (text[1] != '-')
        {
            return Fail($"invalid option -- '{text[1]}'");
        }

        var equals = text.IndexOf('=');
        var name = equals < 0 ? text : text[..equals];
        var matches = Matching(name, known);
        if (matches.Count == 0)
        {
            return Fail($"unrecognized option '{text}'");
        }

        if (matches.Count > 1)
        {
            var possibilities = string.Concat(matches.Select(option => $" '{option.Name}'"));
            return Fail($"option '{text}' is ambiguous; possibilities:{possibilities}");
        }

        var option = matches[0];
        if (option.Arity.MaximumNumberOfValues == 0)
        {
            if (equals >= 0)
            {
                return Fail($"option '{option.Name}' doesn't allow an argument");
            }

            Options.Add(option.Name);

            // As in GNU's programs --help acts when it is met, and what stands behind it is not looked at.
            return option.Action is not { Terminating: true };
        }

        if (equals < 0 && !next.MoveNext())
        {
            return Fail($"option '{option.Name}' requires an argument");
        }

        var value = equals < 0 ? Encoding.Latin1.GetString(next.Current.Span) : text[(equals + 1)..];
        if (value.Length > 0)
        {
            Options.Add($"{option.Name}={value}");
        }
        else
        {
            // System.CommandLine takes nothing behind the sign for a missing argument.
            Options.AddRange([option.Name, value]);
        }

        return true;
    }

    /// <summary>The option of that name, or else those whose names begin with it.</summary>
    private static List<Option> Matching(string name, IList<Option> known)
    {
        var matches = new List<Option>();
        foreach (var option in known)
        {
            if (option.Name == name)
            {
                return [option];
            }

            if (option.Name.StartsWith(name, StringComparison.Ordinal))
            {
                matches.Add(option);
            }
        }

        return matches;
    }

    private bool Fail(string error)
    {
        Error = error;
        return false;
    }
}
