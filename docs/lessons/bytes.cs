// Encodes the text once and writes the same bytes again and again.
//
//     dotnet run bytes.cs | pv > /dev/null
//
// A StreamWriter copies and encodes every character. In all kept runs of the benchmark, `span`, which works
// like this program, is at least 5 times as fast as `streamwriter` (lines.cs).
//
// This approach helps only if the output repeats, because new text has to be encoded anyway.

// LibraryImport requires AllowUnsafeBlocks. Native compilation is off, because it requires a download.
#:property AllowUnsafeBlocks=true
#:property PublishAot=false

using System.Runtime.InteropServices;
using System.Text;

// .NET ignores SIGPIPE, and the console hides that a pipe is closed. This call restores the default action,
// so the program ends when its reader exits.
Libc.signal(Libc.SIGPIPE, Libc.SIG_DFL);

try
{
    var lines = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("y\n", 4096)));
    using var output = Console.OpenStandardOutput();
    while (true)
    {
        output.Write(lines);
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
