/// The picture of the rates through the first reader. A gnuplot program draws it from a table.
module Yes.Bench.Chart

open System
open System.IO
open System.Net
open Yes.Bench.Child
open Yes.Bench.Comparison

let fileName = "throughput.svg"

/// Draws it into a directory.
let save directory (comparison: Comparison) =
    let reader = comparison.Readers.Head

    let row (one: Producer) =
        let figures =
            match one[reader].BytesPerSecond with
            | Some rate -> [ rate.Median; rate.Low; rate.High ]
            | None -> [ 0.0; 0.0; 0.0 ]

        let label = $"{Report.rateOf reader one}  {Report.ratioToGnu reader one}"

        let figures =
            figures |> List.map (fun rate -> string<float>(rate / float (1 <<< 30)))

        String.concat "\t" ([ one.Name; label.Replace($"  {Format.none}", "") ] @ figures @ [ one.Group ])

    let table = Path.Combine(directory, "throughput.tsv")
    let heads = "name\tlabel\tmedian GiB/s\tlow\thigh\tgroup"
    File.WriteAllLines(table, heads :: List.map row comparison.Producers)

    let program = Path.Combine(AppContext.BaseDirectory, "throughput.gnuplot")
    let title = Report.title comparison

    let axis =
        $"GiB/s through {reader.Name}: the median, and its 95 %% confidence interval"

    let path = Path.Combine(directory, fileName)

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
                path
            ]
    with
    | 0, _, _ -> ()
    | status, _, error -> raise (Refused $"gnuplot: {describeEnd status error}")

    // gnuplot has no option for the title that a browser shows.
    let title = $"<title>{WebUtility.HtmlEncode title}</title>"
    File.WriteAllText(path, File.ReadAllText(path).Replace("<title>Gnuplot</title>", title))
