using System.Globalization;
using System.Text;

namespace Yes.Bench;

/// <summary>The picture: a bar per producer, drawn by gnuplot.</summary>
internal static class Chart
{
    /// <summary>The name of the picture that scales.</summary>
    internal const string Svg = "throughput.svg";

    /// <summary>The name of the picture that shows anywhere.</summary>
    internal const string Png = "throughput.png";

    private const string Script = "throughput.gnuplot";

    /// <summary>Neither black nor white: it is read on both.</summary>
    private const string Ink = "#7a808a";

    /// <summary>The same, mostly transparent.</summary>
    private const string Faint = "#b07a808a";

    /// <summary>From one mark of the scale to the next.</summary>
    private const double Step = 16;

    /// <summary>Draws both pictures into a folder, from a script that stays there.</summary>
    /// <exception cref="BenchException">gnuplot failed.</exception>
    internal static void Save(Results results, string folder)
    {
        var script = Path.Combine(folder, Script);
        File.WriteAllText(script, Text(results, folder));
        var (status, output) = Tool.Run("gnuplot", script);
        if (!status.Succeeded)
        {
            throw new BenchException($"gnuplot: {output.Trim().ReplaceLineEndings(" ")}");
        }
    }

    private static string Colour(Group group) =>
        group switch
        {
            Group.Article => "0x3b82c4",
            Group.Own => "0xe0803a",
            _ => "0x8a8f98",
        };

    private static string Text(Results results, string folder)
    {
        var reader = results.Readers[0].Name;
        var rates = results.Producers.Select(producer => Median(producer, reader)).OfType<double>().ToList();
        // From a whole step of the scale below the slowest, to where the fastest one's figure has room.
        var left = Math.Pow(Step, Math.Floor(Math.Log(rates.DefaultIfEmpty(1 << 20).Min(), Step)));
        var right = rates.DefaultIfEmpty(1 << 30).Max() * Step;
        var tics = Enumerable
            .Range(0, 20)
            .Select(step => Math.Pow(Step, step))
            .Where(tic => tic >= left && tic <= right)
            .Select(tic => $"{Quote(Format.Rate(tic).Replace(".00", "").Replace(".0", ""))} {Number(tic)}");
        var (bars, names, labels, rows) = Rows(results, reader, left);
        var height = 100 + (int)(27 * rows);
        return $$"""
                $bars << END
                {{bars}}END
                set title {{Quote(Title(results, reader))}} noenhanced textcolor rgb '{{Ink}}' offset 0,0.5
                set logscale x 2
                set xrange [{{Number(left)}}:{{Number(right)}}]
                set yrange [{{Number(rows - 0.4)}}:-0.5]
                set xtics ({{string.Join(", ", tics)}}) scale 0 noenhanced textcolor rgb '{{Ink}}'
                set ytics ({{string.Join(", ", names)}}) scale 0 noenhanced textcolor rgb '{{Ink}}'
                set grid xtics back linetype 1 linecolor rgb '{{Faint}}' linewidth 1
                set border 0
                set style fill solid 1 noborder
                unset key
                {{labels}}
                """
            + Draw($"svg size 900,{height} font 'DejaVu Sans,Verdana,sans-serif,13'", left, folder, Svg)
            + Draw(
                $"pngcairo transparent size 1800,{2 * height} font 'DejaVu Sans,13' fontscale 2",
                left,
                folder,
                Png
            );
    }

    private static string Title(Results results, string reader)
    {
        var machine = results.Machine;
        var date = results.Date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        return $"What {reader} takes from each yes, on a logarithmic scale"
            + $"\n{machine.Cpu}, {machine.Cores} cores, Linux {machine.Kernel}, {date}";
    }

    private static string Draw(string terminal, double left, string folder, string file) =>
        $"""

            set terminal {terminal}
            set output {Quote(Path.Combine(folder, file))}
            plot $bars using 2:1:({Number(
                left
            )}):2:($1-0.4):($1+0.4):3 with boxxyerror linecolor rgb variable, \
                 $bars using 2:1:4 with labels left offset 0.6,0 textcolor rgb '{Ink}'
            unset output

            """;

    /// <summary>A row for each producer and each group's name, with half a row between the groups.</summary>
    private static (string Bars, IReadOnlyList<string> Names, string Labels, double Rows) Rows(
        Results results,
        string reader,
        double left
    )
    {
        var bars = new StringBuilder();
        var names = new List<string>();
        var labels = new StringBuilder();
        var row = 0.0;
        foreach (
            var group in results.Producers.GroupBy(producer => producer.Group).OrderBy(group => group.Key)
        )
        {
            var colour = Colour(group.Key);
            labels.Append(
                $"set label {Quote($"{{/:Bold {Tables.Name(group.Key)}}}")} at {Number(left)}, {Number(row)} left"
                    + $" textcolor rgb {colour}\n"
            );
            foreach (var producer in group)
            {
                row++;
                names.Add($"{Quote(producer.Name)} {Number(row)}");
                // Without a rate there is no bar, but a word in its place.
                var rate = Median(producer, reader);
                var text = rate is { } known ? Format.Rate(known) : "no rate";
                bars.Append($"{Number(row)} {Number(rate ?? left)} {colour} \"{text}\"\n");
            }

            row += 1.5;
        }

        return (bars.ToString(), names, labels.ToString(), row);
    }

    private static double? Median(ProducerResult producer, string reader) =>
        producer.Rates[reader].BytesPerSecond?.Median;

    private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    /// <summary>A string of gnuplot's, in which only a newline has a meaning.</summary>
    private static string Quote(string text) =>
        '"' + text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n") + '"';
}
