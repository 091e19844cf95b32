using Spectre.Console;

namespace Yes.Bench;

/// <summary>The results as tables on standard output.</summary>
internal static class Terminal
{
    /// <summary>As wide as the widest table is; a terminal has its own width.</summary>
    private const int PlainWidth = 160;

    private static readonly IAnsiConsole Output = Create();

    /// <summary>Shows what was found.</summary>
    internal static void Show(Results results)
    {
        foreach (var table in new[] { Tables.Rates(results), Tables.Costs(results) })
        {
            Show(table);
        }

        Output.WriteLine(Tables.Context(results));
        Output.WriteLine(Tables.Method(results));
        foreach (var note in Tables.Notes(results))
        {
            Output.WriteLine(note);
        }
    }

    /// <summary>Shows a table.</summary>
    internal static void Show(Table table)
    {
        var drawn = new Spectre.Console.Table().Title(table.Title).Border(TableBorder.Simple);
        foreach (var (head, column) in table.Header.Select((head, column) => (head, column)))
        {
            var drawnColumn = new TableColumn(Markup.Escape(head));
            drawn.AddColumn(column == 0 ? drawnColumn.NoWrap() : drawnColumn.RightAligned());
        }

        foreach (var (name, rows) in table.Groups)
        {
            drawn.AddRow($"[grey]{Markup.Escape(name)}[/]");
            foreach (var row in rows)
            {
                drawn.AddRow([.. row.Select(Markup.Escape)]);
            }
        }

        Output.Write(drawn);
    }

    private static IAnsiConsole Create()
    {
        if (!Console.IsOutputRedirected)
        {
            return AnsiConsole.Console;
        }

        var plain = AnsiConsole.Create(
            new AnsiConsoleSettings { Ansi = AnsiSupport.No, ColorSystem = ColorSystemSupport.NoColors }
        );
        plain.Profile.Width = PlainWidth;
        return plain;
    }
}
