using System.Text;

namespace Yes.Bench;

/// <summary>The results in Markdown.</summary>
internal static class Report
{
    /// <summary>The name of the report's file.</summary>
    internal const string FileName = "report.md";

    /// <summary>Writes the file into a folder.</summary>
    internal static void Save(Results results, string folder) =>
        File.WriteAllText(Path.Combine(folder, FileName), Text(results));

    /// <summary>The picture, the table of rates, and what has to be said of them: what the README shows.</summary>
    /// <param name="results">The results.</param>
    /// <param name="picture">The path of the picture, as seen from the file.</param>
    internal static string Summary(Results results, string picture) =>
        $"""
            ![Rate of each yes]({picture})

            {Markdown(Tables.Rates(results))}
            {Tables.Context(results)}. {Tables.Method(results)}

            {string.Concat(Tables.Notes(results).Select(note => $"- {note}\n"))}
            """;

    private static string Text(Results results)
    {
        var text = new StringBuilder("# The comparison\n\n").Append(Summary(results, Chart.Svg));
        foreach (var table in new[] { Tables.Ranges(results), Tables.Costs(results) })
        {
            text.Append($"\n## {table.Title}\n\n").Append(Markdown(table));
        }

        text.Append("\n## Readers\n\n");
        foreach (var reader in results.Readers)
        {
            text.Append(
                $"- {reader.Name}: `{reader.Command}`{(reader.Version is null ? "" : ", " + reader.Version)}\n"
            );
        }

        return text.ToString();
    }

    private static string Markdown(Table table)
    {
        var text = new StringBuilder();
        Row(text, table.Header);
        Row(text, [":--", .. table.Header.Skip(1).Select(_ => "--:")]);
        foreach (var (name, rows) in table.Groups)
        {
            Row(text, [$"**{name}**", .. table.Header.Skip(1).Select(_ => "")]);
            foreach (var row in rows)
            {
                Row(text, row);
            }
        }

        return text.ToString();
    }

    private static void Row(StringBuilder text, IEnumerable<string> cells) =>
        text.Append("| ").AppendJoin(" | ", cells.Select(cell => cell.Replace("|", "\\|"))).Append(" |\n");
}
