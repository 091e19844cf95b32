// Writes each line with Console.WriteLine.
//
//     dotnet run naive.cs | pv > /dev/null
//
// Console.Out makes a system call for every line, so that a terminal shows each line at once. In all kept
// runs of the benchmark, `span` (bytes.cs) is at least 500 times as fast as `console`, which works like this
// program.
//
// Write lines in this way only if somebody waits for each line. Otherwise, use lines.cs.

// LibraryImport requires AllowUnsafeBlocks. Native compilation is off, because it requires a download.
#:property AllowUnsafeBlocks=true
#:property PublishAot=false

using System.Runtime.InteropServices;

// .NET ignores SIGPIPE, and the console hides that a pipe is closed. This call restores the default action,
// so the program ends when its reader exits.
Libc.signal(Libc.SIGPIPE, Libc.SIG_DFL);

try
{
    while (true)
    {
        Console.WriteLine("y");
    }
}
catch (Exception error) when (error is IOException or UnauthorizedAccessException)
{
    Console.Error.WriteLine(error.Message);
    return 1;
}

internal static partial class Libc
{
    internal const int SIGPIPE = 13;
    internal const nint SIG_DFL = 0;

    [LibraryImport("libc")]
    internal static partial nint signal(int signum, nint handler);
}
