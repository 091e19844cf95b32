/// auto's choice, for platforms, outputs and kernels that are not here as well.
module Yes.Tests.AutoTests

open System
open Xunit
open Yes.CSharp
open Yes.FSharp

let private linux = Needs.Unix ||| Needs.Linux
let private otherUnix = Needs.Unix
let private windows = Needs.Nothing

let private names strategies =
    strategies |> Seq.map (fun strategy -> strategy.Name) |> String.concat " "

/// Platform, kind of standard output, and the strategies that auto tries, in order.
let private table =
    [
        linux, OutputKind.Pipe, "tee vmsplice native span streamwriter console printfn"
        linux, OutputKind.File, "native span streamwriter console printfn"
        linux, OutputKind.Socket, "native span streamwriter console printfn"
        linux, OutputKind.Terminal, "native span streamwriter console printfn"
        linux, OutputKind.NullDevice, "native span streamwriter console printfn"
        linux, OutputKind.Device, "native span streamwriter console printfn"
        linux, OutputKind.Unknown, "native span streamwriter console printfn"
        otherUnix, OutputKind.Unknown, "native span streamwriter console printfn"
        windows, OutputKind.Unknown, "span streamwriter console printfn"
    ]

[<Fact>]
let ``platform and output decide what auto tries, the fastest first`` () =
    for platform, kind, expected in table do
        Assert.Equal(expected, names (Auto.Candidates(Runner.Available(platform, kind))))

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

    let ran = Assert.Throws<Ran>(fun () -> Auto.Run(candidates, Line "y\n"B))
    Assert.Equal(Ran runs, ran)

[<Fact>]
let ``when all are refused the last refusal is reported`` () =
    let candidates = kernel [ "tee"; "native" ] "tee native"

    let refused =
        Assert.Throws<RefusedException>(fun () -> Auto.Run(candidates, Line "y\n"B))

    Assert.Equal("native", refused.Strategy)

[<Theory>]
[<InlineData(Needs.Unix ||| Needs.Linux, "")>]
[<InlineData(Needs.Unix, "vmsplice tee")>]
[<InlineData(Needs.Nothing, "native vmsplice tee")>]
let ``a strategy that the platform can't run is listed as not available, with the reason``
    (platform, lacking: string)
    =
    let lines = Seq.toList (HelpText.Describe(Strategies.All, platform))

    let notAvailable =
        lines
        |> List.filter (fun line -> line.Contains "not available here: needs Linux")

    Assert.Equal(Strategies.All.Count, lines.Length)
    Assert.Equal(lacking, notAvailable |> List.map (fun line -> line.Split(' ')[0]) |> String.concat " ")

    // All others can run.
    let available = Runner.Available(platform, OutputKind.Pipe)

    for strategy in Strategies.All do
        Assert.Equal(
            lacking.Split ' ' |> Array.contains strategy.Name,
            not (isNull (Runner.Missing(strategy, available)))
        )

[<Fact>]
let ``a refusal passes with the name of the strategy, the call and the reason`` () =
    let refused =
        Assert.Throws<RefusedException>(fun () ->
            Runner.Run(Seq.exactlyOne (kernel [ "tee" ] "tee"), Line "y\n"B))

    Assert.Equal("strategy 'tee': call: Function not implemented", refused.Message)
