using System.CommandLine;
using System.Text.RegularExpressions;

namespace Yes.Bench;

/// <summary>The command that keeps results in the repository and shows them in the README: `make bench-save`.</summary>
internal static partial class SaveCommand
{
    private const string Begin = "<!-- bench:begin -->";
    private const string End = "<!-- bench:end -->";
    private const string Readme = "README.md";

    /// <summary>The command.</summary>
    internal static Command Create()
    {
        var folder = new Option<string>("--out")
        {
            HelpName = "FOLDER",
            Description = "where the results are",
            DefaultValueFactory = _ => "artifacts/bench",
        };
        var command = new Command(
            "save",
            "Copies complete results to bench/results, and shows them in README.md."
        )
        {
            folder,
        };
        command.SetAction(parsed => Save(parsed.GetValue(folder)!));
        return command;
    }

    private static void Save(string folder)
    {
        var results = Results.Load(folder);
        if (!results.Complete)
        {
            throw new BenchException($"the results in '{folder}' are incomplete: make bench measures anew");
        }

        var readme = File.Exists(Readme) ? File.ReadAllText(Readme) : "";
        var begin = readme.IndexOf(Begin, StringComparison.Ordinal);
        var end = readme.IndexOf(End, StringComparison.Ordinal);
        if (begin < 0 || end < begin)
        {
            throw new BenchException($"no '{Begin}' with '{End}' behind it in {Readme}");
        }

        var machine = NotOfASlug()
            .Replace($"{results.Machine.Cpu}-{results.Machine.Kernel}".ToLowerInvariant(), "-");
        var kept = $"bench/results/{machine.Trim('-')}";
        Directory.CreateDirectory(kept);
        foreach (var file in new[] { Results.FileName, Report.FileName, Chart.Svg, Chart.Png })
        {
            File.Copy(Path.Combine(folder, file), Path.Combine(kept, file), overwrite: true);
        }

        var shown = Report.Summary(results, $"{kept}/{Chart.Svg}");
        var more = $"[All of it]({kept}/{Report.FileName})";
        File.WriteAllText(
            Readme,
            $"{readme[..(begin + Begin.Length)]}\n\n{shown.TrimEnd()}\n\n{more}\n\n{readme[end..]}"
        );
        Console.WriteLine($"saved to {kept}, and shown in {Readme}");
    }

    [GeneratedRegex("[^a-z0-9.]+")]
    private static partial Regex NotOfASlug();
}
