using System.Globalization;

namespace Yes.Bench;

/// <summary>What takes the bytes of a producer, and says how many.</summary>
/// <param name="name">What it is called in options and tables.</param>
/// <param name="command">What is run, or how a person would say it.</param>
/// <param name="tools">The programs that it needs.</param>
internal abstract class Reader(string name, string command, params string[] tools)
{
    /// <summary>What it is called in options and tables.</summary>
    internal string Name => name;

    /// <summary>What is run, or how a person would say it.</summary>
    internal string Command => command;

    /// <summary>The programs that it needs.</summary>
    internal IReadOnlyList<string> Tools => tools;

    /// <summary>What its program says of its version; null if none is run.</summary>
    internal virtual string? Version => Tool.FirstLine(tools[0], "--version");

    /// <summary>Lets the producer write for some time.</summary>
    /// <param name="producer">The command to run.</param>
    /// <param name="seconds">For how long.</param>
    /// <param name="expected">The rate last measured, in bytes per second; null the first time.</param>
    /// <exception cref="SampleException">The producer ended by itself.</exception>
    /// <exception cref="OperationCanceledException">The measuring is to end.</exception>
    internal abstract Sample Take(IReadOnlyList<string> producer, double seconds, double? expected);

    /// <summary>A command that ends after some time, whatever becomes of the runner.</summary>
    /// <remarks>
    /// SIGINT, because GNU time ignores it and then tells what its child used; what does not end is killed a second later.
    /// </remarks>
    internal static IReadOnlyList<string> Limit(double seconds, IReadOnlyList<string> command) =>
        ["timeout", "-s", "INT", "-k", "1", seconds.ToString("F3", CultureInfo.InvariantCulture), .. command];
}
