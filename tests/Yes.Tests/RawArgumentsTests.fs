/// Arguments of any size are read in full.
module Yes.Tests.RawArgumentsTests

open Xunit
open Yes.Tests

/// The sizes of the program's name and the arguments, each followed by a NUL byte: about one and two buffers
/// of RawArguments.cs, and about both of its steps together.
let sizes =
    TheoryData<int>
        [
            for size in [ 4096; 8192; 12288; 65536 ] do
                yield! [ size - 1 .. size + 1 ]
        ]

[<Theory; MemberData(nameof sizes)>]
let ``arguments of about a buffer's size are read in full`` (size: int) =
    let operand =
        Array.init (size - "yes\000--\000"B.Length - 1) (fun i -> byte (1 + i % 255))

    let half = operand.Length / 2

    let commands =
        [ [ operand ]; [ operand[.. half - 1]; operand[half + 1 ..] ] ]
        |> List.map (fun arguments -> $"yes -- {Bash.words arguments}")

    for gnu, own in Executable.outcomes (List.zip commands commands) do
        Assert.Equal(141, own.Status)
        Assert.Equal(gnu, own)
