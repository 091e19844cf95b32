using System.CommandLine;

namespace Yes.Bench;

/// <summary>From the arguments to the exit status.</summary>
internal static class Program
{
    private const int BadUsage = 2;

    private static int Main(string[] arguments)
    {
        var root = BenchCommand.Create();
        root.Subcommands.Add(SaveCommand.Create());
        root.Subcommands.Add(CompareCommand.Create());

        // An operand may begin with @, which stands for no file here.
        var parsed = root.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (parsed.Errors.Count > 0)
        {
            return Fail(parsed.Errors[0].Message);
        }

        using var signals = Interruption.Handle();
        try
        {
            return parsed.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
        }
        catch (Exception e) when (e is BenchException or IOException or UnauthorizedAccessException)
        {
            return Fail(e.Message);
        }
        catch (OperationCanceledException)
        {
            return Status.Interrupted;
        }
    }

    private static int Fail(string message)
    {
        Console.Error.WriteLine($"bench: {message}");
        return BadUsage;
    }
}
