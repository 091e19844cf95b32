using System.Runtime.InteropServices;
using System.Text;

namespace Yes.CSharp;

/// <summary>The program's entry points.</summary>
internal static unsafe class Program
{
    /// <summary>The entry point under the .NET runtime, which has already decoded the arguments.</summary>
    private static int Main(string[] arguments)
    {
        DotnetHost.IsRunning = true;
        return Run(Encoding.UTF8.GetBytes(string.Concat(Array.ConvertAll(arguments, text => text + '\0'))));
    }

    /// <summary>The entry point of the native executable. main.c calls this method.</summary>
    [UnmanagedCallersOnly(EntryPoint = "yes_run")]
    private static int RunNative(byte* arguments, int length) =>
        Run(new Span<byte>(arguments, length).ToArray());

    /// <summary>Runs the program and returns its exit status.</summary>
    /// <param name="arguments">The arguments after the program's name, each followed by a NUL byte.</param>
    private static int Run(byte[] arguments)
    {
        try
        {
            StandardError.RememberIfOpen();
            CommandLine.Invoke(arguments);
            return 0;
        }
        catch (FailureException e) when (e.IsBrokenPipe && DotnetHost.IsRunning)
        {
            // The runtime ignores SIGPIPE. Shells report this status if SIGPIPE kills a program.
            return 128 + 13;
        }
        // Memory can also run out in a type initializer, which wraps the exception.
        catch (Exception e) when (e is FailureException || e.GetBaseException() is OutOfMemoryException)
        {
            StandardError.Write(e is FailureException ? e.Message : "memory exhausted");
            return 1;
        }
    }
}
