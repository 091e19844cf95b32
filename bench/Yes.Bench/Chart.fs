/// The picture of the rates through the first reader. A gnuplot program draws it from a table.
module Yes.Bench.Chart

open System
open System.IO
open System.Net
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Statistics

/// Draws it into a directory.
let save directory (comparison: Comparison) =
    let reader = comparison.Readers.Head

    let row (one: Producer) =
        let rate =
            one[reader].BytesPerSecond
            |> Option.defaultValue { Median = 0.0; Low = 0.0; High = 0.0 }

        let label =
            $"{Report.rateOf reader one}  {ratioToGnu comparison reader one |> Format.orNone Format.ratio}"
                .Replace($"  {Format.none}", "")

        let gibibytes value = string<float>(value / 1024.0 ** 3.0)
        let figures = List.map gibibytes [ rate.Median; rate.Low; rate.High ]
        String.concat "\t" ([ one.Name; label ] @ figures @ [ one.Group ])

    let table = Path.Combine(directory, "throughput.tsv")
    File.WriteAllLines(table, "name\tlabel\tmedian\tlow\thigh\tgroup" :: List.map row comparison.Producers)
    let program = Path.Combine(AppContext.BaseDirectory, "throughput.gnuplot")
    let title = Report.title comparison
    let heading = Format.wrap 42 title + $"\n{comparison.Machine}"
    let axis = $"GiB/s through {reader.Name}: median, 95 %% interval"

    for name, ink in Report.pictures do
        let path = Path.Combine(directory, name)

        match run [ "gnuplot"; "-c"; program; table; heading; axis; path; ink ] with
        | 0, _, _ -> ()
        | status, _, error -> raise (Refused $"gnuplot: {describeEnd status error}")

        // gnuplot has no option for the title that a browser shows.
        let shown = $"<title>{WebUtility.HtmlEncode title}</title>"
        File.WriteAllText(path, File.ReadAllText(path).Replace("<title>Gnuplot</title>", shown))
