using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;

namespace Yes.CSharp;

/// <summary>Watches on Windows for the end of standard output's reader, which System.Console hides.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class WindowsPipe
{
    private const int STD_OUTPUT_HANDLE = -11;
    private const int FilePipeLocalInformation = 24;
    private const uint FILE_PIPE_CLOSING_STATE = 4;
    private const int ERROR_BROKEN_PIPE = 109;

    /// <summary>The time between two looks at the pipe.</summary>
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// Ends the program, with a message and exit status 1, when standard output is a pipe without a reader.
    /// </summary>
    /// <remarks>
    /// There is no SIGPIPE, and the console's stream reports no error for bytes that nobody will read.
    /// </remarks>
    internal static void ExitWhenReaderHasGone() => new Thread(Watch) { IsBackground = true }.Start();

    private static void Watch()
    {
        var handle = GetStdHandle(STD_OUTPUT_HANDLE);
        IO_STATUS_BLOCK status;
        FILE_PIPE_LOCAL_INFORMATION pipe;
        while (
            NtQueryInformationFile(
                handle,
                &status,
                &pipe,
                sizeof(FILE_PIPE_LOCAL_INFORMATION),
                FilePipeLocalInformation
            ) == 0
        )
        {
            if (pipe.NamedPipeState == FILE_PIPE_CLOSING_STATE)
            {
                var reason = Libc.strerror((Errno)ERROR_BROKEN_PIPE);
                StandardOutput.Complain(Encoding.UTF8.GetBytes($"yes: standard output: {reason}\n"));
                Environment.Exit(1);
            }

            Thread.Sleep(Period);
        }
    }

    /// <summary>GetStdHandle of processenv.h</summary>
    [LibraryImport("kernel32")]
    private static partial nint GetStdHandle(int nStdHandle);

    /// <summary>NtQueryInformationFile of ntifs.h; 0 is success; only a pipe has this information.</summary>
    [LibraryImport("ntdll")]
    private static partial int NtQueryInformationFile(
        nint FileHandle,
        IO_STATUS_BLOCK* IoStatusBlock,
        FILE_PIPE_LOCAL_INFORMATION* FileInformation,
        int Length,
        int FileInformationClass
    );

    /// <summary>IO_STATUS_BLOCK of wdm.h</summary>
    private struct IO_STATUS_BLOCK
    {
        public nint Status;
        public nint Information;
    }

    /// <summary>FILE_PIPE_LOCAL_INFORMATION of ntifs.h</summary>
    private struct FILE_PIPE_LOCAL_INFORMATION
    {
        public uint NamedPipeType;
        public uint NamedPipeConfiguration;
        public uint MaximumInstances;
        public uint CurrentInstances;
        public uint InboundQuota;
        public uint ReadDataAvailable;
        public uint OutboundQuota;
        public uint WriteQuotaAvailable;
        public uint NamedPipeState;
        public uint NamedPipeEnd;
    }
}
