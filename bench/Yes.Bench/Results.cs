using System.Text.Json;
using System.Text.Json.Serialization;

namespace Yes.Bench;

/// <summary>What a comparison found: the shape of results.json, which bench/README.md describes.</summary>
/// <param name="SchemaVersion">The version of this shape: <see cref="CurrentSchema"/>.</param>
/// <param name="Complete">Whether all was measured; false if the user ended it before.</param>
/// <param name="Date">When it ended.</param>
/// <param name="Commit">What was measured; null outside a git repository.</param>
/// <param name="Machine">Where it was measured.</param>
/// <param name="Settings">How much was measured.</param>
/// <param name="Readers">Through what.</param>
/// <param name="Producers">What was found.</param>
/// <param name="Absent">Peers that the machine does not have.</param>
internal sealed record Results(
    int SchemaVersion,
    bool Complete,
    DateTimeOffset Date,
    Commit? Commit,
    Machine Machine,
    Settings Settings,
    IReadOnlyList<ReaderResult> Readers,
    IReadOnlyList<ProducerResult> Producers,
    IReadOnlyList<string> Absent
)
{
    /// <summary>To be raised with every change that breaks what reads the file.</summary>
    internal const int CurrentSchema = 1;

    /// <summary>A larger <see cref="Summary.Spread"/> is flagged.</summary>
    internal const double LargestQuietSpread = 0.3;

    /// <summary>The name of the file.</summary>
    internal const string FileName = "results.json";

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    /// <summary>Writes the file into a folder.</summary>
    internal void Save(string folder) =>
        File.WriteAllText(Path.Combine(folder, FileName), JsonSerializer.Serialize(this, Json) + "\n");

    /// <summary>Reads the file from a folder.</summary>
    /// <exception cref="BenchException">There is none, or one of another shape.</exception>
    internal static Results Load(string folder)
    {
        try
        {
            var results = JsonSerializer.Deserialize<Results>(
                File.ReadAllText(Path.Combine(folder, FileName)),
                Json
            );
            return results is { SchemaVersion: CurrentSchema }
                ? results
                : throw new BenchException(
                    $"{folder}/{FileName} has another shape: make bench writes it anew"
                );
        }
        catch (Exception e) when (e is IOException or JsonException)
        {
            throw new BenchException($"no results in '{folder}': make bench measures");
        }
    }
}

/// <summary>A reader that took part.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Command">What was run.</param>
/// <param name="Version">What it says of its version; null if it is no program.</param>
internal sealed record ReaderResult(string Name, string Command, string? Version);

/// <summary>What was found of a producer.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Group">Whose it is.</param>
/// <param name="Language">What it is written in, where that is known.</param>
/// <param name="Version">Its version, where it tells one.</param>
/// <param name="Command">What was run.</param>
/// <param name="ExecutableBytes">The size of the executable.</param>
/// <param name="Fault">What is wrong with its output: then nothing of it was measured. Null if all is right.</param>
/// <param name="StartSeconds">From its start to its first byte.</param>
/// <param name="CpuSecondsPerGiB">What it used of the processor, writing to the first reader.</param>
/// <param name="PeakMemoryBytes">The most memory that it had at a time.</param>
/// <param name="Rates">By the name of the reader.</param>
internal sealed record ProducerResult(
    string Name,
    Group Group,
    string? Language,
    string? Version,
    IReadOnlyList<string> Command,
    long ExecutableBytes,
    string? Fault,
    Summary? StartSeconds,
    double? CpuSecondsPerGiB,
    long? PeakMemoryBytes,
    IReadOnlyDictionary<string, RateResult> Rates
);

/// <summary>The rate of a producer through a reader.</summary>
/// <param name="Rounds">The rate in each round, in bytes per second.</param>
/// <param name="BytesPerSecond">The rounds summed up; null if there is none.</param>
/// <param name="Noisy">Whether the spread is more than 30 %.</param>
/// <param name="RatioToGnu">The median of the rounds' ratios to GNU yes; null without it.</param>
/// <param name="Fault">Why there is no rate, in the producer's words; null if there is one.</param>
internal sealed record RateResult(
    IReadOnlyList<double> Rounds,
    Summary? BytesPerSecond,
    bool Noisy,
    double? RatioToGnu,
    string? Fault
);
