/// Draws the intervals of several machines on a logarithmic axis. The same SVG file suits light and dark
/// documents.
module Yes.Bench.Picture

/// The horizontal positions of the axis, the vertical distance between two lines, and the colors of lines.
let private left, right, distance = 150.0, 430.0, 22.0
let private colors = [ "#2f81f7"; "#db61a2"; "#2da44e"; "#bf8700" ]

let private text attributes (x: float) (y: float) (content: string) =
    $"""<text {attributes} x="%.0f{x}" y="%.0f{y}">{content}</text>"""

/// Draws rows. A row has a name and lines. A line has a label and an interval for each machine.
let draw title (rows: (string * (string * (float * float) list) list) list) =
    let lows, highs = rows |> List.collect (snd >> List.collect snd) |> List.unzip
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
            for i, (name, lines) in List.indexed rows do
                let y = top + height * float i
                text "" 0.0 (y + height / 2.0 + 5.0) name

                for k, (label, intervals) in List.indexed lines do
                    let y = y + distance * (float k + 1.0)

                    for low, high in intervals do
                        let width, color = place high - place low, colors[k % 4]
                        let size = $"""width="%.1f{width}" height="10" fill="{color}" opacity=".7" """
                        $"""<rect x="%.1f{place low}" y="%.0f{y - 5.0}" {size}/>"""

                    if not intervals.IsEmpty then
                        text "" (place (List.max (List.map snd intervals)) + 6.0) (y + 5.0) label
        ]

    $$"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 {{bottom + 76.0}}"
  font-size="15" font-family="Arial, Liberation Sans, sans-serif" fill="#1f2328">
<title>{{title}}</title>
<style>
  .ink { stroke: #1f2328 }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } text { fill: #e6edf3 } .ink { stroke: #e6edf3 }
  }
</style>
<rect class="back" fill="#fff" width="100%" height="100%"/>
{{text "font-weight=\"bold\"" 0.0 18.0 title}}
{{String.concat "\n" content}}
{{text "" 0.0 (bottom + 48.0) "Times as fast (logarithmic scale). Each segment is the 95% confidence"}}
{{text "" 0.0 (bottom + 68.0) "interval of one machine. Where segments overlap, their color is stronger."}}
</svg>
"""
