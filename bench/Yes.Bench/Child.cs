using System.Collections;
using System.Runtime.InteropServices;

namespace Yes.Bench;

/// <summary>A child process, which leads a process group of its own and never outlives the object.</summary>
/// <remarks>
/// All that is alive is listed, so that <see cref="StopAll"/> reaches it. A child is reaped under the lock under which
/// others are killed: no signal can hit a stranger that was given its number.
/// </remarks>
internal sealed unsafe class Child : IDisposable
{
    private static readonly Lock Gate = new();
    private static readonly HashSet<Child> Alive = [];
    private static bool stopped;

    private readonly int pid;
    private ChildStatus? status;

    private Child(int pid) => this.pid = pid;

    /// <summary>Starts a program from the PATH.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="stdin">What is to be its standard input; the caller keeps it.</param>
    /// <param name="stdout">What is to be its standard output.</param>
    /// <param name="stderr">What is to be its standard error.</param>
    /// <exception cref="OperationCanceledException"><see cref="StopAll"/> was called.</exception>
    /// <exception cref="BenchException">The program can't be started.</exception>
    internal static Child Start(
        IReadOnlyList<string> command,
        SafeHandle stdin,
        SafeHandle stdout,
        SafeHandle stderr
    )
    {
        using var argv = new CStrings(command);
        Libc.SpawnFileActions actions;
        Libc.SpawnAttributes attributes;
        Libc.SignalSet none;
        Libc.SignalSet all;
        _ = Libc.sigemptyset(&none);
        _ = Libc.sigemptyset(&all);
        for (var signal = 1; signal <= Libc.LastStandardSignal; signal++)
        {
            _ = Libc.sigaddset(&all, signal);
        }

        _ = Libc.posix_spawn_file_actions_init(&actions);
        _ = Libc.posix_spawnattr_init(&attributes);
        try
        {
            Redirect(&actions, stdin, 0);
            Redirect(&actions, stdout, 1);
            Redirect(&actions, stderr, 2);
            // .NET has SIGPIPE ignored, which a child would inherit: then it would not end as it does in a shell.
            _ = Libc.posix_spawnattr_setsigdefault(&attributes, &all);
            _ = Libc.posix_spawnattr_setsigmask(&attributes, &none);
            _ = Libc.posix_spawnattr_setflags(
                &attributes,
                Libc.POSIX_SPAWN_SETPGROUP | Libc.POSIX_SPAWN_SETSIGDEF | Libc.POSIX_SPAWN_SETSIGMASK
            );
            lock (Gate)
            {
                if (stopped)
                {
                    throw new OperationCanceledException();
                }

                int pid;
                var errno = Libc.posix_spawnp(
                    &pid,
                    argv.Pointers[0],
                    &actions,
                    &attributes,
                    argv.Pointers,
                    CStrings.Environment.Pointers
                );
                if (errno != 0)
                {
                    throw new BenchException($"{command[0]}: {Marshal.GetPInvokeErrorMessage(errno)}");
                }

                var child = new Child(pid);
                Alive.Add(child);
                return child;
            }
        }
        finally
        {
            _ = Libc.posix_spawn_file_actions_destroy(&actions);
            _ = Libc.posix_spawnattr_destroy(&attributes);
        }
    }

    /// <summary>Kills all children, and lets no other start until <see cref="AllowStarts"/>.</summary>
    internal static void StopAll()
    {
        lock (Gate)
        {
            stopped = true;
            foreach (var child in Alive)
            {
                child.Signal(Libc.SIGKILL);
            }
        }
    }

    /// <summary>Returns unless children were stopped, so that what they left means nothing.</summary>
    /// <exception cref="OperationCanceledException">They were.</exception>
    internal static void ThrowIfStopped()
    {
        lock (Gate)
        {
            if (stopped)
            {
                throw new OperationCanceledException();
            }
        }
    }

    /// <summary>Lets children start again: what was measured is to be drawn.</summary>
    internal static void AllowStarts()
    {
        lock (Gate)
        {
            stopped = false;
        }
    }

    /// <summary>Sends SIGINT to the child and all that it started.</summary>
    internal void Interrupt()
    {
        lock (Gate)
        {
            Signal(Libc.SIGINT);
        }
    }

    /// <summary>Waits until the child has ended; then ends what it left behind in its process group.</summary>
    internal ChildStatus Wait()
    {
        // The wait that leaves the child a zombie, so that its number, and its group's, stay its own for now.
        while (
            status is null
            && Libc.waitid(Libc.P_PID, pid, null, Libc.WEXITED | Libc.WNOWAIT) == -1
            && Marshal.GetLastPInvokeError() == Libc.EINTR
        ) { }

        lock (Gate)
        {
            if (status is null)
            {
                Signal(Libc.SIGKILL);
                int raw;
                _ = Libc.waitpid(pid, &raw, 0);
                status = new ChildStatus(raw);
                Alive.Remove(this);
            }
        }

        return status.Value;
    }

    /// <summary>Kills the child, and all that it started, unless they have ended.</summary>
    public void Dispose()
    {
        lock (Gate)
        {
            Signal(Libc.SIGKILL);
        }

        Wait();
    }

    private void Signal(int signal)
    {
        if (status is null)
        {
            _ = Libc.kill(-pid, signal);
        }
    }

    private static void Redirect(Libc.SpawnFileActions* actions, SafeHandle handle, int fd) =>
        _ = Libc.posix_spawn_file_actions_adddup2(actions, (int)handle.DangerousGetHandle(), fd);

    /// <summary>An array of C strings with a null at its end.</summary>
    private sealed class CStrings : IDisposable
    {
        /// <summary>This process's environment, but in the C locale: what readers report is parsed.</summary>
        internal static readonly CStrings Environment = new(
            System
                .Environment.GetEnvironmentVariables()
                .Cast<DictionaryEntry>()
                .Where(variable => (string)variable.Key != "LC_ALL")
                .Select(variable => $"{variable.Key}={variable.Value}")
                .Append("LC_ALL=C")
                .ToList()
        );

        private readonly int count;

        internal CStrings(IReadOnlyList<string> strings)
        {
            count = strings.Count;
            Pointers = (byte**)NativeMemory.AllocZeroed((nuint)count + 1, (nuint)sizeof(byte*));
            for (var i = 0; i < count; i++)
            {
                Pointers[i] = (byte*)Marshal.StringToCoTaskMemUTF8(strings[i]);
            }
        }

        internal byte** Pointers { get; }

        public void Dispose()
        {
            for (var i = 0; i < count; i++)
            {
                Marshal.FreeCoTaskMem((nint)Pointers[i]);
            }

            NativeMemory.Free(Pointers);
        }
    }
}
