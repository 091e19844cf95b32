using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>An implementation of yes that --strategy can select.</summary>
/// <param name="name">The name for --strategy. It consists of lowercase letters and digits.</param>
/// <param name="language">The programming language.</param>
/// <param name="summary">What the strategy does, in one line.</param>
/// <param name="outputs">The kinds of standard output that the strategy can write to.</param>
/// <param name="run">Writes the line to standard output until a write fails.</param>
internal sealed class Strategy(
    string name,
    string language,
    string summary,
    OutputKind outputs,
    Action<Line> run
)
{
    internal string Name => name;
    internal string Language => language;
    internal string Summary => summary;
    internal OutputKind Outputs => outputs;
    internal Action<Line> Run => run;
}
