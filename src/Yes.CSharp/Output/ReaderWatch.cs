using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>Watches for the end of standard output's reader, which System.Console hides.</summary>
/// <remarks>
/// For Windows and dotnet: in the native executable write(2) tells the console (Libc/wrap.c). Under dotnet
/// SIGPIPE ends the process first, if it is not blocked, and this is not process 1, pid_namespaces(7).
/// </remarks>
internal static unsafe partial class ReaderWatch
{
    /// <summary>The time between two looks at standard output.</summary>
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// Ends the program when standard output has lost its reader, with a message and exit status 1.
    /// </summary>
    internal static void Start() => new Thread(Watch) { IsBackground = true }.Start();

    private static void Watch()
    {
        do
        {
            // First of all the console's own write may fail, for a reason that it tells.
            Thread.Sleep(Period);
        } while (!(OperatingSystem.IsWindows() ? WindowsReaderHasGone() : ReaderHasGone()));

        const int ERROR_BROKEN_PIPE = 109;
        var errno = OperatingSystem.IsWindows() ? (Errno)ERROR_BROKEN_PIPE : Errno.EPIPE;
        Environment.Exit(Program.Fail(new OutputException(errno).Message));
    }

    private static bool ReaderHasGone()
    {
        // For a pipe or a socket these mean that its reader has gone; for a terminal, say, they don't.
        var pollfd = new Libc.pollfd { fd = StandardStreams.Output };
        return (StandardStreams.OutputIsPipe || StandardStreams.SocketType() != -1)
            && Libc.poll(&pollfd, 1, 0) > 0
            && (pollfd.revents & (Libc.POLLERR | Libc.POLLHUP)) != 0;
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
