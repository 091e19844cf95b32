/// The pictures of the results, as SVG. One file suits light, dark, wide and narrow documents.
module Yes.Bench.Chart

open System.Net
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run
open Yes.Bench.Statistics

/// The width of the column in which a document shows the picture.
let private width = 850.0

/// The average letter is at most this wide. The font is largest in a narrow document.
let private letterWidth = 12.3

let private widest texts =
    letterWidth * (texts |> List.map (String.length >> float) |> List.fold max 0.0) + 16.0

let private text kind (x: float) (y: float) (text: string) =
    $"""<text {kind} x="%.0f{x}" y="%.0f{y}" dy=".35em">{WebUtility.HtmlEncode text}</text>"""

let private label = text "class=\"ink\" fill=\"#1f2328\""
let private note = text "class=\"pale\" fill=\"#59636e\""
let private atEnd = text "class=\"ink\" fill=\"#1f2328\" text-anchor=\"end\""

/// Attributes for the color of a program.
let private color isOwn =
    if isOwn then "class=\"own\" color=\"#0969da\"" else "class=\"other\" color=\"#6e7781\""

/// Draws lines, each given as SVG path data, in the current color.
let private lines thickness opacity paths =
    $"""<path stroke="currentColor" stroke-width="{thickness}" stroke-opacity="{opacity}" """
    + $"""stroke-linecap="round" d="{String.concat "" paths}"/>"""

/// A picture of the given height. Programs that ignore the style show it in its light colors.
let private picture height title (subtitle: string) (content: string list) =
    $$"""<svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="{{int height}}"
  viewBox="0 0 {{width}} {{int height}}" font-family="Arial, Liberation Sans, sans-serif" font-size="17">
<title>{{WebUtility.HtmlEncode title}}</title>
<style>
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } .ink { fill: #e6edf3 } .pale { fill: #9198a1 }
    .own { color: #58a6ff } .other { color: #9198a1 }
  }
  @media (max-width: 600px) { text { font-size: 24px } }
</style>
<rect class="back" fill="#fff" width="100%" height="100%"/>
{{text "class=\"ink\" fill=\"#1f2328\" font-weight=\"bold\"" 0.0 14.0 title}}
{{note 0.0 46.0 subtitle}}
{{String.concat "\n" content}}
</svg>
"""

/// The grid lines of an axis and their labels.
let private grid position top bottom marks =
    [
        for value, mark in marks do
            $"""<g {color false}>{lines 0.5 1 [ $"M%.1f{position value} %.0f{top}V%.0f{bottom}" ]}</g>"""

            text
                "class=\"pale\" fill=\"#59636e\" text-anchor=\"middle\""
                (position value)
                (bottom + 16.0)
                mark
    ]

/// A logarithmic axis from the least to the greatest value.
let private logarithmic left right values =
    let least, greatest = List.min values, List.max values * 1.0001
    fun value -> left + (right - left) * log (value / least) / log (greatest / least)

/// The first of the samples of a writer is at the top of its row, and the last at the bottom.
let private strip position top height rates =
    let last = max 1 (List.length rates - 1) |> float
    [ for i, rate in List.indexed rates -> $"M%.1f{position rate} %.1f{top + height * float i / last}h0" ]

/// All programs that were measured with a reader, on a logarithmic axis.
let dots (run: Run) reader =
    let rows =
        Report.measured run reader
        |> List.map (fun writer ->
            writer, (throughput reader writer).Value, samples reader writer |> List.map rate)
        |> List.sortByDescending (fun (_, summary, _) -> summary.Median)

    let all = rows |> List.collect (fun (_, _, rates) -> rates)
    let left = widest [ for writer, _, _ in rows -> Report.nameIn run writer ]
    let right = width - widest [ for _, summary, _ in rows -> bytesPerSecond summary ]
    let position = logarithmic left right (List.map (max 1.0) all)
    let top, bottom = 74.0, 80.0 + 32.0 * float rows.Length

    let marks =
        [
            for i in 0..14 do
                let value = 10.0 ** float (i % 3) * 1024.0 ** float (i / 3)

                if value >= List.min all && value <= List.max all then
                    value, (bytes value).Replace(".0", "")
        ]

    [
        yield! grid position top bottom marks

        for i, (writer, summary, rates) in List.indexed rows do
            let y = top + 32.0 * float i
            let median = position summary.Median
            label 0.0 (y + 19.0) (Report.nameIn run writer)
            $"<g {color (writer = leading run)}>"
            lines 3 0.5 (strip position (y + 8.0) 22.0 rates)
            lines 2 1 [ $"M%.1f{median} %.0f{y + 5.0}v28" ]
            "</g>"
            atEnd width (y + 19.0) (bytesPerSecond summary)
    ]
    |> picture
        (bottom + 34.0)
        $"Throughput into {reader.Name}"
        "in bytes per second. A dot is a sample, a line the median."

/// Rows in groups, each below its heading. The function draw receives the top of a row and returns its
/// content.
let private grouped top height draw groups =
    let mutable y = top

    let content =
        [
            for heading, rows in groups do
                note 0.0 (y + height / 2.0) heading
                y <- y + height

                for row in rows do
                    yield! draw y row
                    y <- y + height

                y <- y + height / 3.0
        ]

    content, y

/// A few programs with a few readers, on a linear axis. A group consists of a reader and the writers.
let bars (run: Run) =
    let groups = Report.few run
    let ofGroups value = groups |> List.collect (fun (reader, writers) -> writers |> List.map (value reader))
    let summary reader writer = (throughput reader writer).Value
    let left = widest (ofGroups (fun _ writer -> Report.nameIn run writer))
    let numbers = widest (ofGroups (fun reader writer -> bytesPerSecond (summary reader writer)))

    let greatest =
        ofGroups (fun reader writer -> samples reader writer |> List.map rate |> List.max) |> List.max

    let position value = left + (width - numbers - left) * value / greatest

    let draw y (reader, writer) =
        let rates = samples reader writer |> List.map rate
        let summary = summary reader writer
        let median = position summary.Median

        [
            label 0.0 (y + 14.0) (Report.nameIn run writer)
            $"<g {color (writer = leading run)}>"
            $"""<rect fill="currentColor" fill-opacity=".3" x="%.1f{left}" y="%.0f{y + 2.0}" """
            + $"""width="%.1f{median - left}" height="24"/>"""
            lines 3 0.6 (strip position (y + 4.0) 20.0 rates)
            lines 2 1 [ $"M%.1f{median} %.0f{y + 2.0}v24" ]
            "</g>"
            label (position (List.max rates) + 10.0) (y + 14.0) (bytesPerSecond summary)
        ]

    let rows =
        [
            for reader, writers in groups ->
                $"into {reader.Name}", [ for writer in writers -> reader, writer ]
        ]

    let content, bottom = grouped 74.0 28.0 draw rows

    picture
        bottom
        "Throughput. A dot is a sample, a line the median."
        $"Measured on {Report.describeMachine run.Machine}"
        content

/// Ratios with their confidence intervals, on a logarithmic axis. Each row has a name.
let forest title subtitle (groups: (string * (string * Summary) list) list) =
    let rows = List.collect snd groups
    let left = widest (List.map fst rows)
    let right = width - widest [ for _, ratio in rows -> ratioWithInterval ratio ]
    let ends = rows |> List.collect (fun (_, ratio) -> [ ratio.Low; ratio.High ])
    let position = logarithmic left right (1.0 :: ends)

    let draw y (name, ratio) =
        [
            label 0.0 (y + 14.0) name
            $"<g {color true}>"
            lines 2 1 [ $"M%.1f{position ratio.Low} %.0f{y + 14.0}H%.1f{position ratio.High}" ]
            lines 10 1 [ $"M%.1f{position ratio.Median} %.0f{y + 14.0}h0" ]
            "</g>"
            atEnd width (y + 14.0) (ratioWithInterval ratio)
        ]

    let content, bottom = grouped 74.0 28.0 draw groups

    let marks =
        [
            for value in [ 0.1; 0.2; 0.5; 1.0; 2.0; 5.0; 10.0; 20.0; 50.0; 100.0 ] do
                if value >= List.min (1.0 :: ends) && value <= List.max ends then
                    value, $"×{value}"
        ]

    picture (bottom + 34.0) title subtitle (grid position 74.0 bottom marks @ content)
