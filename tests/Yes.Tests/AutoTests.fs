/// auto's choice, for platforms, outputs and kernels that are not here as well.
module Yes.Tests.AutoTests

open System
open Xunit
open Yes.CSharp
open Yes.FSharp

let private names strategies =
    strategies |> Seq.map (fun strategy -> strategy.Name) |> String.concat " "

[<Theory>]
[<InlineData(Needs.Unix ||| Needs.Linux ||| Needs.Pipe,
             "tee vmsplice native span streamwriter console printfn")>]
[<InlineData(Needs.Unix ||| Needs.Linux, "native span streamwriter console printfn")>]
[<InlineData(Needs.Unix, "native span streamwriter console printfn")>]
[<InlineData(Needs.Nothing, "span streamwriter console printfn")>]
let ``platform and output decide what auto tries, the fastest first`` (available, expected: string) =
    Assert.Equal(expected, names (Auto.Candidates available))

exception private Ran of string

/// Strategies of these names, of which the kernel refuses some, and the others say that they ran.
let private kernel (refused: string list) (candidates: string) =
    let run name (_: Line) =
        if List.contains name refused then
            raise (RefusedException("call", Errno.ENOSYS, 0))
        else
            raise (Ran name)

    [
        for name in candidates.Split ' ' ->
            {
                Name = name
                Language = "-"
                Summary = "-"
                Needs = Needs.Nothing
                Run = Action<Line>(run name)
            }
    ]

[<Theory>]
[<InlineData("", "tee")>]
[<InlineData("tee", "vmsplice")>]
[<InlineData("vmsplice", "tee")>]
[<InlineData("tee vmsplice", "native")>]
[<InlineData("tee vmsplice native", "span")>]
let ``what the kernel refuses is followed by the next`` (refused: string, runs: string) =
    let candidates =
        kernel (List.ofArray (refused.Split ' ')) "tee vmsplice native span"

    let ran = Assert.Throws<Ran>(fun () -> Auto.RunFirst(candidates, Line "y\n"B))
    Assert.Equal(Ran runs, ran)

[<Theory>]
[<InlineData(Needs.Unix ||| Needs.Linux, "")>]
[<InlineData(Needs.Unix, "vmsplice tee")>]
[<InlineData(Needs.Nothing, "native vmsplice tee")>]
let ``a strategy that the platform can't run is listed as not available, with the reason``
    (platform, lacking: string)
    =
    let lines =
        HelpText.ListStrategies(platform, "").Split('\n', StringSplitOptions.RemoveEmptyEntries)

    let notAvailable =
        lines
        |> Array.filter (fun line -> line.Contains "not available here: needs Linux")

    Assert.Equal(Strategies.All.Length, lines.Length)
    Assert.Equal(lacking, notAvailable |> Array.map (fun line -> line.Split(' ')[0]) |> String.concat " ")

    // All others can run.
    for strategy in Strategies.All do
        Assert.Equal(
            lacking.Split ' ' |> Array.contains strategy.Name,
            not (isNull (Runner.WhyNot(strategy, platform ||| Needs.Pipe)))
        )

[<Fact>]
let ``a refusal passes with the name of the strategy, the call and the reason`` () =
    let refused =
        Assert.Throws<FailureException>(fun () ->
            Runner.Run(Seq.exactlyOne (kernel [ "tee" ] "tee"), Line "y\n"B))

    Assert.Equal("strategy 'tee': call: Function not implemented", refused.Message)
