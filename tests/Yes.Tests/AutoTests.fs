/// Tests of the choice of auto and of the list of strategies, also for other platforms and outputs.
module Yes.Tests.AutoTests

open Xunit
open Yes.CSharp

[<Theory>]
[<InlineData(Needs.Linux ||| Needs.Unix ||| Needs.Pipe, "tee")>]
[<InlineData(Needs.Linux ||| Needs.Unix ||| Needs.PipeOrSocket, "vmsplice")>]
[<InlineData(Needs.Linux ||| Needs.Unix, "native")>]
[<InlineData(Needs.Unix, "native")>]
[<InlineData(Needs.Nothing, "span")>]
let ``auto first tries the fastest strategy that the platform and the output allow`` available fastest =
    let candidates = Strategies.Candidates available
    Assert.Equal(fastest, candidates[0].Name)

    for candidate in candidates do
        Assert.Null(Strategies.WhyNot(candidate, available))

[<Theory>]
[<InlineData(Needs.Unix, "tee", "not available here: requires Linux")>]
[<InlineData(Needs.Unix, "native", "write(2) of a prefilled, page-aligned buffer")>]
[<InlineData(Needs.Nothing, "native", "not available here: requires Linux or another Unix")>]
let ``a strategy that the platform can't run is listed with the reason`` platform (name: string) expected =
    let lines = HelpText.ListStrategies(platform, "").Split '\n'
    Assert.EndsWith("C#  " + expected, lines |> Array.find _.StartsWith(name))
