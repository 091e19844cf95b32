/// The pictures of the results, as SVG. One file suits light, dark, wide and narrow documents.
module Yes.Bench.Chart

open System.Net
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run
open Yes.Bench.Statistics

/// A row of a picture.
type Row =
    {
        Name: string
        /// Whether the row is shown in this project's color.
        IsOwn: bool
        Samples: float list
        Summary: Summary
        /// The text at the end of the row.
        Number: string
    }

/// The width of the column in which a document shows the picture.
let private width = 850.0

/// The average letter is at most this wide. The font is largest in a narrow document.
let private letterWidth = 12.3

let private widest texts =
    letterWidth * (texts |> List.map (String.length >> float) |> List.fold max 0.0) + 16.0

let private text attributes (x: float) (y: float) (text: string) =
    $"""<text {attributes} x="%.0f{x}" y="%.0f{y}" dy=".35em">{WebUtility.HtmlEncode text}</text>"""

let private ink, pale = "class=\"ink\" fill=\"#1f2328\"", "class=\"pale\" fill=\"#59636e\""

/// Draws lines, each given as SVG path data, in the current color.
let private lines thickness opacity paths =
    $"""<path stroke="currentColor" stroke-width="{thickness}" stroke-opacity="{opacity}" """
    + $"""stroke-linecap="round" d="{String.concat "" paths}"/>"""

/// Draws the row whose top is at y. The first sample is at the top of the row, and the last at the bottom.
let private drawRow origin position y row =
    let last = float (max 1 (row.Samples.Length - 1))
    let { Median = median; Low = low; High = high } = row.Summary
    let bar = $"M%.1f{position origin} %.0f{y + 2.0}H%.1f{position median}v24H%.1f{position origin}"

    let color =
        if row.IsOwn then
            "class=\"own\" color=\"#0969da\""
        else
            "class=\"other\" color=\"#6e7781\""

    [
        text ink 0.0 (y + 14.0) row.Name
        $"<g {color}>"
        $"""<path fill="currentColor" fill-opacity=".3" d="{bar}"/>"""
        lines
            3
            0.5
            [
                for i, value in List.indexed row.Samples ->
                    $"M%.1f{position value} %.1f{y + 4.0 + 20.0 * float i / last}h0"
            ]
        lines 2 1 [ $"M%.1f{position median} %.0f{y + 2.0}v24" ]
        if row.Samples.IsEmpty then
            lines 2 1 [ $"M%.1f{position low} %.0f{y + 14.0}H%.1f{position high}" ]
        "</g>"
        text $"{ink} text-anchor=\"end\"" width (y + 14.0) row.Number
    ]

/// A picture of groups of rows, whose bars begin at the given value. Programs that ignore the style show the
/// light colors.
let private picture origin title subtitle (groups: (string * Row list) list) =
    let rows = List.collect snd groups

    let values =
        [
            for row in rows do
                yield! (if row.Samples.IsEmpty then [ row.Summary.Low; row.Summary.High ] else row.Samples)
        ]

    let least, greatest = List.min (origin :: values), List.max (origin :: values)
    let left = widest [ for row in rows -> row.Name ]
    let right = width - widest [ for row in rows -> row.Number ]
    let position value = left + (right - left) * (value - least) / (greatest - least)
    let mutable height = 74.0

    let content =
        [
            for heading, rows in groups do
                text pale 0.0 (height + 14.0) heading
                height <- height + 28.0

                for row in rows do
                    yield! drawRow origin position height row
                    height <- height + 28.0

                height <- height + 8.0
        ]

    $$"""<svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="{{height}}"
  viewBox="0 0 {{width}} {{height}}" font-family="Arial, Liberation Sans, sans-serif" font-size="17">
<title>{{WebUtility.HtmlEncode title}}</title>
<style>
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } .ink { fill: #e6edf3 } .pale { fill: #9198a1 }
    .own { color: #58a6ff } .other { color: #9198a1 }
  }
  @media (max-width: 600px) { text { font-size: 24px } }
</style>
<rect class="back" fill="#fff" width="100%" height="100%"/>
{{text $"{ink} font-weight=\"bold\"" 0.0 14.0 title}}
{{text pale 0.0 46.0 subtitle}}
{{String.concat "\n" content}}
</svg>
"""

let private throughputRow run reader writer =
    let summary = (throughput reader writer).Value

    {
        Name = if writer = leading run then $"this yes ({writer.Name})" else writer.Name
        IsOwn = (writer = leading run)
        Samples = samples reader writer |> List.map rate
        Summary = summary
        Number = bytesPerSecond summary
    }

/// The throughputs of programs with readers.
let throughputs run readers =
    [
        for reader: Reader, writers in readers ->
            $"into {reader.Name}", writers |> List.map (throughputRow run reader)
    ]
    |> picture
        0.0
        "Throughput. A dot is a sample, a line the median."
        $"On {Report.describeMachine run.Machine}."

/// How many times as fast this yes is as other programs, with confidence intervals. A program that is as fast
/// as this yes has no bar.
let forest groups =
    let row (name, ratio) =
        {
            Name = name
            IsOwn = true
            Samples = []
            Summary = ratio
            Number = ratioWithInterval ratio
        }

    [ for heading, ratios in groups -> heading, List.map row ratios ]
    |> picture
        1.0
        "How many times as fast as other programs is this yes?"
        "A bar leads from ×1 to the median of a run. A line is its 95% confidence interval."
