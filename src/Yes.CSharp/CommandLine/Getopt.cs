using System.CommandLine;
using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Yes.CSharp;

/// <summary>Splits arguments into options and operands by the rules of getopt_long(3).</summary>
/// <remarks>
/// System.CommandLine provides the table of options, but its parser is not used. That parser rejects
/// abbreviations, treats unknown options as operands, reads response files, and reports errors differently.
/// </remarks>
/// <param name="arguments">The arguments after the program's name.</param>
/// <param name="known">The options that exist, in the order of error messages.</param>
/// <param name="posix">Whether the first operand ends the options, as with POSIXLY_CORRECT.</param>
internal sealed class Getopt(Arguments arguments, Option[] known, bool posix)
{
    private bool _optionsEnded;

    /// <summary>
    /// Reads the next option, or returns false if none is left. Operands before it are added to the line.
    /// </summary>
    /// <param name="option">The option.</param>
    /// <param name="value">The option's own argument if the option takes one.</param>
    /// <exception cref="UsageException">The next argument is not a valid option.</exception>
    internal bool TryRead([NotNullWhen(true)] out Option? option, out ReadOnlySpan<byte> value)
    {
        while (arguments.TryRead(out value))
        {
            if (!_optionsEnded && value.SequenceEqual("--"u8))
            {
                _optionsEnded = true;
            }
            else if (!_optionsEnded && value.Length > 1 && value[0] == '-')
            {
                option = ReadOption(ref value);
                return true;
            }
            else
            {
                arguments.AddToLine(value);
                _optionsEnded |= posix;
            }
        }

        option = null;
        return false;
    }

    /// <summary>The item with the given name, or else all items whose names begin with it.</summary>
    internal static T[] Matching<T>(string name, T[] items, Func<T, string> nameOf)
    {
        var matches = Array.FindAll(items, item => nameOf(item).StartsWith(name, StringComparison.Ordinal));
        var exact = Array.FindAll(matches, item => nameOf(item) == name);
        return exact.Length > 0 ? exact : matches;
    }

    /// <summary>Finds the option and replaces the argument with the option's own, if it takes one.</summary>
    private Option ReadOption(ref ReadOnlySpan<byte> argument)
    {
        var text = Encoding.Latin1.GetString(argument);
        if (text[1] != '-')
        {
            throw new UsageException($"invalid option -- '{text[1]}'");
        }

        var equals = text.IndexOf('=');
        var matches = Matching(equals < 0 ? text : text[..equals], known, option => option.Name);
        if (matches.Length == 0)
        {
            throw new UsageException($"unrecognized option '{text}'");
        }

        if (matches.Length > 1)
        {
            var names = string.Join(' ', Array.ConvertAll(matches, option => $"'{option.Name}'"));
            throw new UsageException($"option '{text}' is ambiguous; possibilities: {names}");
        }

        var option = matches[0];
        var takesArgument = option.Arity.MaximumNumberOfValues > 0;
        if (equals >= 0 && !takesArgument)
        {
            throw new UsageException($"option '{option.Name}' doesn't allow an argument");
        }

        if (equals >= 0)
        {
            argument = argument[(equals + 1)..];
        }
        else if (takesArgument && !arguments.TryRead(out argument))
        {
            throw new UsageException($"option '{option.Name}' requires an argument");
        }

        return option;
    }
}
