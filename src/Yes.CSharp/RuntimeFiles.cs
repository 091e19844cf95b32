namespace Yes.CSharp;

/// <summary>
/// The files of the runtime's diagnostics: under dotnet each process has a socket for tools and two pipes for a debugger.
/// </summary>
/// <remarks>
/// .NET's documentation of diagnostic ports names the socket, dotnet-diagnostic-PID-KEY-socket; the pipes are
/// clr-debug-pipe-PID-KEY-in and -out. The runtime removes them at its end, but not at that by SIGPIPE, which is how a yes ends; and there is no
/// setting in the package that would have it make none.
/// </remarks>
internal static class RuntimeFiles
{
    /// <summary>Removes those of this process; what can't be removed stays.</summary>
    internal static void Remove()
    {
        try
        {
            foreach (var kind in new[] { "dotnet-diagnostic", "clr-debug-pipe" })
            {
                foreach (
                    var file in Directory.EnumerateFiles(
                        Path.GetTempPath(),
                        $"{kind}-{Environment.ProcessId}-*"
                    )
                )
                {
                    File.Delete(file);
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // There is no such folder, or it is closed to this user: then there is nothing of this process's either.
        }
    }
}
