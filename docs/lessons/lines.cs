// Writes many lines per system call.
//
//     dotnet run lines.cs | pv > /dev/null
//     dotnet run lines.cs 10
//
// A StreamWriter collects lines in a buffer. In the benchmark, `streamwriter`, which works like this program,
// is at least 50 times as fast as `console` (naive.cs).
//
// Don't do this if somebody waits for each line, because lines stay in the buffer until it is full. If your
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
    var count = args switch
    {
        [] => ulong.MaxValue,
        [var number] when ulong.TryParse(number, out var lines) => lines,
        _ => throw new ArgumentException("usage: lines [COUNT]"),
    };

    // Because of `using`, the writer is flushed at the end. Otherwise, its last lines would be lost.
    using var output = new StreamWriter(Console.OpenStandardOutput(), bufferSize: 8 * 1024);
    for (; count > 0; count--)
    {
        output.WriteLine("y");
    }

    return 0;
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
