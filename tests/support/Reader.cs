// Copies the output of a program through a Windows pipe to standard output: Reader PROGRAM ARGUMENT...
// This program exits with the same status as the program that it runs.
using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

var start = new ProcessStartInfo(args[0], args[1..]) { RedirectStandardOutput = true };
using var program = Process.Start(start)!;
try
{
    // System.Console would hide the fact that the reader of standard output has exited.
    using var pipe = program.StandardOutput.BaseStream;
    using var output = new FileStream(new SafeFileHandle(GetStdHandle(-11), false), FileAccess.Write, 0);
    pipe.CopyTo(output);
}
catch (IOException) { }

program.WaitForExit();
return program.ExitCode;

[DllImport("kernel32")]
static extern nint GetStdHandle(int which);
