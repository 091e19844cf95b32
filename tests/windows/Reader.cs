// Reader PROGRAM ARGUMENT...: passes a program's output on, through a pipe that Windows makes. The exit
// status is the program's.
using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

var start = new ProcessStartInfo(args[0], args[1..]) { RedirectStandardOutput = true };
using var program = Process.Start(start)!;
try
{
    // System.Console would hide that the reader has gone.
    using var pipe = program.StandardOutput.BaseStream;
    using var output = new FileStream(new SafeFileHandle(GetStdHandle(-11), false), FileAccess.Write, 0);
    pipe.CopyTo(output);
}
catch (IOException)
{
    // The reader of the output has gone, and so this end of the pipe closes.
}

program.WaitForExit();
return program.ExitCode;

[DllImport("kernel32")]
static extern nint GetStdHandle(int which);
