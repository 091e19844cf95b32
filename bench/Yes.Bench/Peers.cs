using System.Text.RegularExpressions;

namespace Yes.Bench;

/// <summary>Other people's yes, as far as the machine has it.</summary>
internal static partial class Peers
{
    /// <summary>The name of the producer to which all others are compared.</summary>
    internal const string Gnu = "GNU";

    /// <summary>What a yes is called, where it is the system's own and where it is not.</summary>
    private static readonly string[] YesNames = ["yes", "gyes", "gnuyes", "uu-yes"];

    /// <summary>What uutils is called where one executable is all of its programs.</summary>
    private static readonly string[] UutilsNames = ["uutils", "uu-coreutils"];

    /// <summary>Where Debian keeps uutils, one file per program.</summary>
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
            (Gnu, FindYes(Gnu, "GNU coreutils")),
            ("uutils", FindUutils()),
            ("busybox", FindMulticall("busybox", "busybox", "--help")),
            ("toybox", FindMulticall("toybox", "toybox", "--version")),
        ];
        return (
            [
                .. known.Select(peer => peer.Producer).OfType<Producer>(),
                .. further.Select(path => Further(path, Name(path))),
            ],
            [.. known.Where(peer => peer.Producer is null).Select(peer => peer.Name)]
        );

        // The name of the file, unless that is not one producer's alone.
        string Name(string path) =>
            known
                .Select(peer => peer.Name)
                .Concat(further.Select(Path.GetFileName))
                .Count(Path.GetFileName(path).Equals) == 1
                ? Path.GetFileName(path)
                : path;
    }

    /// <summary>The version in what a program says of itself, or null.</summary>
    internal static string? VersionIn(string text) =>
        VersionPattern().Match(text) is { Success: true } match ? match.Value : null;

    private static Producer? FindUutils()
    {
        if (UutilsPlaces.FirstOrDefault(Tool.IsExecutable) is { } path)
        {
            // Some versions of its yes don't know --version, but all of its cat.
            var cat = Path.Combine(Path.GetDirectoryName(path)!, "cat");
            return Peer("uutils", VersionIn(Tool.FirstLine(cat, "--version")), path);
        }

        return UutilsNames
                .Select(name => FindMulticall("uutils", name, "--version"))
                .FirstOrDefault(peer => peer is not null)
            ?? FindYes("uutils", "uutils");
    }

    /// <summary>The first yes in the PATH that says some words of itself.</summary>
    private static Producer? FindYes(string name, string words) =>
        YesNames
            .SelectMany(Tool.InPath)
            .Select(path => (Path: path, Says: Tool.FirstLine(path, "--version")))
            .Where(candidate => candidate.Says.Contains(words, StringComparison.Ordinal))
            .Select(candidate => Peer(name, VersionIn(candidate.Says), candidate.Path))
            .FirstOrDefault();

    private static Producer? FindMulticall(string name, string program, string versionOption) =>
        Tool.InPath(program)
            .Select(path => Peer(name, VersionIn(Tool.FirstLine(path, versionOption)), path, "yes"))
            .FirstOrDefault();

    // Without a slash it would be looked for in the PATH.
    private static Producer Further(string path, string name) =>
        Tool.IsExecutable(path)
            ? Peer(name, null, Path.Combine(".", path))
            : throw new BenchException($"no executable '{path}' for a peer");

    private static Producer Peer(string name, string? version, params string[] command) =>
        new(name, Group.Peer, null, version, command);

    [GeneratedRegex(@"\d+\.\d+[\w.-]*")]
    private static partial Regex VersionPattern();
}
