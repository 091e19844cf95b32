// Writes each line with Console.WriteLine, which collects many lines per system call in the mended program.
//
//     dotnet run naive.cs | pv > /dev/null
//     dotnet run naive.cs mended | pv > /dev/null
//
// Console.Out makes a system call for every line, even into a file or a pipe, so that a terminal shows each
// line at once. In the benchmark, `span` (bytes.cs) is at least 500 times as fast as `console`, which works
// like this program without an argument. `streamwriter`, which works like the mended program, is at least 40
// times as fast as `console`.
//
// Write lines without a buffer only if somebody waits for each line. Console.SetOut mends a program that
// already calls Console.WriteLine in many places. A new program can use the StreamWriter directly. If your
// program starts other programs or uses the network, use stream.cs.

// LibraryImport requires AllowUnsafeBlocks. Native compilation is off, because it requires a download.
#:property AllowUnsafeBlocks=true
#:property PublishAot=false

using System.Runtime.InteropServices;

// .NET ignores SIGPIPE, and the console hides that a pipe is closed. This call restores the default action,
// so the program ends when its reader exits.
Libc.signal(Libc.SIGPIPE, Libc.SIG_DFL);

try
{
    // Because of `using`, the writer is flushed at the end. Otherwise, its last lines would be lost.
    using var output = new StreamWriter(Console.OpenStandardOutput(), bufferSize: 8 * 1024);
    if (args is ["mended"])
    {
        Console.SetOut(output);
    }

    while (true)
    {
        Console.WriteLine("y");
    }
}
// .NET throws an ArgumentException if the file would become too large and SIGXFSZ is ignored. It throws an
// UnauthorizedAccessException, whose inner exception has the reason, if standard output is closed. If
// standard input is closed as well, this program hangs, because it writes into a pipe that the runtime has
// opened in place of standard output. stream.cs checks this.
catch (Exception error) when (error is IOException or ArgumentException or UnauthorizedAccessException)
{
    Console.Error.WriteLine(error.InnerException?.Message ?? error.Message);
    return 1;
}

internal static partial class Libc
{
    internal const int SIGPIPE = 13;
    internal const nint SIG_DFL = 0;

    [LibraryImport("libc")]
    internal static partial nint signal(int signum, nint handler);
}
