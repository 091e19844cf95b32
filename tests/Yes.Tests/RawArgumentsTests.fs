/// The arguments are read in full, whatever the size of what is read at a time.
module Yes.Tests.RawArgumentsTests

open Xunit
open Yes.Tests

/// The program's name and the arguments, with a NUL byte behind each, come to about these sizes: one and two
/// buffers of RawArguments.cs, and what its first and its second step take together.
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

    for arguments in [ [ operand ]; [ operand[.. half - 1]; operand[half + 1 ..] ] ] do
        let command = $"yes -- {Bash.words arguments}"
        let gnu, own = Executable.outcomes command command
        Assert.Equal(141, own.Status)
        Assert.Equal(gnu, own)
