using System.Text.RegularExpressions;

namespace Yes.Bench;

/// <summary>Other people's yes, as far as the machine has it.</summary>
internal static partial class Peers
{
    /// <summary>The name of the producer to which all others are compared.</summary>
    internal const string Gnu = "GNU";

    /// <summary>What GNU yes is called, where it is the system's own and where it is not.</summary>
    private static readonly string[] GnuNames = ["yes", "gyes", "gnuyes"];

    /// <summary>Where Debian keeps uutils, one file per program; one executable for all elsewhere.</summary>
    private static readonly string[] UutilsPlaces =
    [
        "/usr/lib/cargo/bin/coreutils/yes",
        "/usr/lib/cargo/bin/yes",
    ];

    /// <summary>Those that are looked for, and the further ones.</summary>
    /// <param name="further">Paths of further ones.</param>
    /// <returns>What is there, and the names of what is absent.</returns>
    /// <exception cref="BenchException">A further one is not there.</exception>
    internal static (IReadOnlyList<Producer> Present, IReadOnlyList<string> Absent) Find(
        IReadOnlyList<string> further
    )
    {
        (string Name, Producer? Producer)[] known =
        [
            (Gnu, FindGnu()),
            ("uutils", FindUutils()),
            ("busybox", FindMulticall("busybox", "--help")),
            ("toybox", FindMulticall("toybox", "--version")),
        ];
        return (
            [.. known.Select(peer => peer.Producer).OfType<Producer>(), .. further.Select(Further)],
            [.. known.Where(peer => peer.Producer is null).Select(peer => peer.Name)]
        );
    }

    /// <summary>The version in what a program says of itself, or null.</summary>
    internal static string? VersionIn(string text) =>
        VersionPattern().Match(text) is { Success: true } match ? match.Value : null;

    private static Producer? FindGnu() =>
        GnuNames
            .SelectMany(Tool.InPath)
            .Select(path => (Path: path, Says: Tool.FirstLine(path, "--version")))
            .Where(candidate => candidate.Says.Contains("GNU coreutils", StringComparison.Ordinal))
            .Select(candidate => Peer(Gnu, VersionIn(candidate.Says), candidate.Path))
            .FirstOrDefault();

    private static Producer? FindUutils()
    {
        if (UutilsPlaces.FirstOrDefault(Tool.IsExecutable) is { } path)
        {
            // Some versions of its yes don't know --version, but all of its cat.
            var cat = Path.Combine(Path.GetDirectoryName(path)!, "cat");
            return Peer("uutils", VersionIn(Tool.FirstLine(cat, "--version")), path);
        }

        return Tool.InPath("uutils")
            .Concat(Tool.InPath("coreutils"))
            .Select(candidate => (Path: candidate, Says: Tool.FirstLine(candidate, "--version")))
            .Where(candidate => candidate.Says.Contains("uutils", StringComparison.Ordinal))
            .Select(candidate => Peer("uutils", VersionIn(candidate.Says), candidate.Path, "yes"))
            .FirstOrDefault();
    }

    private static Producer? FindMulticall(string name, string versionOption) =>
        Tool.InPath(name)
            .Select(path => Peer(name, VersionIn(Tool.FirstLine(path, versionOption)), path, "yes"))
            .FirstOrDefault();

    private static Producer Further(string path) =>
        Tool.IsExecutable(path)
            ? Peer(Path.GetFileName(path), null, Path.Combine(".", path))
            : throw new BenchException($"no executable '{path}' for a peer");

    private static Producer Peer(string name, string? version, params string[] command) =>
        new(name, Group.Peer, null, version, command);

    [GeneratedRegex(@"\d+\.\d+[\w.+-]*")]
    private static partial Regex VersionPattern();
}
