/// The properties of every line.
module Yes.Tests.LineProperties

open System
open FsCheck
open FsCheck.FSharp
open Xunit
open Yes.FSharp

/// Operands as execve(2) passes them: bytes without NUL.
let operands =
    Gen.choose (1, 255) |> Gen.map byte |> Gen.arrayOf |> Gen.listOf |> Arb.fromGen

/// The line as the program makes it, in the memory of the operands, each followed by a NUL byte.
let private join (operands: byte[] list) =
    let block =
        operands
        |> List.map (fun operand -> Array.append operand [| 0uy |])
        |> Array.concat

    let builder = LineBuilder block
    let mutable at = 0

    for operand in operands do
        builder.Append(ReadOnlySpan(block, at, operand.Length))
        at <- at + operand.Length + 1

    builder.ToLine()

let private bytes (line: Line) = line.Bytes.ToArray()

[<Fact>]
let ``a line is its operands joined with spaces, and a newline`` () =
    Prop.forAll operands (fun operands ->
        let expected =
            match operands with
            | [] -> "y\n"B
            | _ ->
                Array.append
                    (String.Join(" ", operands |> List.map Text.Encoding.Latin1.GetString)
                     |> Text.Encoding.Latin1.GetBytes)
                    "\n"B

        bytes (join operands) = expected)
    |> Seeded.check 1000

[<Fact>]
let ``text and encoding give the bytes back`` () =
    Prop.forAll operands (fun operands ->
        let line = join operands
        Array.append (line.Encoding.GetBytes line.Text) "\n"B = bytes line)
    |> Seeded.check 1000

[<Fact>]
let ``no encoding begins with a byte order mark`` () =
    Prop.forAll operands (fun operands -> (join operands).Encoding.GetPreamble() |> Array.isEmpty)
    |> Seeded.check 1000

[<Fact>]
let ``a tiled buffer of any size repeats the line`` () =
    Prop.forAll operands (fun operands ->
        let line = join operands

        Prop.forAll (Gen.choose (0, 5000) |> Arb.fromGen) (fun size ->
            let buffer = Array.zeroCreate<byte> size
            line.Tile(Span buffer)
            let once = bytes line

            buffer
            |> Array.indexed
            |> Array.forall (fun (i, b) -> b = once[i % once.Length])))
    |> Seeded.check 1000

[<Fact>]
let ``a tiled length is the largest multiple of the line that fits, or one line`` () =
    Prop.forAll operands (fun operands ->
        let line = join operands

        Prop.forAll (Gen.choose (0, 5000) |> Arb.fromGen) (fun size ->
            let tiled = line.WholeLinesIn size

            tiled % line.Length = 0
            && tiled > size - line.Length
            && (tiled <= size || tiled = line.Length)))
    |> Seeded.check 1000
