/// The tests rely on this when they run a command, or print one to be pasted.
module Yes.Tests.BashProperties

open FsCheck.FSharp
open Xunit
open Yes.Tests

[<Fact>]
let ``bash turns the words back into the arguments`` () =
    Prop.forAll (Arguments.vectors [ "--help" ]) (fun arguments ->
        let printed, _ = Bash.run $"printf '%%s\\0' first {Bash.words arguments}"

        let expected =
            Array.append [| "first"B |] arguments
            |> Array.collect (fun argument -> Array.append argument [| 0uy |])

        printed = expected)
    |> Seeded.check 50
