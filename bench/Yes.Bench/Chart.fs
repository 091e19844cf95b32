/// The picture of the rates through the first reader. A gnuplot program draws it from a table.
module Yes.Bench.Chart

open System
open System.IO
open System.Net
open Yes.Bench.Child
open Yes.Bench.Comparison

let svg = "throughput.svg"

let png = "throughput.png"

/// Draws it into a directory, as SVG and as PNG.
let save directory (comparison: Comparison) =
    let reader = comparison.Readers.Head

    let row (one: Measured) =
        let gibibytes figure =
            one[reader].BytesPerSecond
            |> Option.map (fun rate -> figure rate / float (1 <<< 30))

        let figure choose =
            gibibytes choose |> Option.defaultValue 0.0 |> string<float>

        let label = $"{Report.rateOf reader one}  {Report.ratioOf reader one}"
        let group = if one.Group = "peer" then "1" else "0"
        let figures = [ figure _.Median; figure _.Minimum; figure _.Maximum ]

        String.concat "\t" ([ one.Name; label.Replace($"  {Format.none}", "") ] @ figures @ [ group ])

    let table = Path.Combine(directory, "throughput.tsv")
    let heads = "name\tlabel\tmedian GiB/s\tsmallest\tlargest\tpeer"
    File.WriteAllLines(table, heads :: List.map row comparison.Producers)

    let program = Path.Combine(AppContext.BaseDirectory, "throughput.gnuplot")
    let title = Report.title comparison

    let rounds =
        $"the median, the smallest and the largest of {comparison.Settings.Rounds} rounds"

    let axis = $"GiB/s through {reader.Name}: {rounds}"

    match
        run
            [
                "gnuplot"
                "-c"
                program
                table
                title
                string comparison.Machine
                axis
                directory
            ]
    with
    | 0, _, _ -> ()
    | status, _, error -> raise (Refused $"gnuplot: {describeEnd status error}")

    // gnuplot has no option for the title that a browser shows.
    let path = Path.Combine(directory, svg)
    let title = $"<title>{WebUtility.HtmlEncode title}</title>"
    File.WriteAllText(path, File.ReadAllText(path).Replace("<title>Gnuplot</title>", title))
