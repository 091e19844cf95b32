/// Charts of the throughput, as SVG. One file serves light and dark pages, and wide and narrow ones.
module Yes.Bench.Chart

open System.Net
open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Statistics

/// The width of the column in which a page shows a chart.
let private width = 850.0

/// An upper bound of the average width of a letter on a narrow page, where letters are larger.
let private letterWidth = 12.3

let private label kind (x: float) (y: float) (text: string) =
    $"""<text class="{kind}" x="%.0f{x}" y="%.0f{y}">{WebUtility.HtmlEncode text}</text>"""

let private page height title note (content: string list) =
    $$"""<svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="{{int height}}"
  viewBox="0 0 {{width}} {{int height}}" role="img">
<title>{{WebUtility.HtmlEncode title}}</title>
<style>
  svg { --text: #1f2328; --note: #59636e; --page: #fff; --own: #0969da; --other: #818b98 }
  @media (prefers-color-scheme: dark) {
    svg { --text: #e6edf3; --note: #9198a1; --page: #0d1117; --own: #58a6ff; --other: #7d8590 }
  }
  text { font: 17px Arial, Liberation Sans, sans-serif; dominant-baseline: central }
  @media (max-width: 600px) { text { font-size: 24px } }
  text { fill: var(--text) } .title { font-weight: bold } text.note { fill: var(--note) }
  .page { fill: var(--page) } .own { fill: var(--own) } .other { fill: var(--other) }
  path { fill: none; stroke: var(--text); stroke-width: 2 }
  path.rule { stroke: var(--note); stroke-width: .5 }
  path.own { fill: none; stroke: var(--own) } path.other { fill: none; stroke: var(--other) }
</style>
<rect class="page" width="100%" height="100%"/>
{{label "title" 0.0 14.0 title}}
{{label "note" 0.0 46.0 note}}
{{String.concat "\n" content}}
</svg>
"""

let private name writer = if isStrategy writer then $"this yes ({writer.Name})" else writer.Name
let private kind writer = if isStrategy writer then "own" else "other"
let private widest texts = letterWidth * (texts |> List.map (String.length >> float) |> List.fold max 0.0)

/// Draws a bar for each writer that isShown accepts, with a whisker from the lower to the upper end of
/// the interval, or from the lowest to the highest group. The function length calculates the length of a
/// bar, from 0 to 1, from a throughput and the highest throughput.
let private draw (run: Run) title isShown length =
    let reader = run.Readers.Head

    let rows =
        [
            for writer in List.filter isShown run.Writers do
                for rate in Option.toList (throughput reader writer) do
                    if rate.Median > 0.0 then
                        writer, rate
        ]
        |> List.sortByDescending (fun (_, rate) -> rate.Median)

    let ends rate = [ rate.Low; rate.High ] @ List.map _.Center rate.Groups
    let highest = rows |> List.collect (snd >> ends) |> List.fold max 1.0

    let numbers (writer, rate) =
        $"{bytesPerSecond rate}, {Report.relativeToGnu ratio run reader writer}"

    let left = widest (List.map (fst >> name) rows) + 8.0
    let right = width - widest (List.map numbers rows) - 8.0
    let position rate = left + (right - left) * length rate highest

    let drawRow i (writer, rate) =
        let y = 91.0 + 42.0 * float i
        let low, high = ends rate |> List.min |> position, ends rate |> List.max |> position
        let bar, top = position rate.Median - left, y - 6.0

        [
            label "" 0.0 y (name writer)
            $"""<rect class="{kind writer}" x="%.0f{left}" y="%.0f{top - 8.0}" """
            + $"""width="%.1f{bar}" height="28"/>"""
            $"""<path d="M%.1f{low} %.0f{y}H%.1f{high}M%.1f{low} %.0f{top}v12M%.1f{high} %.0f{top}v12"/>"""
            label "" (high + 8.0) y (numbers (writer, rate))
        ]

    let note = $"throughput into {reader.Name}, and relative to {Report.gnuName run}"
    rows |> List.mapi drawRow |> List.concat |> page (70.0 + 42.0 * float rows.Length) title note

/// The programs that users choose among: the default strategy, the fastest strategy without unsafe code,
/// and every other yes.
let private isChoice run =
    let strategies = [ (leading run).Name; "span" ]

    fun writer ->
        writer.Kind = Kind.Peer || isStrategy writer && List.contains writer.Name strategies

/// Charts the programs that users choose among.
let throughputs (run: Run) = draw run (Report.title run) (isChoice run) (/)

/// Charts the strategies and GNU yes. On a linear scale, most bars would be too short to see.
let ladder (run: Run) =
    let isShown writer = isStrategy writer && writer.Language.IsSome || Some writer = gnu run
    let length rate highest = log (max 1.0 (rate / 1024.0)) / log (highest / 1024.0)
    draw run "The strategies on a logarithmic scale from 1 KiB/s" isShown length

/// Moves labels apart that would overlap, from the top to the bottom: their vertical positions, in the same
/// order.
let private spread (distance: float) (positions: float list) =
    let place placed (position: float) =
        match placed with
        | above: float :: _ -> max position (above + distance) :: placed
        | [] -> [ position ]

    positions |> List.fold place [] |> List.rev

/// Draws the rounds of one reader in the order of time, on a logarithmic scale, below the given position.
let private panel (run: Run) (reader: Reader) top height =
    let rates =
        [
            for writer in List.filter (isChoice run) run.Writers do
                match [ for round in rounds reader writer -> rate round ] with
                | [] -> ()
                | rates when List.exists (fun rate -> rate <= 0.0) rates -> ()
                | rates -> writer, rates
        ]
        |> List.sortByDescending (snd >> List.last)

    let all = 1.0 :: List.collect snd rates
    let highest = List.max all
    let lowest = if rates.IsEmpty then highest else List.min all.Tail
    let right = width - widest (List.map (fst >> name) rates) - 16.0
    let y rate = top + 44.0 + (height - 70.0) * log (highest / rate) / max 0.1 (log (highest / lowest))
    let last = max 2 run.Settings.Rounds - 1
    let x i = 4.0 + (right - 4.0) * float i / float last
    let labels = rates |> List.map (snd >> List.last >> y) |> spread 24.0

    [
        label "note" 0.0 top $"into {reader.Name}, from %s{bytes lowest}/s to %s{bytes highest}/s"
        $"""<path class="rule" d="M0 %.0f{y highest}H%.0f{right}M0 %.0f{y lowest}H%.0f{right}"/>"""

        for (writer, rates), labelY in List.zip rates labels do
            let points = rates |> List.mapi (fun i rate -> $"%.0f{x i} %.1f{y rate}") |> String.concat "L"
            $"""<path class="{kind writer}" d="M{points}"/>"""
            label "" (right + 12.0) labelY (name writer)
    ]

/// Charts each round of the programs that users choose among, one panel for each reader.
let rounds (run: Run) =
    let shown = run.Writers |> List.filter (isChoice run) |> List.length
    let height = 110.0 + 24.0 * float (max 5 shown)

    run.Readers
    |> List.mapi (fun i reader -> panel run reader (84.0 + height * float i) height)
    |> List.concat
    |> page
        (70.0 + height * float run.Readers.Length)
        "The rounds in the order of time"
        "throughput on a logarithmic scale, from the first round at the left to the last"
