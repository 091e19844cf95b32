using System.Text;

namespace Yes.CSharp;

/// <summary>Runs the program, from its arguments to its exit status.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (!OperatingSystem.IsWindows())
        {
            // This must happen before anything is opened or written.
            StandardDescriptors.PutPlaceholders();
        }

        try
        {
            CommandLine.Invoke(
                NativeHost.IsLinked
                    ? NativeHost.ReadArguments()
                    : Encoding.UTF8.GetBytes(string.Concat(arguments.Select(text => text + '\0')))
            );
            return 0;
        }
        catch (FailureException e) when (e.IsBrokenPipe && !NativeHost.IsLinked)
        {
            // Shells show this status when SIGPIPE kills a program. dotnet ignores SIGPIPE.
            return 128 + 13;
        }
        catch (Exception e) when (e is FailureException or OutOfMemoryException)
        {
            StandardError.Write(e is FailureException ? e.Message : "memory exhausted");
            return 1;
        }
    }
}
