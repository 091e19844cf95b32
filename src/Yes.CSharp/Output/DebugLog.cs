using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The reports of --debug on standard error.</summary>
internal static class DebugLog
{
    /// <summary>Whether --debug was given.</summary>
    internal static bool Enabled { get; set; }

    /// <summary>Reports the strategy that writes, and why.</summary>
    /// <param name="strategy">The strategy.</param>
    /// <param name="how">What it has chosen itself.</param>
    internal static void Using(Strategy strategy, string how)
    {
        if (Enabled)
        {
            Report($"using {strategy.Name}: standard output is {Describe(StandardOutput.Kind)}; {how}");
        }
    }

    /// <summary>Reports a strategy that was refused, and why.</summary>
    internal static void Refused(RefusedException refused)
    {
        if (Enabled)
        {
            Report($"not using {refused.Strategy}: {refused.Reason}");
        }
    }

    private static string Describe(OutputKind kind) =>
        kind switch
        {
            OutputKind.Pipe => DescribePipe(Pipe.CapacityOf(StandardOutput.Descriptor)),
            OutputKind.File => "a file",
            OutputKind.Socket => "a socket",
            OutputKind.Terminal => "a terminal",
            OutputKind.NullDevice => "the null device",
            OutputKind.Device => "a device",
            _ => "of a kind that makes no difference",
        };

    private static string DescribePipe(int capacity) =>
        $"a pipe of {capacity} bytes, {capacity / Environment.SystemPageSize} slots";

    private static void Report(string message) =>
        StandardOutput.Complain(Encoding.Latin1.GetBytes($"yes: {message}\n"));
}
