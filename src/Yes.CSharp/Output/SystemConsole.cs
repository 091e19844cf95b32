using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>Starts System.Console for the strategies that write through it.</summary>
internal static class SystemConsole
{
    /// <summary>
    /// The same strategy, but the console is started first, and its exceptions become this program's.
    /// </summary>
    internal static Strategy WithConsole(Strategy strategy) =>
        new(strategy.Name, strategy.Language, strategy.Summary, strategy.Needs, line => Run(strategy, line));

    private static void Run(Strategy strategy, Line line)
    {
        try
        {
            Start();
            DebugLog.Using(strategy, () => strategy.Summary);
            strategy.Run.Invoke(line);
        }
        catch (Exception e) when (ConsoleErrors.Translate(e) is { } failure)
        {
            throw failure;
        }
    }

    private static void Start()
    {
        // The console greets a terminal that it knows with an escape sequence, which is no line.
        Environment.SetEnvironmentVariable("TERM", null);

        // The first write starts the console.
        using (var stdout = Console.OpenStandardOutput())
        {
            stdout.Write([]);
        }

        if (!ProcessState.IsNative)
        {
            // The console has SIGPIPE ignored. Its handler of SIGCONT sets the terminal's modes again, for
            // which a process in the background is stopped by SIGTTOU.
            if (!OperatingSystem.IsWindows())
            {
                ProcessState.RestoreSignals();
            }

            ReaderWatch.Start();
        }
    }
}
