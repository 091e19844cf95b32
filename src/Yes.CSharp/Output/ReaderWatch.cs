using System.Globalization;
using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>Watches for what System.Console hides: an output that takes no more.</summary>
/// <remarks>On Windows and under dotnet: in the native executable wrap.c tells the console.</remarks>
internal static unsafe partial class ReaderWatch
{
    // What this process had written at the last look.
    private static string _bytes = "";
    private static long _calls;

    /// <summary>
    /// Ends the program when standard output has lost its reader or has no room, with a message and exit
    /// status 1; by SIGPIPE if that would have ended it.
    /// </summary>
    internal static void Start() => new Thread(Watch) { IsBackground = true }.Start();

    private static void Watch()
    {
        Errno errno;
        do
        {
            // In ms. First of all the console's own write may fail, for a reason that it tells.
            Thread.Sleep(100);
            errno = OperatingSystem.IsWindows() ? FindWindowsError() : FindError();
        } while (errno == Errno.None);

        if (errno == Errno.EPIPE)
        {
            // As a write would: the process goes on if SIGPIPE is blocked, or if it is process 1.
            _ = Libc.raise(Libc.SIGPIPE);
        }

        Environment.Exit(Program.Fail(new OutputException(errno).Message));
    }

    private static Errno FindError()
    {
        // For a pipe or a socket these mean that its reader has gone; for a terminal, say, they don't.
        var pollfd = new Libc.pollfd { fd = StandardStreams.Output };
        if (StandardStreams.OutputIsPipe || StandardStreams.SocketOption(Libc.SO_TYPE) != -1)
        {
            _ = Libc.poll(&pollfd, 1, 0);
        }

        return (pollfd.revents & (Libc.POLLERR | Libc.POLLHUP)) != 0 ? Errno.EPIPE
            : WritesNothing() ? Errno.ENOSPC
            : Errno.None;
    }

    /// <summary>Whether write(2) returns 0: a thousand calls since the last look, and no byte.</summary>
    private static bool WritesNothing()
    {
        // A line for each number, proc(5): the second is that of bytes written, the fourth that of calls.
        var lines = File.Exists("/proc/self/io") ? File.ReadAllLines("/proc/self/io") : ["", "0", "", "0"];
        var (bytes, calls) = (_bytes, _calls);
        (_bytes, _calls) = (lines[1], long.Parse(lines[3].Split(' ')[^1], CultureInfo.InvariantCulture));
        return _bytes == bytes && _calls > calls + 1000;
    }

    private static Errno FindWindowsError()
    {
        const Errno ERROR_BROKEN_PIPE = (Errno)109;
        const int STD_OUTPUT_HANDLE = -11;
        const int FilePipeLocalInformation = 24; // only a pipe has it
        const int NamedPipeState = 8;
        const uint FILE_PIPE_CLOSING_STATE = 4;
        var status = stackalloc nint[2]; // IO_STATUS_BLOCK of wdm.h
        var pipe = stackalloc uint[10]; // FILE_PIPE_LOCAL_INFORMATION of ntifs.h
        var handle = GetStdHandle(STD_OUTPUT_HANDLE);
        return
            NtQueryInformationFile(handle, status, pipe, 40, FilePipeLocalInformation) == 0
            && pipe[NamedPipeState] == FILE_PIPE_CLOSING_STATE
            ? ERROR_BROKEN_PIPE
            : Errno.None;
    }

    /// <summary>GetStdHandle of processenv.h</summary>
    [LibraryImport("kernel32")]
    private static partial nint GetStdHandle(int which);

    /// <summary>NtQueryInformationFile of ntifs.h</summary>
    [LibraryImport("ntdll")]
    private static partial int NtQueryInformationFile(nint file, nint* io, uint* info, int length, int kind);
}
