using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "auto": the fastest that standard output and the kernel allow.</summary>
internal static class Auto
{
    /// <summary>
    /// The longest line in bytes for which the pipes hold a copy: less than a mebibyte whatever the backlog is, since the
    /// backlog consists of references.
    /// </summary>
    private const int LongestInPipes = 1024 * 1024;

    /// <summary>The strategy "auto".</summary>
    internal static Strategy Strategy { get; } =
        new("auto", "-", "the fastest of these that standard output allows", usesConsole: false, run: Run);

    private static void Run(Line line)
    {
        var kind = StandardOutput.Kind();
        if (kind == OutputKind.Pipe)
        {
            if (line.Length < LongestInPipes)
            {
                Try(Tee.Strategy, line);
            }

            Try(Vmsplice.Strategy, line);
        }

        Native.Write(line, Native.BufferSizeFor(kind));
    }

    /// <summary>Runs a strategy, and returns between two lines when it is refused.</summary>
    private static void Try(Strategy strategy, Line line)
    {
        try
        {
            strategy.Run(line);
        }
        catch (RefusedException refused)
        {
            DebugLog.Refused(refused);
            if (refused.Written > 0)
            {
                StandardOutput.Write(line.Bytes[refused.Written..]);
            }
        }
    }
}
