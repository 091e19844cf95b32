using System.Runtime.CompilerServices;
using System.Text;

namespace Yes.CSharp;

/// <summary>From the raw arguments to the exit status.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (!OperatingSystem.IsWindows())
        {
            StandardOutput.OccupyClosedDescriptors();
        }

        // Under dotnet SIGPIPE is ignored by now, whatever the caller chose.
        if (RuntimeFeature.IsDynamicCodeSupported && !OperatingSystem.IsWindows())
        {
            _ = Libc.signal(Libc.SIGPIPE, Libc.SIG_DFL);
        }

        try
        {
            return CommandLine.Invoke(new RawArguments(arguments.Length));
        }
        catch (UsageException e)
        {
            return Fail($"{e.Message}\nTry 'yes --help' for more information.");
        }
        catch (OutputException e)
        {
            return Fail($"{e.Message}: {Libc.strerror(e.Errno)}");
        }
        catch (RefusedException e)
        {
            var reason = e.Errno == Errno.None ? e.Message : $"{e.Message}: {Libc.strerror(e.Errno)}";
            return Fail($"strategy '{e.Strategy}': {reason}");
        }
        catch (Exception e) when ((e.InnerException ?? e) is IOException { HResult: var result })
        {
            // What the console's stream throws has the errno as its HResult, on Windows the lower half of it, and for
            // some errors there is an exception around it.
            return Fail($"standard output: {Libc.strerror((Errno)(result > 0 ? result : result & 0xffff))}");
        }
        catch (OutOfMemoryException)
        {
            return Fail("memory exhausted");
        }
    }

    /// <summary>Says in one line why the program ends, and returns the exit status for that.</summary>
    /// <param name="message">The reason, in Latin-1: it may hold bytes from the command line.</param>
    private static int Fail(string message)
    {
        StandardOutput.Complain(Encoding.Latin1.GetBytes($"yes: {message}\n"));
        return 1;
    }
}
