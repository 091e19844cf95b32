using System.IO.Pipes;
using Microsoft.Win32.SafeHandles;

namespace Yes.Bench;

/// <summary>Programs from the PATH that are run for what they say.</summary>
internal static class Tool
{
    /// <summary>As long as a program may take to answer, in seconds.</summary>
    private const int Patience = 20;

    /// <summary>More than that no program says that is asked for something.</summary>
    private const int LongestAnswer = 64 * 1024;

    /// <summary>/dev/null, open for reading and writing.</summary>
    internal static SafeFileHandle Null { get; } =
        File.OpenHandle("/dev/null", FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);

    /// <summary>All files of that name in the folders of the PATH that may be run, in its order.</summary>
    internal static IEnumerable<string> InPath(string name) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, name))
            .Where(IsExecutable);

    /// <summary>Whether the file exists and may be run.</summary>
    internal static bool IsExecutable(string path) =>
        File.Exists(path)
        && (
            File.GetUnixFileMode(path)
            & (UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute)
        ) != 0;

    /// <summary>Names the tools that are not there.</summary>
    /// <exception cref="BenchException">Some are not.</exception>
    internal static void Require(IEnumerable<string> tools)
    {
        var missing = tools.Distinct().Where(tool => !InPath(tool).Any()).ToList();
        if (missing.Count > 0)
        {
            throw new BenchException($"missing: {string.Join(' ', missing)}");
        }
    }

    /// <summary>Runs a program to its end, at most for some seconds.</summary>
    /// <returns>How it ended, and what it wrote to standard output and standard error together.</returns>
    internal static (ChildStatus Status, string Output) Run(params string[] command)
    {
        using var pipe = new AnonymousPipeServerStream(PipeDirection.In);
        using var child = Child.Start(
            ["timeout", "-s", "KILL", $"{Patience}", .. command],
            Null,
            pipe.ClientSafePipeHandle,
            pipe.ClientSafePipeHandle
        );
        pipe.DisposeLocalCopyOfClientHandle();
        var buffer = new byte[LongestAnswer];
        var length = pipe.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
        // What still writes now would write for ever: its next write ends it.
        pipe.Dispose();
        return (child.Wait(), System.Text.Encoding.UTF8.GetString(buffer, 0, length));
    }

    /// <summary>The first line of what a program says, empty if it says nothing.</summary>
    internal static string FirstLine(params string[] command) => Run(command).Output.Split('\n')[0].Trim();
}
