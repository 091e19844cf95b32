/// What auto chooses, for platforms, outputs and kernels that are not here as well.
module Yes.Tests.AutoTests

open System
open Xunit
open Yes.CSharp
open Yes.FSharp

let private mebibyte = 1024 * 1024

let private names strategies =
    strategies |> Seq.map (fun strategy -> strategy.Name) |> String.concat " "

/// Platform, kind of standard output, length of the line in bytes, and what is tried, in order.
let private table =
    [
        Platform.Linux, OutputKind.Pipe, 2, "tee vmsplice native span"
        Platform.Linux, OutputKind.Pipe, mebibyte - 1, "tee vmsplice native span"
        Platform.Linux, OutputKind.Pipe, mebibyte, "vmsplice native span"
        Platform.Linux, OutputKind.Pipe, 2 * mebibyte, "vmsplice native span"
        Platform.Linux, OutputKind.File, 2, "native span"
        Platform.Linux, OutputKind.Socket, 2, "native span"
        Platform.Linux, OutputKind.Terminal, 2, "native span"
        Platform.Linux, OutputKind.NullDevice, 2, "native span"
        Platform.Linux, OutputKind.Other, 2, "native span"
        Platform.OtherUnix, OutputKind.Pipe, 2, "native span"
        Platform.OtherUnix, OutputKind.Other, 2, "native span"
        Platform.Windows, OutputKind.Pipe, 2, "span"
        Platform.Windows, OutputKind.Other, 2, "span"
    ]

[<Fact>]
let ``platform, output and line decide what auto tries, the fastest first`` () =
    for platform, kind, length, expected in table do
        Assert.Equal(expected, names (Auto.Candidates(platform, kind, length)))

[<Fact>]
let ``auto tries nothing that the platform has not`` () =
    for platform in [ Platform.Linux; Platform.OtherUnix; Platform.Windows ] do
        for kind in Enum.GetValues<OutputKind>() do
            for length in [ 1; mebibyte ] do
                for strategy in Auto.Candidates(platform, kind, length) do
                    Assert.Null(Strategies.Unavailable(strategy, platform))

exception private Ran of string

/// Strategies of these names, of which the kernel refuses some, and the others say that they ran.
let private kernel (refused: string list) (candidates: string) =
    let run name (_: Line) =
        if List.contains name refused then
            raise (RefusedException(name, "call", Errno.ENOSYS, 0))
        else
            raise (Ran name)

    [
        for name in candidates.Split ' ' ->
            {
                Name = name
                Language = "-"
                Summary = "-"
                Platforms = Platform.Any
                UsesConsole = false
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
let ``when all are refused the last refusal is told`` () =
    let candidates = kernel [ "tee"; "native" ] "tee native"

    let refused =
        Assert.Throws<RefusedException>(fun () -> Auto.Run(candidates, Line "y\n"B))

    Assert.Equal("native", refused.Strategy)

[<Theory>]
[<InlineData(Platform.Linux, "")>]
[<InlineData(Platform.OtherUnix, "vmsplice tee")>]
[<InlineData(Platform.Windows, "native vmsplice tee")>]
let ``a strategy that the platform has not is listed as not available, with the reason``
    (platform, lacking: string)
    =
    let lines = Seq.toList (HelpText.Describe(Strategies.All, platform))

    let notAvailable =
        lines
        |> List.filter (fun line -> line.Contains "not available here: needs Linux")

    Assert.Equal(Strategies.All.Count, lines.Length)
    Assert.Equal(lacking, notAvailable |> List.map (fun line -> line.Split(' ')[0]) |> String.concat " ")

    // What is not listed so can run.
    for strategy in Strategies.All do
        Assert.Equal(
            (lacking.Split ' ' |> Array.contains strategy.Name),
            not (isNull (Strategies.Unavailable(strategy, platform)))
        )

[<Fact>]
let ``naming a strategy that the platform has not is refused with the same words`` () =
    let elsewhere =
        { Tee.Strategy with
            Platforms = LanguagePrimitives.EnumOfValue 0
        }

    let refused =
        Assert.Throws<RefusedException>(fun () -> Strategies.Run(elsewhere, Line "y\n"B))

    Assert.Equal(Strategies.Unavailable(elsewhere, Platform.Linux), refused.Message)
