using Yes.FSharp;

namespace Yes.CSharp;

/// <param name="name">The name for --strategy. It consists of lowercase letters and digits.</param>
/// <param name="language">The programming language, as --list-strategies shows it.</param>
/// <param name="summary">What the strategy does, in one line.</param>
/// <param name="outputs">The kinds of standard output that the strategy can write to.</param>
/// <param name="write">Writes the line to standard output until a write fails.</param>
internal sealed class Strategy(
    string name,
    string language,
    string summary,
    OutputKind outputs,
    Action<Line> write
)
{
    internal string Name => name;

    internal string Language => language;

    internal string Summary => summary;

    /// <summary>Returns the reason why this strategy can't run, or null if there is none.</summary>
    internal string? WhyNot(OutputKind output) =>
        outputs.HasFlag(output) ? null
        : output == OutputKind.Unknown ? "not available here: requires Linux on x64 or arm64"
        : $"standard output is {OutputKinds.Describe(output)}";

    /// <summary>Writes the line to standard output until a write fails.</summary>
    /// <exception cref="RefusedException">This strategy can't write here, but another one may.</exception>
    /// <exception cref="FailureException">A write failed.</exception>
    internal void Write(Line line)
    {
        if (WhyNot(StandardOutput.Kind) is { } reason)
        {
            throw new RefusedException(reason);
        }

        write(line);
    }
}
