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

type Axis =
    /// A bar from zero shows the median.
    | Linear
    /// Grid lines show these values, which have names. The first value is part of the axis.
    | Logarithmic of (float * string) list

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
let private drawRow axis left position y row =
    let last = float (max 1 (row.Samples.Length - 1))
    let { Median = median; Low = low; High = high } = row.Summary

    let color =
        if row.IsOwn then
            "class=\"own\" color=\"#0969da\""
        else
            "class=\"other\" color=\"#6e7781\""

    [
        text ink 0.0 (y + 14.0) row.Name
        $"<g {color}>"
        if axis = Linear then
            let bar = $"M{left} %.0f{y + 2.0}H%.1f{position median}v24H{left}"
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

/// A picture of groups of rows. Programs that ignore the style show it in the light colors.
let private picture axis title subtitle (groups: (string * Row list) list) =
    let rows = List.collect snd groups

    let values =
        [
            for row in rows do
                yield! (if row.Samples.IsEmpty then [ row.Summary.Low; row.Summary.High ] else row.Samples)
        ]

    let greatest = 1.0001 * List.max values
    let left = widest [ for row in rows -> row.Name ]
    let right = width - widest [ for row in rows -> row.Number ]

    let fraction, marks =
        match axis with
        | Linear -> (fun value -> value / greatest), []
        | Logarithmic marks ->
            let least = List.min (fst marks.Head :: values) |> max 1e-3
            let fraction value = log (value / least) / log (greatest / least)
            fraction, marks |> List.filter (fun (value, _) -> value <= greatest)

    let position value = left + (right - left) * fraction value
    let mutable bottom = 74.0

    let content =
        [
            for heading, rows in groups do
                text pale 0.0 (bottom + 14.0) heading
                bottom <- bottom + 28.0

                for row in rows do
                    yield! drawRow axis left position bottom row
                    bottom <- bottom + 28.0

                bottom <- bottom + 8.0

            for value, mark in marks do
                $"<g {pale} color=\"#818b98\">"
                + lines 0.5 1 [ $"M%.1f{position value} 74V%.0f{bottom}" ]
                + "</g>"

                text $"{pale} text-anchor=\"middle\"" (position value) (bottom + 16.0) mark
        ]

    let height = bottom + (if marks.IsEmpty then 0.0 else 34.0)

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

/// All programs that were measured with a reader.
let dots run (reader: Reader) =
    let rows = Report.measured run reader |> List.map (throughputRow run reader)
    let slowest = rows |> List.collect _.Samples |> List.min

    let marks =
        [ for i in 0..14 -> 10.0 ** float (i % 3) * 1024.0 ** float (i / 3) ]
        |> List.filter (fun mark -> mark >= slowest)

    [ "bytes per second", List.sortByDescending _.Summary.Median rows ]
    |> picture
        (Logarithmic [ for mark in marks -> mark, (bytes mark).Replace(".0", "") ])
        $"Throughput into {reader.Name}"
        "A dot is a sample, a line the median."

/// A few programs with a few readers.
let bars run =
    [
        for reader, writers in Report.few run ->
            $"into {reader.Name}", writers |> List.map (throughputRow run reader)
    ]
    |> picture
        Linear
        "Throughput. A dot is a sample, a line the median."
        $"On {Report.describeMachine run.Machine}."

/// Ratios with their confidence intervals.
let forest title subtitle groups =
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
        (Logarithmic [ for value in [ 1.0; 2.0; 5.0; 10.0; 20.0; 50.0 ] -> value, $"×{value}" ])
        title
        subtitle
