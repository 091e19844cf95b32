/// The picture of all kept ratios, as SVG. The same file suits light and dark documents.
module Yes.Bench.Picture

open System.Net
open Yes.Bench.Estimate
open Yes.Bench.Show

let private width, left, right = 850.0, 330.0, 720.0

/// The colors of the machines.
let private colors = [ "#0969da"; "#bf3989"; "#1a7f37"; "#9a6700" ]

let private text attributes (x: float) (y: float) (content: string) =
    $"""<text {attributes} x="%.0f{x}" y="%.0f{y}">{WebUtility.HtmlEncode content}</text>"""

/// Draws rows. A row has a name and one estimate for each machine, if that machine has measured it.
let draw title (machines: string list) (rows: (string * Estimate option list) list) =
    let ends =
        [
            for _, estimates in rows do
                for one in List.choose id estimates do
                    yield! [ fst (interval one); snd (interval one) ]
        ]

    let least, most = List.min (0.9 :: ends), List.max (2.0 :: ends)
    let place value = left + (right - left) * log (value / least) / log (most / least)
    let top = 70.0 + 24.0 * float machines.Length
    let bottom = top + 26.0 * float rows.Length

    let tick value =
        let style = if value = 1.0 then "stroke-width=\"2\"" else "stroke-opacity=\".25\""

        [
            $"""<path class="ink" stroke="#1f2328" {style} d="M%.1f{place value} {top - 8.0}V{bottom}"/>"""
            text "text-anchor=\"middle\"" (place value) (top - 16.0) $"×{number value}"
        ]

    let legend i machine =
        let y = 48.0 + 24.0 * float i
        [ $"""<circle cx="8" cy="{y - 5.0}" r="5" fill="{colors[i % 4]}"/>"""; text "" 22.0 y machine ]

    let row i (name, estimates: Estimate option list) =
        let middle = top + 26.0 * (float i + 0.5)

        text "" 0.0 (middle + 5.0) name
        :: [
            for k, found in List.indexed estimates do
                for estimate in Option.toList found do
                    let low, high = interval estimate
                    let y = middle + 8.0 * (float k - float (estimates.Length - 1) / 2.0)
                    let color = colors[k % 4]
                    $"""<path stroke="{color}" stroke-width="3" d="M%.1f{place low} {y}H%.1f{place high}"/>"""
                    $"""<circle cx="%.1f{place (mean estimate)}" cy="{y}" r="5" fill="{color}"/>"""

                    if k = 0 then
                        text "text-anchor=\"end\"" width (middle + 5.0) (ratio estimate)
        ]

    let ticks =
        [ 0.5; 1.0; 2.0; 5.0; 10.0; 20.0; 50.0; 100.0; 200.0 ]
        |> List.filter (fun tick -> tick >= least && tick <= most)

    let content =
        List.collect tick ticks
        @ (machines |> List.mapi legend |> List.concat)
        @ (rows |> List.mapi row |> List.concat)

    $$"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{width}} {{bottom + 10.0}}" font-size="15"
  font-family="Arial, Liberation Sans, sans-serif" fill="#1f2328">
<title>{{WebUtility.HtmlEncode title}}</title>
<style>
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } text { fill: #e6edf3 } .ink { stroke: #e6edf3 }
  }
</style>
<rect class="back" fill="#fff" width="100%" height="100%"/>
{{text "font-weight=\"bold\"" 0.0 18.0 title}}
{{String.concat "\n" content}}
</svg>
"""
