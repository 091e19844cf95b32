using System.Text;

namespace Yes.CSharp;

/// <summary>What --debug says on standard error.</summary>
internal static class DebugLog
{
    /// <summary>Whether --debug was given.</summary>
    internal static bool Enabled { get; set; }

    /// <summary>Says which strategy runs, and on what grounds.</summary>
    /// <param name="strategy">The strategy's name.</param>
    /// <param name="grounds">What it has chosen itself.</param>
    internal static void Using(string strategy, string grounds)
    {
        if (Enabled)
        {
            Say($"using {strategy}: standard output is {Describe(StandardOutput.Kind())}; {grounds}");
        }
    }

    /// <summary>Says that a strategy was refused, by which call, with the errno's name.</summary>
    internal static void Refused(RefusedException refused)
    {
        if (Enabled)
        {
            Say($"not using {refused.Strategy}: {refused.Message}: {refused.Errno}");
        }
    }

    private static string Describe(OutputKind kind)
    {
        if (kind != OutputKind.Pipe)
        {
            return kind switch
            {
                OutputKind.File => "a file",
                OutputKind.Socket => "a socket",
                OutputKind.Terminal => "a terminal",
                OutputKind.NullDevice => "the null device",
                _ => "of no special kind",
            };
        }

        var capacity = Pipe.CapacityOf(StandardOutput.Descriptor);
        return $"a pipe of {capacity} bytes, {capacity / Environment.SystemPageSize} slots";
    }

    private static void Say(string message) =>
        StandardOutput.Complain(Encoding.Latin1.GetBytes($"yes: {message}\n"));
}
