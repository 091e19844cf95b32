using System.Text;

namespace Yes.CSharp;

/// <summary>Undoes what the runtime does to a process under dotnet.</summary>
internal static class DotnetHost
{
    /// <summary>Gives signals their default actions. The runtime hides those that the caller chose.</summary>
    internal static void RestoreSignals()
    {
        // In the signal.h of macOS and the BSDs, SIGCONT is 19.
        var continued = OperatingSystem.IsLinux() ? Libc.SIGCONT : 19;
        int[] signals = [Libc.SIGFPE, Libc.SIGSEGV, Libc.SIGILL, Libc.SIGABRT, Libc.SIGPIPE, continued];
        Array.ForEach(signals, signum => Libc.signal(signum, Libc.SIG_DFL));
    }

    /// <summary>
    /// Removes the runtime's socket for tools and two pipes for a debugger from the directory for temporary
    /// files, because the runtime does not remove them when SIGPIPE ends the process.
    /// </summary>
    /// <remarks>
    /// Their names are dotnet-diagnostic-PID-KEY-socket (.NET's documentation of diagnostic ports) and
    /// clr-debug-pipe-PID-KEY-in and -out. On Linux the key is the start time of the process, proc(5), so
    /// other containers that share the directory have other keys.
    /// </remarks>
    internal static void RemoveDiagnosticFiles()
    {
        try
        {
            var key = "*";
            if (OperatingSystem.IsLinux())
            {
                // The key is field 22. Field 2, the program's name in parentheses, may contain spaces.
                var stat = File.ReadAllText("/proc/self/stat");
                key = stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[19];
            }

            foreach (var kind in new[] { "dotnet-diagnostic", "clr-debug-pipe" })
            {
                var names = $"{kind}-{Environment.ProcessId}-{key}-*";
                Array.ForEach(Directory.GetFiles(Path.GetTempPath(), names), File.Delete);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // This user can't write to that directory, so this process has no files there.
        }
    }

    /// <summary>
    /// The bytes of the arguments, each followed by a NUL byte. dotnet decodes arguments as UTF-8 and loses
    /// all bytes that are not UTF-8. On Linux, /proc/self/cmdline contains the original bytes: proc(5).
    /// </summary>
    internal static byte[] ReadArguments(string[] decoded)
    {
        try
        {
            // The names of dotnet and of the assembly come first.
            byte[] words = OperatingSystem.IsLinux() ? File.ReadAllBytes("/proc/self/cmdline") : [];
            var start = 0;
            for (var names = words.Count((byte)0) - decoded.Length; names > 0; names--)
            {
                start = Array.IndexOf(words, (byte)0, start) + 1;
            }

            if (start > 0)
            {
                return words[start..];
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // There is no /proc, or this user can't read it.
        }

        return Encoding.UTF8.GetBytes(string.Concat(Array.ConvertAll(decoded, text => text + '\0')));
    }
}
