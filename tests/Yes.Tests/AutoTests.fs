/// auto's choice, for platforms, outputs and kernels that are not here as well.
module Yes.Tests.AutoTests

open System
open Xunit
open Yes.CSharp
open Yes.FSharp

/// What a platform and an output may have: the strategies that need no more can run there.
let surroundings =
    TheoryData<Needs>
        [
            Needs.Unix ||| Needs.Linux ||| Needs.Pipe
            Needs.Unix ||| Needs.Linux
            Needs.Unix
            Needs.Nothing
        ]

let private canRun available (strategy: Strategy) =
    strategy.Needs &&& ~~~available = Needs.Nothing

let private names strategies =
    strategies |> Seq.map (fun strategy -> strategy.Name) |> String.concat " "

[<Theory; MemberData(nameof surroundings)>]
let ``platform and output decide what auto tries, the fastest first, which is the last of the list``
    available
    =
    let others =
        Strategies.All |> Array.filter (fun strategy -> strategy.Name <> "auto")

    let expected = others |> Array.filter (canRun available) |> Array.rev
    Assert.NotEmpty expected
    Assert.Equal(names expected, names (Auto.Candidates available))

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

[<Theory; MemberData(nameof surroundings)>]
let ``a strategy that the platform can't run is listed as not available, with the reason`` available =
    let platform = available &&& ~~~Needs.Pipe

    let lines =
        HelpText.ListStrategies(platform, "").Split('\n', StringSplitOptions.RemoveEmptyEntries)

    Assert.Equal(Strategies.All.Length, lines.Length)

    for strategy, line in Array.zip Strategies.All lines do
        let missing = not (canRun (platform ||| Needs.Pipe) strategy)
        Assert.StartsWith(strategy.Name, line)
        Assert.Equal(missing, line.Contains "not available here: needs Linux")
        Assert.Equal(missing, not (isNull (Runner.WhyNot(strategy, platform ||| Needs.Pipe))))

[<Fact>]
let ``a refusal passes with the name of the strategy, the call and the reason`` () =
    let refused =
        Assert.Throws<FailureException>(fun () ->
            Runner.Run(Seq.exactlyOne (kernel [ "tee" ] "tee"), Line "y\n"B))

    Assert.Equal("strategy 'tee': call: Function not implemented", refused.Message)
