using System.Diagnostics.CodeAnalysis;

namespace Yes.CSharp;

/// <summary>What the caller chose for this process, restored after the runtime's start.</summary>
internal static class ProcessState
{
    /// <summary>A bit for each standard descriptor that the caller closed.</summary>
    private static int _closed;

    /// <summary>Whether this is the native executable: the compiler replaces the property by true.</summary>
    /// <remarks>Aot/Aot.targets names it in a RuntimeHostConfigurationOption.</remarks>
    [FeatureSwitchDefinition("Yes.IsNative")]
    internal static bool IsNative => false;

    /// <summary>Restores signals and descriptors, before anything is opened or written.</summary>
    internal static void Restore()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        OccupyClosedDescriptors();
        if (!IsNative)
        {
            RestoreSignals();
            RemoveDiagnosticFiles();
        }
    }

    /// <summary>Whether the caller closed a standard descriptor; another thing may be there now.</summary>
    internal static bool WasClosedByCaller(int fd) => (_closed & (1 << fd)) != 0;

    /// <summary>Gives the signals that dotnet handles or ignores their default actions.</summary>
    /// <remarks>It hides what the caller chose. In the native executable nothing does: Aot/wrap.c.</remarks>
    private static void RestoreSignals()
    {
        // SIGCONT in the signal.h of macOS and the BSDs is 19.
        var continued = OperatingSystem.IsLinux() ? Libc.SIGCONT : 19;
        int[] signals = [Libc.SIGFPE, Libc.SIGSEGV, Libc.SIGILL, Libc.SIGABRT, Libc.SIGPIPE, continued];
        Array.ForEach(signals, signum => Libc.signal(signum, Libc.SIG_DFL));
    }

    /// <summary>
    /// Puts a socket that is never used on each standard descriptor that the caller closed, so that nothing
    /// that is opened later becomes standard output or standard error by accident.
    /// </summary>
    /// <remarks>
    /// glibc does so for set-user-ID programs: csu/check_fds.c. Under dotnet the runtime may have opened
    /// something there already: it has the close-on-exec flag, which no descriptor has that came through
    /// execve(2).
    /// </remarks>
    private static void OccupyClosedDescriptors()
    {
        for (var fd = 0; fd <= StandardStreams.Error; fd++)
        {
            var flags = Libc.fcntl(fd, Libc.F_GETFD, 0);
            var closed = flags == Libc.FD_CLOEXEC;
            if (flags == -1 && Libc.LastErrno() == Errno.EBADF)
            {
                // A new descriptor has the lowest free number, and those below are taken by now.
                closed = Libc.socket(Libc.AF_UNIX, Libc.SOCK_STREAM, 0) == fd;
            }

            _closed |= closed ? 1 << fd : 0;
        }
    }

    /// <summary>
    /// Removes the files of the runtime's diagnostics: under dotnet each process has a socket for tools and
    /// two pipes for a debugger in the directory for temporary files.
    /// </summary>
    /// <remarks>
    /// Their names are dotnet-diagnostic-PID-KEY-socket (.NET's documentation of diagnostic ports) and
    /// clr-debug-pipe-PID-KEY-in and -out. On Linux the key is the start time of the process, proc(5), which
    /// tells this process from those of other containers. When SIGPIPE ends the runtime, it removes none.
    /// </remarks>
    private static void RemoveDiagnosticFiles()
    {
        try
        {
            var key = "*";
            if (OperatingSystem.IsLinux())
            {
                // The 22nd field; the second one, the program's name in parentheses, may hold blanks.
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
            // This user can't write to that directory, so nothing of this process is there.
        }
    }
}
