/// Charts of the throughput, as SVG. One file serves light and dark pages, and wide and narrow ones.
module Yes.Bench.Chart

open System
open System.Net
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run
open Yes.Bench.Statistics

/// The width of the column in which a page shows a chart.
let private width = 850.0

/// An upper bound of the average width of a letter on a narrow page, where letters are larger.
let private letterWidth = 12.3

let private label kind (x: float) (y: float) (text: string) =
    $"""<text class="{kind}" x="%.0f{x}" y="%.0f{y}">{WebUtility.HtmlEncode text}</text>"""

/// A picture with a title and notes, and the given content below them.
let private page height title (notes: string list) (content: string list) =
    $$"""<svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="{{int height}}"
  viewBox="0 0 {{width}} {{int height}}" role="img">
<title>{{WebUtility.HtmlEncode title}}</title>
<style>
  svg { --text: #1f2328; --note: #59636e; --page: #fff; --own: #0969da; --other: #818b98; --rival: #bc4c00 }
  @media (prefers-color-scheme: dark) {
    svg { --text: #e6edf3; --note: #9198a1; --page: #0d1117 }
    svg { --own: #58a6ff; --other: #7d8590; --rival: #f0883e }
  }
  text { font: 17px Arial, Liberation Sans, sans-serif; dominant-baseline: central }
  @media (max-width: 600px) { text { font-size: 24px } }
  text { fill: var(--text) } .title { font-weight: bold } text.note { fill: var(--note) }
  text.end { fill: var(--note); text-anchor: end } text.middle { fill: var(--note); text-anchor: middle }
  .page { fill: var(--page) } .own { fill: var(--own) } .other { fill: var(--other) }
  text.own, text.other, text.rival { font-weight: bold }
  text.rival { fill: var(--rival) }
  path { fill: none; stroke: var(--text); stroke-width: 2 }
  path.rule { stroke: var(--note); stroke-width: .5 }
  path.own { fill: none; stroke: var(--own) } path.other { fill: none; stroke: var(--other) }
  path.rival { stroke: var(--rival) }
</style>
<rect class="page" width="100%" height="100%"/>
{{label "title" 0.0 14.0 title}}
{{notes |> List.mapi (fun i note -> label "note" 0.0 (46.0 + 28.0 * float i) note) |> String.concat "\n"}}
{{String.concat "\n" content}}
</svg>
"""

let private kind writer = if isStrategy writer then "own" else "other"
let private widest texts = letterWidth * (texts |> List.map (String.length >> float) |> List.fold max 0.0)

/// The writers with their throughput into the first reader, from the fastest to the slowest.
let private rows (run: Run) isShown =
    [
        for writer in List.filter isShown run.Writers do
            match throughput run.Readers.Head writer with
            | Some rate when rate.Low > 0.0 -> writer, rate
            | _ -> ()
    ]
    |> List.sortByDescending (fun (_, rate) -> rate.Median)

/// A line from the lower to the upper end of a range, with a stop at each end.
let private whisker y low high =
    $"""<path d="M%.1f{low} %.0f{y}H%.1f{high}M%.1f{low} %.0f{y - 6.0}v12M%.1f{high} %.0f{y - 6.0}v12"/>"""

let private explainRange marks run =
    let count = roundCount run
    let range = if count < 10 then "the range of the rounds" else "the 10th to the 90th percentile"
    $"{marks}: median of {count} rounds; line: {range}"

/// The programs that users choose among: the default strategy, the fastest strategy without unsafe code,
/// and every other yes.
let private isChoice run =
    let strategies = [ (leading run).Name; "span" ]
    fun writer -> writer.Kind = Kind.Peer || isStrategy writer && List.contains writer.Name strategies

/// Charts the programs that users choose among as bars.
let throughputs (run: Run) =
    let reader, rows = run.Readers.Head, rows run (isChoice run)

    let numbers (writer, rate) =
        match Report.relativeToGnu ratio run reader writer with
        | "–" -> bytesPerSecond rate
        | relative -> $"{bytesPerSecond rate}, {relative}"

    let left = widest [ for writer, _ in rows -> nameBesideOthers writer ] + 8.0
    let right = width - widest (List.map numbers rows) - 8.0
    let highest = rows |> List.map (fun (_, rate) -> rate.High) |> List.fold max 1.0
    let position rate = left + (right - left) * rate / highest

    let drawRow i (writer, rate) =
        let y = 119.0 + 42.0 * float i

        [
            label "" 0.0 y (nameBesideOthers writer)
            $"""<rect class="{kind writer}" x="%.0f{left}" y="%.0f{y - 14.0}" """
            + $"""width="%.1f{position rate.Median - left}" height="28"/>"""
            whisker y (position rate.Low) (position rate.High)
            label "" (position rate.High + 8.0) y (numbers (writer, rate))
        ]

    rows
    |> List.mapi drawRow
    |> List.concat
    |> page
        (98.0 + 42.0 * float rows.Length)
        (Report.title run)
        [
            $"throughput into {reader.Name}, and relative to {Report.gnuName run}; "
            + "blue: strategies of this yes"
            explainRange "bar" run
        ]

/// The lines of a logarithmic grid, from the last one below all values to the first one above them.
let private grid (lines: float list) values =
    let lowest, highest = List.min values, List.max values

    let first =
        lines |> List.filter (fun line -> line <= lowest) |> List.tryLast |> Option.defaultValue lines.Head

    let last = lines |> List.tryFind (fun line -> line >= highest) |> Option.defaultValue (List.last lines)
    List.filter (fun line -> line >= first && line <= last) lines

/// 1, 10 and 100 of each unit, per second.
let private speeds =
    [
        for power in 0..4 do
            for factor in [ 1.0; 10.0; 100.0 ] -> factor * pown 1024.0 power
    ]

let private showSpeed speed = (bytes speed).Replace(".00", "").Replace(".0", "") + "/s"

/// Charts the strategies and GNU yes as dots on a logarithmic scale, because most bars would be too short to
/// see.
let ladder (run: Run) =
    let isShown writer = isStrategy writer && writer.Language.IsSome || Some writer = gnu run
    let rows = rows run isShown
    let ends = rows |> List.collect (fun (_, rate) -> [ rate.Low; rate.High ])
    let lines = grid speeds (if ends.IsEmpty then [ 1.0; 10.0 ] else ends)
    let left = widest [ for writer, _ in rows -> writer.Name ] + 24.0
    let right = width - 60.0

    let position rate = left + (right - left) * log (rate / lines.Head) / log (List.last lines / lines.Head)

    let bottom = 100.0 + 36.0 * float rows.Length

    let drawRow i (writer, rate) =
        let y = 119.0 + 36.0 * float i

        [
            label "" 0.0 y writer.Name
            whisker y (position rate.Low) (position rate.High)
            $"""<circle class="{kind writer}" cx="%.1f{position rate.Median}" cy="%.0f{y}" r="8"/>"""
        ]

    let title =
        match rows with
        | (fastest, high) :: _ :: _ ->
            let slowest, low = List.last rows
            let times = thousands (high.Median / low.Median)
            $"Into {run.Readers.Head.Name}, {fastest.Name} is {times} times as fast as {slowest.Name}"
        | _ -> Report.title run

    [
        for rate in lines do
            $"""<path class="rule" d="M%.0f{position rate} 100V%.0f{bottom}"/>"""
            label "middle" (position rate) (bottom + 16.0) ((showSpeed rate).Replace("/s", ""))

        yield! rows |> List.mapi drawRow |> List.concat
    ]
    |> page (bottom + 34.0) title [ "throughput per second, on a logarithmic scale"; explainRange "dot" run ]

/// The fastest yes of other projects, apart from the GNU yes with which all programs are compared.
let private rival run =
    run.Writers
    |> List.filter (fun writer -> writer.Kind = Kind.Peer && Some writer <> gnu run)
    |> List.choose (fun writer ->
        throughput run.Readers.Head writer |> Option.map (fun rate -> writer, rate.Median))
    |> function
        | [] -> None
        | rivals -> Some(fst (List.maxBy snd rivals))

/// The vertical positions of labels, from the top to the bottom, after moving apart those that would overlap.
let private spread (distance: float) (positions: float list) =
    let place placed (position: float) =
        match placed with
        | above: float :: _ -> max position (above + distance) :: placed
        | [] -> [ position ]

    positions |> List.fold place [] |> List.rev

/// Draws series of positive numbers in the order of time, on a logarithmic scale, below the given position.
let private panel heading (series: (string * string * float list) list) (lines: float list) show top height =
    let right = width - widest [ for _, name, _ in series -> name ] - 16.0
    let left = 120.0
    let top, bottom = top + 28.0, top + height - 24.0
    let y value = bottom - (bottom - top) * log (value / lines.Head) / log (List.last lines / lines.Head)
    let last = series |> List.map (fun (_, _, values) -> values.Length) |> List.fold max 2
    let x i = left + 8.0 + (right - left - 8.0) * float i / float (last - 1)
    let series = series |> List.sortByDescending (fun (_, _, values) -> List.last values)
    let labels = [ for _, _, values in series -> y (List.last values) ] |> spread 26.0

    [
        label "" 0.0 (top - 28.0) heading

        for line in lines do
            $"""<path class="rule" d="M%.0f{left} %.0f{y line}H%.0f{right}"/>"""
            label "end" (left - 8.0) (y line) (show line)

        for (kind, name, values), labelY in List.zip series labels do
            let points = values |> List.mapi (fun i value -> $"%.0f{x i} %.1f{y value}") |> String.concat "L"
            $"""<path class="{kind}" d="M{points}"/>"""
            label kind (right + 12.0) labelY name
    ]

/// The median time that both cores took to wake each other up, there and back, before the samples of each
/// round.
let private wakeUps run =
    let all =
        [
            for reader in run.Readers do
                for writer in run.Writers -> List.map _.WakeUpNanoseconds writer[reader].Rounds
        ]

    [
        for i in 0 .. roundCount run - 1 do
            match all |> List.choose (List.tryItem i >> Option.flatten) |> summarise with
            | Some time -> time.Median
            | None -> ()
    ]

/// Charts each round of the default strategy, of GNU yes and of the fastest other yes, with a panel for each
/// reader, and one for the wake-ups, which explain slow phases.
let rounds (run: Run) =
    let writers = [ "own", Some(leading run); "other", gnu run; "rival", rival run ]

    let panels =
        [
            for reader in run.Readers do
                let series =
                    [
                        for kind, writer in writers do
                            for writer in Option.toList writer do
                                match [ for round in rounds reader writer -> rate round ] with
                                | [] -> ()
                                | rates when List.exists (fun rate -> rate <= 0.0) rates -> ()
                                | rates -> kind, nameBesideOthers writer, rates
                    ]

                if not series.IsEmpty then
                    let all = series |> List.collect (fun (_, _, rates) -> rates)
                    panel $"into {reader.Name}" series (grid speeds all) showSpeed

            match wakeUps run with
            | [] -> ()
            | times ->
                let lines = grid [ for power in 3..9 -> 10.0 ** float power ] times
                let show line = number (line / 1000.0) + " µs"

                panel
                    "before the rounds: both cores wake each other up"
                    [ "other", "median", times ]
                    lines
                    show
        ]

    let height = 190.0

    panels
    |> List.mapi (fun i panel -> panel (90.0 + height * float i) height)
    |> List.concat
    |> page
        (90.0 + height * float panels.Length)
        "The rounds in the order of time"
        [ "throughput on a logarithmic scale, from the first round at the left to the last one at the right" ]
