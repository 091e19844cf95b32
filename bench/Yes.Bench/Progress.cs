using Spectre.Console;

namespace Yes.Bench;

/// <summary>What is being measured, on standard error: a bar on a terminal, lines elsewhere.</summary>
internal sealed class Progress : IProgress<string>
{
    private readonly ProgressContext? bar;
    private readonly ProgressTask? task;
    private string? phase;
    private bool begun;

    private Progress(ProgressContext? bar)
    {
        this.bar = bar;
        task = bar?.AddTask("check", maxValue: 0);
    }

    /// <summary>Shows progress for as long as the action takes.</summary>
    internal static void During(Action<Progress> action)
    {
        if (Console.IsErrorRedirected)
        {
            action(new Progress(null));
            return;
        }

        // It is drawn between measurements only: drawing takes a core from what is measured.
        AnsiConsole
            .Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) })
            .Progress()
            .AutoRefresh(false)
            .AutoClear(true)
            .Columns(new ProgressBarColumn(), new PercentageColumn(), new TaskDescriptionColumn())
            .Start(bar => action(new Progress(bar)));
    }

    /// <summary>Adds to the number of steps that are to come.</summary>
    internal void Expect(int steps)
    {
        if (task is not null)
        {
            task.MaxValue += steps;
        }
    }

    /// <summary>The step before is done, and this one begins.</summary>
    /// <param name="value">Its phase and, behind a colon, what it measures.</param>
    public void Report(string value)
    {
        if (task is not null)
        {
            task.Increment(begun ? 1 : 0);
            begun = true;
            task.Description = Markup.Escape(value);
            bar!.Refresh();
        }
        else if (value.Split(':')[0] is var next && next != phase)
        {
            phase = next;
            Console.Error.WriteLine($"bench: {phase}");
        }
    }
}
