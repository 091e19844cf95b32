/// A chart of the throughput, as SVG. One file suits light, dark, wide and narrow documents.
module Yes.Bench.Chart

open System.Net
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run

/// The width of the column in which a document shows the picture.
let private width = 850.0

/// The average letter is at most this wide. The font is largest in a narrow document.
let private letterWidth = 12.3

let private widest texts = letterWidth * (texts |> List.map (String.length >> float) |> List.fold max 0.0)

let private label kind (x: float) (y: float) (text: string) =
    $"""<text class="{kind}" x="%.0f{x}" y="%.0f{y}">{WebUtility.HtmlEncode text}</text>"""

/// A picture that shows the given content below a title and a note.
let private picture height title note (content: string list) =
    $$"""<svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="{{int height}}"
  viewBox="0 0 {{width}} {{int height}}" role="img">
<title>{{WebUtility.HtmlEncode title}}</title>
<style>
  svg { --text: #1f2328; --note: #59636e; --back: #fff; --own: #0969da; --other: #818b98 }
  @media (prefers-color-scheme: dark) {
    svg { --text: #e6edf3; --note: #9198a1; --back: #0d1117; --own: #58a6ff; --other: #7d8590 }
  }
  text { font: 17px Arial, Liberation Sans, sans-serif; dominant-baseline: central; fill: var(--text) }
  @media (max-width: 600px) { text { font-size: 24px } }
  text.title { font-weight: bold } text.note { fill: var(--note) }
  text.axis { fill: var(--note); text-anchor: middle } text.end { text-anchor: end }
  .back { fill: var(--back) } circle.own { fill: var(--own) } circle.other { fill: var(--other) }
  path { stroke-width: 9; stroke-linecap: round; stroke-opacity: .3 }
  path.own { stroke: var(--own) } path.other { stroke: var(--other) }
  path.axis { stroke: var(--note); stroke-width: .5; stroke-opacity: 1 }
</style>
<rect class="back" width="100%" height="100%"/>
{{label "title" 0.0 14.0 title}}
{{label "note" 0.0 46.0 note}}
{{String.concat "\n" content}}
</svg>
"""

/// Places grid lines at 1, 10 and 100 of each unit, so that they enclose all values.
let private axis values =
    let all = [ for i in 0..14 -> 10.0 ** float (i % 3) * 1024.0 ** float (i / 3) ]
    let first = all |> List.findBack (fun line -> line <= max 1.0 (List.min values))
    let last = all |> List.find (fun line -> line >= List.max values)
    all |> List.filter (fun line -> line >= first && line <= last)

/// Draws one row per program on a logarithmic axis. Pale dots are samples, and the large dot is the median.
let dots (run: Run) reader =
    /// Each program, paired with the throughputs of all its samples.
    let rows =
        [ for writer in run.Writers -> writer, samples reader writer |> List.map rate ]
        |> List.filter (snd >> List.isEmpty >> not)
        |> List.sortByDescending (fun (writer, _) -> throughput reader writer |> Option.map _.Median)

    let numbers (writer, _) =
        [
            throughput reader writer |> orNone bytesPerSecond
            for other in Option.toList (reference run) do
                ratioTo (Some other) reader writer |> orNone ratio
        ]
        |> String.concat ", "

    let lines = rows |> List.collect snd |> axis
    let left = widest [ for writer, _ in rows -> Report.nameIn run writer ] + 16.0
    let right = width - widest (List.map numbers rows) - 16.0
    let position rate = left + (right - left) * log (rate / lines.Head) / log (List.last lines / lines.Head)
    let top, bottom = 74.0, 80.0 + 32.0 * float rows.Length

    let drawRow i (writer, rates) =
        let y = top + 19.0 + 32.0 * float i
        let kind = if isKind Kind.Strategy writer then "own" else "other"
        let dots = [ for rate in rates -> $"M%.0f{position rate} %.0f{y}h0" ]
        let median = (throughput reader writer).Value.Median

        [
            label "" 0.0 y (Report.nameIn run writer)
            $"""<path class="{kind}" d="{String.concat "" dots}"/>"""
            $"""<circle class="{kind}" cx="%.0f{position median}" cy="%.0f{y}" r="7"/>"""
            label "end" width y (numbers (writer, rates))
        ]

    let headline = Report.headline run reader
    let title = if headline = "" then $"Throughput into {reader.Name}" else headline

    [
        for line in lines do
            $"""<path class="axis" d="M%.0f{position line} %.0f{top}V%.0f{bottom}"/>"""

            if lines.Length < 4 || List.contains line [ for i in 0..4 -> 1024.0 ** float i ] then
                label "axis" (position line) (bottom + 16.0) ((bytes line).Replace(".0", "") + "/s")

        yield! rows |> List.mapi drawRow |> List.concat
    ]
    |> picture (bottom + 34.0) title $"into {reader.Name}. Each pale dot is a sample. Blue is this yes."
