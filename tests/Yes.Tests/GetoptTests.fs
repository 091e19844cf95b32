/// Tests of names that begin with another name. No option or strategy has such a name today.
module Yes.Tests.GetoptTests

open Xunit
open Yes.CSharp

[<Fact>]
let ``an exact name selects its item, and the beginning of two names selects both items`` () =
    let matching name = Getopt.Matching(name, [| "--file"; "--fil" |], id)
    Assert.Equal<string>([ "--fil" ], matching "--fil")
    Assert.Equal<string>([ "--file" ], matching "--file")
    Assert.Equal<string>([ "--file"; "--fil" ], matching "--fi")
