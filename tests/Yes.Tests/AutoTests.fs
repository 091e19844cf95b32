/// auto's choice and the list of strategies, for platforms and outputs that are not here as well.
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
            Needs.Unix ||| Needs.Linux ||| Needs.PipeOrSocket
            Needs.Unix ||| Needs.Linux
            Needs.Unix
            Needs.Nothing
        ]

let private canRun available (strategy: Strategy) = strategy.Needs &&& ~~~available = Needs.Nothing

[<Theory; MemberData(nameof surroundings)>]
let ``platform and output decide what auto tries, the fastest first, which is the last of the list``
    available
    =
    let expected =
        Strategies.All
        |> Array.filter (fun strategy -> strategy.Name <> "auto" && canRun available strategy)
        |> Array.rev

    Assert.NotEmpty expected
    Assert.Equal<Strategy[]>(expected, Strategies.Candidates available)

[<Theory; MemberData(nameof surroundings)>]
let ``a strategy that the platform can't run is listed as not available, with the reason`` available =
    let lines = HelpText.ListStrategies(available, "").Split('\n', StringSplitOptions.RemoveEmptyEntries)

    for strategy, line in Array.zip Strategies.All lines do
        let what =
            if canRun (available ||| Needs.Pipe) strategy then strategy.Summary
            elif strategy.Needs.HasFlag Needs.Linux then "not available here: needs Linux"
            else "not available here: needs Linux or another Unix"

        let mark = if strategy.Name = "auto" then " (default)" else ""
        Assert.Equal($"{strategy.Name, -12}  {strategy.Language, -2}  {what}{mark}", line)
