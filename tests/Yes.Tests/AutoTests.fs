/// Tests of the choice of auto and of the list of strategies, also for other platforms and outputs.
module Yes.Tests.AutoTests

open Xunit
open Yes.CSharp

[<Theory>]
[<InlineData(Features.Pipe, "tee")>]
[<InlineData(Features.UnixStream, "tee")>]
[<InlineData(Features.Linux, "native")>]
[<InlineData(Features.Unix, "native")>]
[<InlineData(Features.None, "span")>]
let ``auto first tries the fastest strategy that the platform and the output allow`` available fastest =
    let candidates = Strategies.Candidates available
    Assert.Equal(fastest, candidates[0].Name)

    for candidate in candidates do
        Assert.Null(Strategies.WhyNot(candidate, available))

[<Theory>]
[<InlineData(Features.Unix, "tee", "not available here: requires Linux")>]
[<InlineData(Features.Unix, "native", "write(2) of a prefilled, page-aligned buffer")>]
[<InlineData(Features.None, "native", "not available here: requires Linux or another Unix")>]
let ``a strategy that the platform can't run is listed with the reason`` platform (name: string) expected =
    let lines = HelpText.ListStrategies(platform, "").Split '\n'
    Assert.EndsWith("C#  " + expected, lines |> Array.find _.StartsWith(name))
