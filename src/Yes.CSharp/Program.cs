using System.Text;

namespace Yes.CSharp;

/// <summary>From the raw arguments to the exit status.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        RuntimeStart.Undo();
        try
        {
            return CommandLine.Invoke(new RawArguments(arguments.Length));
        }
        catch (FailureException e)
        {
            return Fail(e.Message);
        }
        catch (OutOfMemoryException)
        {
            return Fail("memory exhausted");
        }
    }

    private static int Fail(string message)
    {
        StandardOutput.Complain(Encoding.Latin1.GetBytes($"yes: {message}\n"));
        return 1;
    }
}
