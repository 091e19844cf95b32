/// The picture of the rates through the first reader. A gnuplot program draws it from a table.
module Yes.Bench.Chart

open System
open System.IO
open System.Net
open Yes.Bench.Child
open Yes.Bench.Format
open Yes.Bench.Producers
open Yes.Bench.Results

let svg = "throughput.svg"

let png = "throughput.png"

let private row reader (producer: ProducerResult) =
    let found = producer.Rates[reader]

    let gibibytes choose =
        found.BytesPerSecond |> Option.map (fun rate -> choose rate / float (1 <<< 30))

    let figure choose =
        gibibytes choose |> Option.defaultValue 0.0 |> string<float>

    let ratio =
        found.RatioToGnu
        |> Option.map (fun value -> $"  {ratio value}")
        |> Option.defaultValue ""

    String.concat
        "\t"
        [
            producer.Name
            (found.BytesPerSecond |> Option.map _.Median |> orNone rate) + ratio
            figure _.Median
            figure _.Minimum
            figure _.Maximum
            (if producer.Group = Group.Peer then "1" else "0")
        ]

/// Draws it into a directory, as SVG and as PNG.
let save directory (results: Results) =
    let reader = results.Readers.Head.Name
    let table = Path.Combine(directory, "throughput.tsv")
    let heads = "name\tlabel\tmedian GiB/s\tsmallest\tlargest\tpeer"
    File.WriteAllLines(table, heads :: List.map (row reader) results.Producers)

    let program = Path.Combine(AppContext.BaseDirectory, "throughput.gnuplot")
    let title = Report.title results

    let machine =
        $"{results.Machine.Cpu}, {results.Machine.Cores} cores, Linux {results.Machine.Kernel}"

    let axis =
        $"GiB/s through {reader}: the median, and the smallest and largest of {results.Settings.Rounds} rounds"

    match run [ "gnuplot"; "-c"; program; table; title; machine; axis; directory ] with
    | 0, _, _ -> ()
    | status, _, error -> raise (Refused $"gnuplot: {describeEnd status error}")

    // gnuplot has no option for the title that a browser shows.
    let path = Path.Combine(directory, svg)
    let title = $"<title>{WebUtility.HtmlEncode title}</title>"
    File.WriteAllText(path, File.ReadAllText(path).Replace("<title>Gnuplot</title>", title))
