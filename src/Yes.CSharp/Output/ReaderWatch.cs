using System.Runtime.InteropServices;
using System.Runtime.Versioning;

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
        } while (!ReaderHasGone());

        var errno = OperatingSystem.IsWindows() ? (Errno)Windows.ERROR_BROKEN_PIPE : Errno.EPIPE;
        Environment.Exit(Program.Fail(new OutputException(errno).Message));
    }

    private static bool ReaderHasGone()
    {
        if (OperatingSystem.IsWindows())
        {
            return Windows.ReaderHasGone();
        }

        // For a pipe or a stream socket these mean that its reader has gone; for a terminal, say, they don't.
        var pollfd = new Libc.pollfd { fd = StandardStreams.Output };
        return (StandardStreams.OutputIsPipe || StandardStreams.SocketType() == Libc.SOCK_STREAM)
            && Libc.poll(&pollfd, 1, 0) > 0
            && (pollfd.revents & (Libc.POLLERR | Libc.POLLHUP)) != 0;
    }

    [SupportedOSPlatform("windows")]
    private static partial class Windows
    {
        private const int STD_OUTPUT_HANDLE = -11;
        private const int FilePipeLocalInformation = 24;
        private const int NamedPipeState = 8;
        private const uint FILE_PIPE_CLOSING_STATE = 4;
        internal const int ERROR_BROKEN_PIPE = 109;

        internal static bool ReaderHasGone()
        {
            var status = stackalloc nint[2]; // IO_STATUS_BLOCK of wdm.h
            var pipe = stackalloc uint[10]; // FILE_PIPE_LOCAL_INFORMATION of ntifs.h
            var handle = GetStdHandle(STD_OUTPUT_HANDLE);
            var result = NtQueryInformationFile(handle, status, pipe, 40, FilePipeLocalInformation);
            return result == 0 && pipe[NamedPipeState] == FILE_PIPE_CLOSING_STATE;
        }

        /// <summary>GetStdHandle of processenv.h</summary>
        [LibraryImport("kernel32")]
        private static partial nint GetStdHandle(int which);

        /// <summary>NtQueryInformationFile of ntifs.h; only a pipe has this information.</summary>
        [LibraryImport("ntdll")]
        private static partial int NtQueryInformationFile(
            nint file,
            nint* status,
            uint* information,
            int length,
            int informationClass
        );
    }
}
