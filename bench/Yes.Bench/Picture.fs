/// Draws ranges as bars on a logarithmic axis. The same SVG file suits light and dark documents.
module Yes.Bench.Picture

open System.Net

/// The horizontal positions of the axis, the vertical distance between two bars, and the colors of bars.
let private left, right, distance = 230.0, 650.0, 22.0
let private colors = [ "#0969da"; "#bf3989"; "#1a7f37"; "#9a6700" ]

let private text attributes (x: float) (y: float) (content: string) =
    $"""<text {attributes} x="%.0f{x}" y="%.0f{y}">{WebUtility.HtmlEncode content}</text>"""

/// Draws rows. A row has a name and bars. A bar has its lowest and highest value and a label.
let draw title axis (rows: (string * ((float * float) * string) list) list) =
    let lows, highs = rows |> List.collect snd |> List.map fst |> List.unzip
    let least, most = min 0.9 (List.min lows), List.max highs
    let place value = left + (right - left) * log (value / least) / log (most / least)
    let top, height = 40.0, distance * float ((snd rows.Head).Length + 1)
    let bottom = top + height * float rows.Length

    let content =
        [
            for tick in [ 1.0; 2.0; 5.0; 10.0; 20.0; 50.0; 100.0; 200.0; 500.0 ] do
                if tick <= most then
                    let x = place tick
                    $"""<path class="ink" stroke-opacity=".25" d="M%.1f{x} {top}V{bottom}"/>"""
                    text "text-anchor=\"middle\"" x (bottom + 20.0) $"×{tick}"
            for i, (name, bars) in List.indexed rows do
                let y = top + height * float i
                text "" 0.0 (y + height / 2.0 + 5.0) name

                for k, ((low, high), label) in List.indexed bars do
                    let y = y + distance * (float k + 1.0)
                    let length, color = place high - place low, colors[k % 4]
                    let size = $"""width="%.1f{length}" height="6" fill="{color}" """
                    $"""<rect x="%.1f{place low}" y="%.0f{y - 3.0}" {size}/>"""
                    text "" (place high + 8.0) (y + 5.0) label
        ]

    $$"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 {{bottom + 55.0}}" font-size="15"
  font-family="Arial, Liberation Sans, sans-serif" fill="#1f2328">
<title>{{WebUtility.HtmlEncode title}}</title>
<style>
  .ink { stroke: #1f2328 }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } text { fill: #e6edf3 } .ink { stroke: #e6edf3 }
  }
</style>
<rect class="back" fill="#fff" width="100%" height="100%"/>
{{text "font-weight=\"bold\"" 0.0 18.0 title}}
{{String.concat "\n" content}}
{{text "text-anchor=\"middle\"" ((left + right) / 2.0) (bottom + 44.0) axis}}
</svg>
"""
