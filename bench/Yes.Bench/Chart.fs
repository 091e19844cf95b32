/// The pictures of the rates through the first reader, as SVG. A narrow page gets larger letters, with which
/// all is as wide as without.
module Yes.Bench.Chart

open System.Net
open Yes.Bench.Comparison

/// As wide as the column of a page that shows it.
let private width = 850.0

/// What a letter takes, at most on average, where letters are large.
let private letter = 12.3

let private escape (text: string) = WebUtility.HtmlEncode text

let private label kind (x: float) (y: float) text =
    $"""<text class="{kind}" x="%.1f{x}" y="%.1f{y}">{text}</text>"""

/// What only a wide page shows.
let private wide text = $"""<tspan class="wide">{text}</tspan>"""

let private bar kind (x: float) (y: float) (length: float) (height: float) =
    $"""<rect class="{kind}" x="%.1f{x}" y="%.1f{y}" width="%.1f{length}" height="%.1f{height}"/>"""

let private picture (title: string) (height: float) content =
    $$"""<svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="{{height}}"
  viewBox="0 0 {{width}} {{height}}" role="img">
<title>{{escape title}}</title>
<style>
  svg { --ink: #1f2328; --note: #59636e; --ground: #fff; --own: #0969da; --other: #818b98; --rule: #ddd }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --note: #9198a1; --ground: #0d1117; --own: #58a6ff; --other: #7d8590; --rule: #444 }
  }
  text { font: 17px Arial, Liberation Sans, sans-serif; dominant-baseline: central; fill: var(--ink);
    paint-order: stroke; stroke: var(--ground); stroke-width: 4px }
  @media (max-width: 600px) { text { font-size: 24px } .wide { display: none } }
  .middle { text-anchor: middle } .end { text-anchor: end } text.strong { font-weight: bold }
  .note { fill: var(--note) } .ground { fill: var(--ground) } .rule { fill: var(--rule) }
  .own { fill: var(--own) } .other { fill: var(--other) }
</style>
{{bar "ground" 0.0 0.0 width height}}
{{label "strong" 0.0 14.0 (escape title)}}
{{String.concat "\n" content}}
</svg>"""

/// The rates of these producers, but for those without one.
let private measured (comparison: Comparison) isShown =
    let median one = rateOf comparison.Readers.Head one |> Option.map _.Median
    let rates = [ for one in comparison.Producers -> one, defaultArg (median one) 0.0 ]
    rates |> List.filter (fun (one, rate) -> isShown one && rate > 0.0)

/// Where bars begin, behind these names.
let private behind names = letter * (names |> List.map String.length |> List.fold max 0 |> float) + 8.0

/// What people choose between: the default, the fastest without unsafe code, and every other yes.
let throughput (comparison: Comparison) =
    let reader, first = comparison.Readers.Head, (leading comparison).Name
    let isOwn (one: Producer) = one.Group = "strategy"
    let name one = if isOwn one then $"this yes, {one.Name}" else one.Name

    let rows =
        measured comparison (fun one ->
            one.Group = "peer" || isOwn one && List.contains one.Name [ first; "span" ])
        |> List.sortByDescending snd

    let left = behind (List.map (fst >> name) rows)
    // The longest bar leaves room for its figures: a wide page shows more of them, in smaller letters.
    let scale = (width - left - 21.0 * letter) / (rows |> List.map snd |> List.fold max 1.0)

    let draw i (one: Producer, rate) =
        let y, length = 91.0 + 42.0 * float i, scale * rate
        let weight = if one.Name = first then "strong" else ""
        let ratio = gnu comparison |> Option.bind (ratioTo reader one) |> Option.map Format.ratioParts
        let figure, interval = defaultArg ratio (Format.none, "")
        let figures = $"{figure}{wide interval}&#160; {Format.rate rate}"

        label weight 0.0 y (escape (name one))
        + bar (if isOwn one then "own" else "other") left (y - 14.0) length 28.0
        + label weight (left + length + 8.0) y figures

    let interval = wide $" with its {intervalName comparison},"
    let note = label "note" 0.0 46.0 $"through {escape reader.Name}: ratio{interval} and rate"

    note :: List.mapi draw rows |> picture (Report.title comparison) (70.0 + 42.0 * float rows.Length)

/// Why a strategy is faster than the one before it.
let private reason (one: Producer) =
    match one.Name with
    | "printfn" -> "two calls for each line"
    | "console" -> "a call less for each line"
    | "streamwriter" -> "a call for 4,096 lines"
    | "span" -> "no work on characters"
    | "native" -> "no layers of a stream"
    | "vmsplice" -> "no copy"
    | "tee" -> "no pages: blocks of eight"
    | _ -> $"in {one.Language.Value}"

/// The strategies, each with the reason for its rate, on a logarithmic axis, and GNU yes as a line across.
let ladder (comparison: Comparison) =
    let rows = measured comparison (fun one -> one.Group = "strategy" && one.Language.IsSome)
    let gnu = measured comparison (fun one -> Some one = gnu comparison)
    let left, bottom = behind (rows |> List.map (fun (one, _) -> one.Name)), 80.0 + 68.0 * float rows.Length
    let rates = List.map snd (rows @ gnu)
    let highest = List.fold max 1.0 rates

    // The axis begins so far below the lowest rate that its bar can be seen.
    let ticks =
        [ for power in 0.0 .. 9.0 -> 32.0 ** power ]
        |> List.filter (fun tick -> tick <= highest && List.exists (fun rate -> rate < 45.0 * tick) rates)

    let lowest = List.fold min highest ticks

    let x rate = left + (width - left - 11.0 * letter) * log (rate / lowest) / log (highest / lowest)
    let line kind x thickness = bar kind (x - thickness / 2.0) 60.0 thickness (bottom - 60.0)

    let mark tick =
        line "rule" (x tick) 1.0 + label "note middle" (x tick) (bottom + 18.0) (Format.bytes tick)

    let drawGnu (one: Producer, rate) = line "other" (x rate) 3.0 + label "middle" (x rate) 46.0 one.Name

    // The rates stand behind the axis, where no line runs through them.
    let draw i (one: Producer, rate) =
        let y = 80.0 + 68.0 * float i

        label "note" (left + 6.0) (y + 12.0) (reason one)
        + bar "own" left (y + 28.0) (x rate - left) 24.0
        + label "" 0.0 (y + 40.0) one.Name
        + label "end" width (y + 40.0) (Format.rate rate)

    let title = $"Bytes per second through {comparison.Readers.Head.Name}, on a logarithmic axis"
    List.map mark ticks @ List.map drawGnu gnu @ List.mapi draw rows |> picture title (bottom + 40.0)
