using System.CommandLine;

namespace Yes.Bench;

/// <summary>The command that measures and reports: what `make bench` runs.</summary>
internal static class BenchCommand
{
    /// <summary>The command.</summary>
    internal static RootCommand Create()
    {
        var command = new RootCommand(
            "Measures every strategy of yes, and every other yes, through real readers."
        );
        var options = new Options(command);
        var executable = new Option<string>("--yes")
        {
            HelpName = "PATH",
            Description = "this project's executable",
            DefaultValueFactory = _ => "artifacts/yes",
        };
        var peers = Options.List("--peers", "paths of further yes to measure");
        peers.HelpName = "'PATH ...'";
        var folder = new Option<string>("--out")
        {
            HelpName = "FOLDER",
            Description = "where results.json, report.md and the pictures go",
            DefaultValueFactory = _ => "artifacts/bench",
        };
        command.Options.Add(executable);
        command.Options.Add(peers);
        command.Options.Add(folder);
        command.SetAction(parsed =>
        {
            var readers = options.Readers(parsed, "time", "gnuplot", "git", "dotnet", "lscpu");
            var strategies = options.Strategies(parsed, parsed.GetValue(executable)!);
            var (present, absent) = Peers.Find(parsed.GetValue(peers) ?? []);
            return Run(
                new Comparison(options.Settings(parsed), [.. strategies, .. present], readers),
                absent,
                MakeFolder(parsed.GetValue(folder)!)
            );
        });
        return command;
    }

    private static int Run(Comparison comparison, IReadOnlyList<string> absent, string folder)
    {
        Progress.During(comparison.Measure);
        var results = comparison.Results(absent);
        results.Save(folder);
        Report.Save(results, folder);
        Terminal.Show(results);
        Chart.Save(results, folder);
        if (!results.Complete)
        {
            return Status.Interrupted;
        }

        return results.Producers.Any(producer => producer.Fault is not null) ? Status.WrongOutput : 0;
    }

    private static string MakeFolder(string folder)
    {
        try
        {
            return Directory.CreateDirectory(folder).FullName;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BenchException($"--out: {e.Message}");
        }
    }
}
