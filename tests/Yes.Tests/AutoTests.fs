/// Tests which strategy auto tries first.
module Yes.Tests.AutoTests

open Xunit
open Yes.CSharp

[<Theory>]
[<InlineData(Features.Pipe, "tee")>]
[<InlineData(Features.PipeOrStreamSocket, "tee")>]
[<InlineData(Features.Linux, "native")>]
[<InlineData(Features.Unix, "native")>]
[<InlineData(Features.None, "span")>]
let ``auto tries the fastest available strategy first`` available name =
    let first = Array.head (Strategies.Candidates available)
    Assert.Equal(name, first.Name)
