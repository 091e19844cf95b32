/// Tests of the order in which auto tries strategies.
module Yes.Tests.AutoTests

open Xunit
open Yes.CSharp

[<Theory>]
[<InlineData(Features.Pipe)>]
[<InlineData(Features.PipeOrStreamSocket)>]
[<InlineData(Features.Linux)>]
[<InlineData(Features.Unix)>]
[<InlineData(Features.None)>]
let ``auto tries the available strategies from fastest to slowest`` available =
    // Strategies.All begins with the slowest strategy and ends with auto.
    let allowed =
        [
            for strategy in Strategies.All[.. Strategies.All.Length - 2] do
                if isNull (Strategies.WhyNot(strategy, available)) then
                    strategy.Name
        ]

    let tried = [ for strategy in Strategies.Candidates available -> strategy.Name ]
    Assert.Equal<string>(List.rev allowed, tried)
    Assert.Contains("span", tried)
    Assert.Equal(available >= Features.Unix, List.contains "native" tried)
    Assert.Equal(available >= Features.PipeOrStreamSocket, List.contains "tee" tried)
    Assert.Equal(available >= Features.Pipe, List.contains "vmsplice" tried)
