using System.ComponentModel;
using System.Runtime.Versioning;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>
/// All that depends on System.Console: its start, its writes, and the meaning of its exceptions.
/// </summary>
internal static unsafe class SystemConsole
{
    [SupportedOSPlatformGuard("windows")]
    private static readonly bool Windows = OperatingSystem.IsWindows();

    /// <summary>SIG_UNBLOCK in the signal.h of macOS and the BSDs.</summary>
    private const int SigUnblockElsewhere = 2;

    /// <summary>SIGCONT in the signal.h of macOS and the BSDs.</summary>
    private const int SigContElsewhere = 19;

    /// <summary>Runs a strategy that writes through the console.</summary>
    /// <exception cref="FailureException">
    /// Standard output takes no more bytes, or the console can't start.
    /// </exception>
    internal static void Run(Strategy strategy, Line line)
    {
        try
        {
            Prepare();
            DebugLog.Using(strategy, strategy.Summary);
            strategy.Run.Invoke(line);
        }
        catch (Exception e) when (Translate(e) is { } failure)
        {
            throw failure;
        }
    }

    /// <summary>Writes to a standard descriptor where there is no write(2): on Windows.</summary>
    /// <exception cref="FailureException">The write failed.</exception>
    internal static void Write(int descriptor, ReadOnlySpan<byte> bytes)
    {
        try
        {
            using var stream =
                descriptor == StandardOutput.Descriptor
                    ? Console.OpenStandardOutput()
                    : Console.OpenStandardError();
            stream.Write(bytes);
        }
        catch (IOException e) when (Translate(e) is { } failure)
        {
            throw failure;
        }
    }

    private static void Prepare()
    {
        // The console greets a terminal that it knows with an escape sequence, which is no line.
        Environment.SetEnvironmentVariable("TERM", null);
        if (Windows)
        {
            _ = Console.Out;
            WindowsPipe.ExitWhenReaderHasGone();
            return;
        }

        // The console's start, at the first write, has SIGPIPE ignored; only after it does the default action
        // stay.
        using (var stdout = Console.OpenStandardOutput())
        {
            stdout.Write([]);
        }

        _ = Libc.signal(Libc.SIGPIPE, Libc.SIG_DFL);
        Unblock(Libc.SIGPIPE);

        // The console's handler of SIGCONT sets the terminal's modes again. Whoever is in the foreground may
        // have changed them since, and a process in the background is stopped for that by SIGTTOU.
        _ = Libc.signal(OperatingSystem.IsLinux() ? Libc.SIGCONT : SigContElsewhere, Libc.SIG_DFL);
    }

    /// <summary>Unblocks a signal, which the caller may have blocked.</summary>
    private static void Unblock(int signum)
    {
        // sigset_t: a bit for each signal from 1 on, in Linux's C libraries 1024 of them, elsewhere fewer.
        var set = stackalloc ulong[1024 / 64];
        new Span<ulong>(set, 1024 / 64).Clear();
        set[0] = 1ul << (signum - 1);
        _ = Libc.sigprocmask(OperatingSystem.IsLinux() ? Libc.SIG_UNBLOCK : SigUnblockElsewhere, set, null);
    }

    /// <summary>The failure for an exception of the console; null if it is not one.</summary>
    private static FailureException? Translate(Exception exception) =>
        // The console's stream sometimes throws an exception around the one with the number.
        (exception.InnerException ?? exception) switch
        {
            // Two errnos for which that stream throws an exception without a number. Of its calls, write(2)
            // and fcntl(2), no other errno leads to these exceptions.
            ArgumentOutOfRangeException when !Windows => new OutputException(Errno.EFBIG),
            DirectoryNotFoundException when !Windows => new OutputException(Errno.ENOTDIR),

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
