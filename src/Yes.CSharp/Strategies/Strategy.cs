using Yes.FSharp;

namespace Yes.CSharp;

/// <param name="Name">The name for --strategy. It consists of lowercase letters and digits.</param>
/// <param name="Language">The programming language, as --list-strategies shows it.</param>
/// <param name="Summary">What the strategy does, in one line.</param>
/// <param name="Outputs">The kinds of standard output that the strategy can write to.</param>
/// <param name="Run">
/// Writes the line until a write fails. Throws RefusedException if another strategy may succeed.
/// </param>
internal sealed record Strategy(
    string Name,
    string Language,
    string Summary,
    OutputKind Outputs,
    Action<Line> Run
)
{
    /// <summary>Returns the reason why this strategy can't run, or null if there is none.</summary>
    internal string? WhyNot(OutputKind output) =>
        Outputs.HasFlag(output) ? null
        : output == OutputKind.Unknown ? "not available here: requires Linux on x64 or arm64"
        : $"standard output is {OutputKinds.Describe(output)}";

    /// <summary>Runs the strategy, or throws RefusedException if it can't run.</summary>
    internal void Write(Line line)
    {
        if (WhyNot(StandardOutput.Kind) is { } reason)
        {
            throw new RefusedException(reason);
        }

        Run(line);
    }
}
