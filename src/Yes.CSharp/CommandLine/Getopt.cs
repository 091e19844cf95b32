using System.CommandLine;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>Parses arguments by the rules of getopt_long(3).</summary>
/// <param name="arguments">The arguments without the program's name, each followed by a NUL byte.</param>
/// <param name="known">All options, in the order in which error messages list them.</param>
/// <param name="posix">Whether the first operand ends the options, as POSIXLY_CORRECT requires.</param>
internal sealed class Getopt(byte[] arguments, Option[] known, bool posix)
{
    private int _read;
    private int _lineLength;
    private bool _optionsEnded;

    /// <summary>Reads the next option, or returns null when all arguments have been read.</summary>
    /// <param name="value">The option's argument in Latin-1, or an empty string if there is none.</param>
    /// <exception cref="FailureException">The next argument is not a valid option.</exception>
    internal Option? ReadOption(out string value)
    {
        value = "";
        while (_read < arguments.Length)
        {
            var argument = ReadArgument();
            if (!_optionsEnded && argument.SequenceEqual("--"u8))
            {
                _optionsEnded = true;
            }
            else if (!_optionsEnded && argument.Length > 1 && argument[0] == '-')
            {
                return FindOption(Encoding.Latin1.GetString(argument), ref value);
            }
            else
            {
                // Operands can add up to megabytes, so the line reuses the arguments' memory. The line
                // overwrites only arguments that have been read.
                argument.CopyTo(arguments.AsSpan(_lineLength));
                _lineLength += argument.Length + 1;
                arguments[_lineLength - 1] = (byte)' ';
                _optionsEnded |= posix;
            }
        }

        return null;
    }

    /// <summary>Returns all operands separated by spaces, or "y" if there are none.</summary>
    internal Line ToLine()
    {
        if (_lineLength == 0)
        {
            return new Line("y\n"u8.ToArray());
        }

        arguments[_lineLength - 1] = (byte)'\n';
        return new Line(arguments.AsMemory(0, _lineLength));
    }

    /// <summary>Creates the exception for an invalid command line.</summary>
    /// <param name="problem">The message in Latin-1, in the words that GNU programs use.</param>
    internal static FailureException InvalidUsage(string problem) =>
        new($"{problem}\nTry 'yes --help' for more information.");

    private Span<byte> ReadArgument()
    {
        var rest = arguments.AsSpan(_read);
        var argument = rest[..rest.IndexOf((byte)0)];
        _read += argument.Length + 1;
        return argument;
    }

    private Option FindOption(string text, ref string value)
    {
        if (text[1] != '-')
        {
            throw InvalidUsage($"invalid option -- '{text[1]}'");
        }

        var equals = text.IndexOf('=');
        var name = equals < 0 ? text : text[..equals];
        var matches = Array.Find(known, option => option.Name == name) is { } exact
            ? [exact]
            : Array.FindAll(known, option => option.Name.StartsWith(name, StringComparison.Ordinal));
        if (matches.Length == 0)
        {
            throw InvalidUsage($"unrecognized option '{text}'");
        }

        if (matches.Length > 1)
        {
            var names = string.Join(' ', Array.ConvertAll(matches, option => $"'{option.Name}'"));
            throw InvalidUsage($"option '{text}' is ambiguous; possibilities: {names}");
        }

        var option = matches[0];
        var takesArgument = option.Arity.MaximumNumberOfValues > 0;
        if (equals >= 0 && !takesArgument)
        {
            throw InvalidUsage($"option '{option.Name}' doesn't allow an argument");
        }

        if (equals >= 0)
        {
            value = text[(equals + 1)..];
        }
        else if (takesArgument)
        {
            value =
                _read < arguments.Length
                    ? Encoding.Latin1.GetString(ReadArgument())
                    : throw InvalidUsage($"option '{option.Name}' requires an argument");
        }

        return option;
    }
}
