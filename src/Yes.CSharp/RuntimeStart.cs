using System.Diagnostics.CodeAnalysis;

namespace Yes.CSharp;

/// <summary>Undoes what the runtime's start, or the caller, did to this process.</summary>
internal static class RuntimeStart
{
    /// <summary>
    /// A bit for each standard descriptor that the caller closed and the runtime has put something on.
    /// </summary>
    private static int _occupied;

    /// <summary>Whether this is the native executable: the compiler replaces the property by true.</summary>
    /// <remarks>The project file names it in a RuntimeHostConfigurationOption.</remarks>
    [FeatureSwitchDefinition("Yes.IsNative")]
    internal static bool IsNative => false;

    /// <summary>Undoes all of it, before anything is opened or written.</summary>
    internal static void Undo()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        RestoreSignals();
        OccupyClosedDescriptors();
        if (!IsNative)
        {
            RemoveDiagnosticFiles();
        }
    }

    /// <summary>
    /// Whether the caller closed a standard descriptor, and it is now one of the runtime's own.
    /// </summary>
    internal static bool Occupies(int fd) => (_occupied & (1 << fd)) != 0;

    private static void RestoreSignals()
    {
        if (IsNative)
        {
            // The native runtime turns these into exceptions, and ignores one that another process sent.
            _ = Libc.signal(Libc.SIGSEGV, Libc.SIG_DFL);
            _ = Libc.signal(Libc.SIGFPE, Libc.SIG_DFL);
        }
        else
        {
            // dotnet has SIGPIPE ignored by now, whatever the caller chose.
            _ = Libc.signal(Libc.SIGPIPE, Libc.SIG_DFL);
        }
    }

    /// <summary>
    /// Opens /dev/null the wrong way round on each standard descriptor that the caller closed. So it fails
    /// with EBADF as a closed one does, and nothing that is opened later becomes standard output by accident.
    /// </summary>
    /// <remarks>
    /// glibc does the same for set-user-ID programs: csu/check_fds.c. A failure leaves things as they were.
    /// Under dotnet the runtime may have opened something there already: it has the close-on-exec flag, which
    /// no descriptor has that came through execve(2).
    /// </remarks>
    private static void OccupyClosedDescriptors()
    {
        for (var fd = 0; fd <= StandardOutput.StandardError; fd++)
        {
            var flags = Libc.fcntl(fd, Libc.F_GETFD, 0);
            if (flags == -1 && Libc.LastErrno() == Errno.EBADF)
            {
                // open(2) gives the lowest free number, and those below are taken by now.
                _ = Libc.open("/dev/null", fd == 0 ? Libc.O_WRONLY : Libc.O_RDONLY);
            }
            else if (flags == Libc.FD_CLOEXEC)
            {
                _occupied |= 1 << fd;
            }
        }
    }

    /// <summary>
    /// Removes the files of the runtime's diagnostics: under dotnet each process has a socket for tools and
    /// two pipes for a debugger in the directory for temporary files.
    /// </summary>
    /// <remarks>
    /// Their names are dotnet-diagnostic-PID-KEY-socket (.NET's documentation of diagnostic ports) and
    /// clr-debug-pipe-PID-KEY-in and -out. The runtime removes them when it ends, but not when SIGPIPE ends
    /// it, as usual for yes; and no setting in a package prevents them.
    /// </remarks>
    private static void RemoveDiagnosticFiles()
    {
        try
        {
            foreach (var kind in new[] { "dotnet-diagnostic", "clr-debug-pipe" })
            {
                var names = $"{kind}-{Environment.ProcessId}-*";
                foreach (var file in Directory.EnumerateFiles(Path.GetTempPath(), names))
                {
                    File.Delete(file);
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // This user can't write to that directory, so nothing of this process is there.
        }
    }
}
