using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>Watches on Windows for a pipe that its reader has closed, which .NET's stream hides.</summary>
internal static unsafe partial class ReaderWatch
{
    /// <summary>Ends the program with a message and exit status 1 when the reader closes the pipe.</summary>
    internal static void Start() => new Thread(Watch) { IsBackground = true }.Start();

    private static void Watch()
    {
        const Errno ERROR_BROKEN_PIPE = (Errno)109;
        while (!ReaderHasClosedPipe())
        {
            Thread.Sleep(100); // in ms
        }

        Environment.Exit(Program.Fail(new OutputException(ERROR_BROKEN_PIPE).Message));
    }

    private static bool ReaderHasClosedPipe()
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
    private static partial int NtQueryInformationFile(nint file, nint* io, uint* info, int length, int kind);
}
