using System.ComponentModel;
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
            RestoreSignals();
            StandardOutput.OccupyClosedDescriptors();
            if (RuntimeFeature.IsDynamicCodeSupported)
            {
                RuntimeFiles.Remove();
            }
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
        catch (Exception e) when ((e.InnerException ?? e) is Win32Exception { NativeErrorCode: var errno })
        {
            // The console starts a thread for the terminal's signals, and a limit may leave no room for one.
            return Fail($"System.Console: {Libc.strerror((Errno)errno)}");
        }
        catch (OutOfMemoryException)
        {
            return Fail("memory exhausted");
        }
    }

    /// <summary>Takes signals back from the runtime that it does not need here.</summary>
    private static void RestoreSignals()
    {
        if (RuntimeFeature.IsDynamicCodeSupported)
        {
            // Under dotnet SIGPIPE is ignored by now, whatever the caller chose.
            _ = Libc.signal(Libc.SIGPIPE, Libc.SIG_DFL);
        }
        else
        {
            // The native runtime makes exceptions of these, or, of one that another process sent, nothing at all: it
            // went on.
            _ = Libc.signal(Libc.SIGSEGV, Libc.SIG_DFL);
            _ = Libc.signal(Libc.SIGFPE, Libc.SIG_DFL);
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
