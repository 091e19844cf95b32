using System.Globalization;
using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>Watches for what System.Console hides: an output that takes no more.</summary>
/// <remarks>For Windows and dotnet: in the native executable write(2) tells the console (Aot/wrap.c).</remarks>
internal static unsafe partial class ReaderWatch
{
    /// <summary>The time between two looks at standard output.</summary>
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100);

    /// <summary>What /proc/self/io had at the last look.</summary>
    private static string[] _io = [];

    /// <summary>
    /// Ends the program when standard output has lost its reader or has no room, with a message and exit
    /// status 1; by SIGPIPE if that would have ended it.
    /// </summary>
    internal static void Start() => new Thread(Watch) { IsBackground = true }.Start();

    private static void Watch()
    {
        const int ERROR_BROKEN_PIPE = 109;
        Errno errno;
        do
        {
            // First of all the console's own write may fail, for a reason that it tells.
            Thread.Sleep(Period);
            errno =
                OperatingSystem.IsWindows() ? WindowsReaderHasGone() ? (Errno)ERROR_BROKEN_PIPE : Errno.None
                : ReaderHasGone() ? Errno.EPIPE
                : WritesNothing() ? Errno.ENOSPC
                : Errno.None;
        } while (errno == Errno.None);

        if (errno == Errno.EPIPE)
        {
            // What the console's own write does, if it comes first. The process goes on if SIGPIPE is blocked,
            // or if it is process 1, pid_namespaces(7).
            _ = Libc.raise(Libc.SIGPIPE);
        }

        Environment.Exit(Program.Fail(new OutputException(errno).Message));
    }

    private static bool ReaderHasGone()
    {
        // For a pipe or a socket these mean that its reader has gone; for a terminal, say, they don't.
        var pollfd = new Libc.pollfd { fd = StandardStreams.Output };
        return (StandardStreams.OutputIsPipe || StandardStreams.SocketOption(Libc.SO_TYPE) != -1)
            && Libc.poll(&pollfd, 1, 0) > 0
            && (pollfd.revents & (Libc.POLLERR | Libc.POLLHUP)) != 0;
    }

    /// <summary>Whether write(2) returns 0: thousands of calls since the last look, and no byte.</summary>
    private static bool WritesNothing()
    {
        if (!OperatingSystem.IsLinux() || !File.Exists("/proc/self/io"))
        {
            return false;
        }

        // A line for each number, proc(5): the second counts bytes written, the fourth calls.
        var before = _io;
        _io = File.ReadAllLines("/proc/self/io");
        return before is [_, var bytes, _, var calls, ..]
            && bytes == _io[1]
            && NumberIn(_io[3]) > NumberIn(calls) + 1000;

        static long NumberIn(string line) => long.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture);
    }

    private static bool WindowsReaderHasGone()
    {
        const int STD_OUTPUT_HANDLE = -11;
        const int FilePipeLocalInformation = 24; // only a pipe has it
        const int NamedPipeState = 8;
        const uint FILE_PIPE_CLOSING_STATE = 4;
        var status = stackalloc nint[2]; // IO_STATUS_BLOCK of wdm.h
        var pipe = stackalloc uint[10]; // FILE_PIPE_LOCAL_INFORMATION of ntifs.h
        var handle = GetStdHandle(STD_OUTPUT_HANDLE);
        return NtQueryInformationFile(handle, status, pipe, 40, FilePipeLocalInformation) == 0
            && pipe[NamedPipeState] == FILE_PIPE_CLOSING_STATE;
    }

    /// <summary>GetStdHandle of processenv.h</summary>
    [LibraryImport("kernel32")]
    private static partial nint GetStdHandle(int which);

    /// <summary>NtQueryInformationFile of ntifs.h</summary>
    [LibraryImport("ntdll")]
    private static partial int NtQueryInformationFile(
        nint file,
        nint* status,
        uint* information,
        int length,
        int informationClass
    );
}
