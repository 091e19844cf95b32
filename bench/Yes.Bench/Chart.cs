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
    private const string Ink = "#858b94";

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
        var (bars, labels, rows) = Rows(results, reader);
        var rates = results.Producers.Select(producer => Median(producer, reader)).OfType<double>().ToList();
        // From a whole step of the scale below the slowest, to where the fastest one's figure has room.
        var left = Math.Pow(16, Math.Floor(Math.Log(rates.DefaultIfEmpty(1 << 20).Min(), 16)));
        var right = rates.DefaultIfEmpty(1 << 30).Max() * 12;
        var height = 110 + (26 * rows);
        var tics = Enumerable
            .Range(0, 20)
            .Select(step => Math.Pow(16, step))
            .Where(tic => tic >= left && tic <= right)
            .Select(tic => $"'{Format.Rate(tic).Replace(".00", "").Replace(".0", "")}' {Number(tic)}");
        return $$"""
                $bars << END
                {{bars}}END
                set title {{Quote(
                    $"yes through {reader}: {Tables.Context(results)}"
                )}} textcolor rgb '{{Ink}}'
                set logscale x 2
                set xrange [{{Number(left)}}:{{Number(right)}}]
                set yrange [{{rows}}:-0.2]
                set xtics ({{string.Join(", ", tics)}}) scale 0 textcolor rgb '{{Ink}}'
                set ytics ({{labels}}) scale 0 textcolor rgb '{{Ink}}'
                set grid xtics linetype 1 linecolor rgb '{{Ink}}' linewidth 0.4
                set border 0
                set style fill solid 1 noborder
                unset key
                """
            + Draw(
                $"svg noenhanced size 900,{height} font 'DejaVu Sans,Verdana,Arial,sans-serif,13'",
                left,
                folder,
                Svg
            )
            + Draw(
                $"pngcairo noenhanced transparent size 1800,{height * 2} font 'DejaVu Sans,13' fontscale 2",
                left,
                folder,
                Png
            );
    }

    private static string Draw(string terminal, double left, string folder, string file) =>
        $"""

            set terminal {terminal}
            set output {Quote(Path.Combine(folder, file))}
            plot $bars using 2:1:({Number(
                left
            )}):2:($1-0.38):($1+0.38):3 with boxxyerror linecolor rgb variable, \
                 $bars using 2:1:4 with labels left offset 0.6,0 textcolor rgb '{Ink}'
            unset output

            """;

    private static (string Bars, string Labels, int Rows) Rows(Results results, string reader)
    {
        var bars = new StringBuilder();
        var labels = new List<string>();
        var row = 0;
        foreach (
            var group in results.Producers.GroupBy(producer => producer.Group).OrderBy(group => group.Key)
        )
        {
            labels.Add($"{Quote(Tables.Name(group.Key))} {row++}");
            foreach (var producer in group)
            {
                labels.Add($"{Quote(producer.Name)} {row}");
                if (Median(producer, reader) is { } rate)
                {
                    bars.Append(
                        CultureInfo.InvariantCulture,
                        $"{row} {rate:F0} {Colour(group.Key)} \"{Format.Rate(rate)}\"\n"
                    );
                }

                row++;
            }
        }

        return (bars.ToString(), string.Join(", ", labels), row);
    }

    private static double? Median(ProducerResult producer, string reader) =>
        producer.Rates[reader].BytesPerSecond?.Median;

    private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    private static string Quote(string text) => $"'{text.Replace("'", "''")}'";
}
