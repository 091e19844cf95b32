/// Bar charts of the throughput into the first reader, as SVG.
module Yes.Bench.Chart

open System.Net
open Yes.Bench.Comparison
open Yes.Bench.Format

/// The width of the column in which a page shows the chart.
let private width = 850.0

/// An upper bound of the average width of a letter on a narrow page, where letters are larger.
let private letterWidth = 12.3

/// Draws a bar for each producer that isShown accepts. The function length calculates the length
/// of a bar, from 0 to 1, from the producer's throughput and the highest throughput.
let private draw (comparison: Comparison) title isShown length =
    let reader = comparison.Readers.Head
    let median = throughput reader >> Option.map _.Median >> Option.defaultValue 0.0

    let rows =
        [ for one in comparison.Producers -> one, median one ]
        |> List.filter (fun (one, rate) -> isShown one && rate > 0.0)
        |> List.sortByDescending snd

    let relativeToGnu, ratio = Report.relativeToGnu (_.Median >> ratio) comparison reader
    let name (one, _) = if isStrategy one then $"this yes ({one.Name})" else one.Name
    let numbers (one, rate) = $"{bytesPerSecond rate}, {ratio one}"
    let longest text = rows |> List.map (text >> String.length >> float) |> List.fold max 0.0
    let left = letterWidth * longest name + 8.0
    let right = width - letterWidth * longest numbers - 8.0
    let height = 70.0 + 42.0 * float rows.Length

    let label kind (x: float) (y: float) (text: string) =
        $"""<text class="{kind}" x="%.0f{x}" y="%.0f{y}">{WebUtility.HtmlEncode text}</text>"""

    let drawRow i (one, rate) =
        let y = 91.0 + 42.0 * float i
        let length = (right - left) * length rate (snd rows.Head)
        let kind = if isStrategy one then "own" else "other"

        $"""{label "" 0.0 y (name (one, rate))}
<rect class="{kind}" x="%.0f{left}" y="%.0f{y - 14.0}" width="%.1f{length}" height="28"/>
{label "" (left + length + 8.0) y (numbers (one, rate))}"""

    $$"""<svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="{{height}}"
  viewBox="0 0 {{width}} {{height}}" role="img">
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
</style>
<rect class="page" width="100%" height="100%"/>
{{label "title" 0.0 14.0 title}}
{{label "note" 0.0 46.0 $"throughput into {reader.Name}, and {relativeToGnu}"}}
{{rows |> List.mapi drawRow |> String.concat "\n"}}
</svg>
"""

/// Charts the programs that users choose among: the default strategy, the fastest strategy
/// without unsafe code, and every other yes.
let throughputs (comparison: Comparison) =
    let strategies = [ (leading comparison).Name; "span" ]
    let isShown one = one.Group = "peer" || List.contains one.Name strategies
    draw comparison (Report.title comparison) isShown (/)

/// Charts the strategies and GNU yes. On a linear scale, most bars would be too short to see.
let ladder (comparison: Comparison) =
    let isShown one = isStrategy one && one.Language.IsSome || Some one = gnu comparison
    let length rate highest = log (max 1.0 (rate / 1024.0)) / log (highest / 1024.0)
    draw comparison "The strategies on a logarithmic scale from 1 KiB/s" isShown length
