using System.Runtime.InteropServices;

namespace Yes.Bench;

/// <summary>The C library's functions that start, await and end processes, under their own names: see their manual pages.</summary>
/// <remarks>
/// System.Diagnostics.Process can't connect two children by a pipe, nor give a child a process group of its own. The
/// functions return what the C functions return; posix_spawn and its like return the errno.
/// </remarks>
internal static unsafe partial class Libc
{
    /// <summary>posix_spawnp(3)</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawnp(
        int* pid,
        byte* file,
        SpawnFileActions* actions,
        SpawnAttributes* attributes,
        byte** argv,
        byte** envp
    );

    /// <summary>posix_spawn_file_actions_init(3)</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawn_file_actions_init(SpawnFileActions* actions);

    /// <summary>posix_spawn_file_actions_adddup2(3)</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawn_file_actions_adddup2(
        SpawnFileActions* actions,
        int fd,
        int newfd
    );

    /// <summary>posix_spawn_file_actions_destroy(3)</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawn_file_actions_destroy(SpawnFileActions* actions);

    /// <summary>posix_spawnattr_init(3)</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawnattr_init(SpawnAttributes* attributes);

    /// <summary>posix_spawnattr_setflags(3); the process group is then the child's own, as 0 is the default.</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawnattr_setflags(SpawnAttributes* attributes, short flags);

    /// <summary>posix_spawnattr_setsigdefault(3)</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawnattr_setsigdefault(
        SpawnAttributes* attributes,
        SignalSet* signals
    );

    /// <summary>posix_spawnattr_setsigmask(3)</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawnattr_setsigmask(SpawnAttributes* attributes, SignalSet* signals);

    /// <summary>posix_spawnattr_destroy(3)</summary>
    [LibraryImport("libc")]
    internal static partial int posix_spawnattr_destroy(SpawnAttributes* attributes);

    /// <summary>sigemptyset(3)</summary>
    [LibraryImport("libc")]
    internal static partial int sigemptyset(SignalSet* signals);

    /// <summary>sigaddset(3)</summary>
    [LibraryImport("libc")]
    internal static partial int sigaddset(SignalSet* signals, int signal);

    /// <summary>waitid(2), of glibc's four parameters; the siginfo_t may be null.</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int waitid(int idtype, int id, byte* siginfo, int options);

    /// <summary>waitpid(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int waitpid(int pid, int* status, int options);

    /// <summary>kill(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int kill(int pid, int signal);

    /// <summary>poll(2)</summary>
    [LibraryImport("libc", SetLastError = true)]
    internal static partial int poll(pollfd* fds, nuint nfds, int timeout);

    /// <summary>posix_spawn_file_actions_t: opaque, and with room to spare for any C library's.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 512)]
    internal struct SpawnFileActions;

    /// <summary>posix_spawnattr_t: opaque, and with room to spare for any C library's.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 1024)]
    internal struct SpawnAttributes;

    /// <summary>sigset_t: opaque, 128 bytes with glibc and musl.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 128)]
    internal struct SignalSet;

    /// <summary>struct pollfd of poll(2).</summary>
#pragma warning disable CS8981 // The C name, as everywhere in this file.
    internal struct pollfd
#pragma warning restore CS8981
    {
        /// <summary>The descriptor to look at.</summary>
        public int fd;

        /// <summary>What to wait for.</summary>
        public short events;

        /// <summary>What was there.</summary>
        public short revents;
    }

    // The values are those of Linux, which its architectures share.
    internal const short POSIX_SPAWN_SETPGROUP = 0x02;
    internal const short POSIX_SPAWN_SETSIGDEF = 0x04;
    internal const short POSIX_SPAWN_SETSIGMASK = 0x08;
    internal const int P_PID = 1;
    internal const int WEXITED = 4;
    internal const int WNOWAIT = 0x01000000;
    internal const short POLLHUP = 0x10;
    internal const int EINTR = 4;
    internal const int SIGINT = 2;
    internal const int SIGKILL = 9;
    internal const int LastStandardSignal = 31;
}
