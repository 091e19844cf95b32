/// Tests which strategy auto tries first.
module Yes.Tests.AutoTests

open Xunit
open Yes.CSharp

[<Theory>]
[<InlineData(OutputKind.Pipe, "tee")>]
[<InlineData(OutputKind.StreamSocket, "tee")>]
[<InlineData(OutputKind.File, "native")>]
[<InlineData(OutputKind.Other, "native")>]
[<InlineData(OutputKind.Unknown, "native")>]
let ``auto tries the fastest available strategy first`` output name =
    let first = Array.head (Strategies.Candidates output)
    Assert.Equal(name, first.Name)
