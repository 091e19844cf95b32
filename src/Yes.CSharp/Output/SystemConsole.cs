using System.ComponentModel;
using System.Runtime.Versioning;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The start of System.Console, its writes, and the meaning of its exceptions.</summary>
internal static class SystemConsole
{
    [SupportedOSPlatformGuard("windows")]
    private static readonly bool Windows = OperatingSystem.IsWindows();

    /// <summary>SIGCONT in the signal.h of macOS and the BSDs.</summary>
    private const int SigContElsewhere = 19;

    /// <summary>
    /// The same strategy, for one that writes through the console: the console is prepared first, and its
    /// exceptions are translated.
    /// </summary>
    internal static Strategy WithConsole(Strategy strategy) =>
        new(strategy.Name, strategy.Language, strategy.Summary, strategy.Needs, line => Run(strategy, line));

    /// <summary>Writes to a standard descriptor where there is no write(2): on Windows.</summary>
    /// <exception cref="FailureException">The write failed.</exception>
    internal static void Write(int descriptor, ReadOnlySpan<byte> bytes)
    {
        try
        {
            using var stream =
                descriptor == StandardStreams.Output
                    ? Console.OpenStandardOutput()
                    : Console.OpenStandardError();
            if (stream == Stream.Null && descriptor == StandardStreams.Output)
            {
                // The caller closed it: ERROR_INVALID_HANDLE of winerror.h.
                throw new OutputException((Errno)6);
            }

            stream.Write(bytes);
        }
        catch (IOException e) when (Translate(e) is { } failure)
        {
            throw failure;
        }
    }

    private static void Run(Strategy strategy, Line line)
    {
        try
        {
            Prepare();
            DebugLog.Using(strategy, () => strategy.Summary);
            strategy.Run.Invoke(line);
        }
        catch (Exception e) when (Translate(e) is { } failure)
        {
            throw failure;
        }
    }

    private static void Prepare()
    {
        // The console greets a terminal that it knows with an escape sequence, which is no line.
        Environment.SetEnvironmentVariable("TERM", null);
        var pipeEndsProcess = false;
        if (Windows)
        {
            _ = Console.Out;
        }
        else
        {
            StartOnUnix(out pipeEndsProcess);
        }

        if (!pipeEndsProcess)
        {
            ReaderWatch.Start();
        }
    }

    /// <summary>Starts the console, and restores the actions for signals that its start changes.</summary>
    /// <param name="pipeEndsProcess">
    /// Whether SIGPIPE does: not if the caller ignores or blocks it, nor in process 1, pid_namespaces(7).
    /// </param>
    private static unsafe void StartOnUnix(out bool pipeEndsProcess)
    {
        // The console has SIGPIPE ignored. Its handler of SIGCONT sets the terminal's modes again: whoever is
        // in the foreground may have changed them since, and a process in the background is stopped for that
        // by SIGTTOU.
        var continued = OperatingSystem.IsLinux() ? Libc.SIGCONT : SigContElsewhere;
        var actionOfPipe = stackalloc nint[Libc.SigactionWords];
        var actionOfContinued = stackalloc nint[Libc.SigactionWords];
        var blocked = stackalloc ulong[Libc.SigsetWords];
        _ = Libc.sigaction(Libc.SIGPIPE, null, actionOfPipe);
        _ = Libc.sigaction(continued, null, actionOfContinued);

        // The first write starts the console.
        using (var stdout = Console.OpenStandardOutput())
        {
            stdout.Write([]);
        }

        _ = Libc.sigprocmask(0, null, blocked);
        _ = Libc.sigaction(Libc.SIGPIPE, actionOfPipe, null);
        _ = Libc.sigaction(continued, actionOfContinued, null);

        // The first word of the structure is the action. Signal 1 has the lowest bit of the mask.
        pipeEndsProcess =
            actionOfPipe[0] == Libc.SIG_DFL
            && (blocked[0] & (1ul << (Libc.SIGPIPE - 1))) == 0
            && Environment.ProcessId != 1;
    }

    /// <summary>The failure for an exception of the console; null if it is not one.</summary>
    private static FailureException? Translate(Exception exception) =>
        // The console's stream sometimes throws an exception around the one with the number.
        (exception.InnerException ?? exception) switch
        {
            // The errnos for which that stream throws an exception without a number.
            ArgumentOutOfRangeException when !Windows => new OutputException(Errno.EFBIG),
            DirectoryNotFoundException when !Windows => new OutputException(Errno.ENOTDIR),
            PathTooLongException when !Windows => new OutputException(Errno.ENAMETOOLONG),

            // The errno is the HResult, on Windows the error code its lower half.
            IOException { HResult: var result } => new OutputException(
                (Errno)(result > 0 ? result : result & 0xffff)
            ),

            // The console starts a thread for the terminal's signals, and a limit may leave no room for one.
            Win32Exception { NativeErrorCode: var errno } => new FailureException(
                $"System.Console: {Libc.strerror((Errno)errno)}"
            ),
            _ => null,
        };
}
