/// What the native strategies hand to the kernel is whole lines: in fragments, or in a buffer of whole pages.
module Yes.Tests.TilingProperties

open System
open System.IO
open System.Text.RegularExpressions
open FsCheck.FSharp
open Microsoft.Win32.SafeHandles
open Xunit
open Yes.CSharp
open Yes.FSharp
open Yes.Tests

/// Operands for lines of few bytes, of about a page or a fragment, and of any length up to that many bytes.
/// No two bytes near each other are the same, so that a shifted line is noticed.
let private operands (longest: int) =
    gen {
        let! edge = Gen.elements [ 1; 4096; 8192; 32768; 65536; 131072 ]

        let! length =
            Gen.frequency
                [
                    2, Gen.choose (edge - 3, edge + 3)
                    1, Gen.choose (1, 200)
                    1, Gen.choose (1, longest)
                ]

        return Array.init (min longest (max 1 length) - 1) (fun i -> byte (1 + (i + i / 251) % 251))
    }
    |> Arb.fromGen

let private lineOf (operand: byte[]) =
    Line(ReadOnlyMemory(Array.append operand "\n"B))

/// Whether the bytes are the line, and then those of a line before. Line.Tile is under test, so without it.
let private repeats (line: Line) (bytes: byte[]) =
    let bytes = ReadOnlySpan bytes

    bytes.StartsWith line.Bytes
    && bytes.Slice(line.Length).SequenceEqual(bytes.Slice(0, bytes.Length - line.Length))

/// What is in a pipe.
let private content (pipe: Pipe) =
    // The pipe ends when its other end is closed.
    Libc.close pipe.Writer |> ignore

    use reader =
        new FileStream(new SafeFileHandle(nativeint pipe.Reader, true), FileAccess.Read)

    use content = new MemoryStream()
    reader.CopyTo content
    content.ToArray()

[<Fact>]
let ``tee's broker pipe holds whole lines, and its source as many times these as it can`` () =
    Prop.forAll (operands (1024 * 1024 - 1)) (fun operand ->
        let line = lineOf operand
        let broker, seed = Tee.FillBroker line
        let source = new Pipe(broker.Slots)
        let length, fragment = Tee.FillSource(source, broker, seed)
        let broker, slots, source = content broker, source.Slots, content source

        broker.Length = seed
        && seed % line.Length = 0
        && repeats line broker
        && int length % seed = 0
        && source.Length >= int length
        && repeats line source
        && int fragment = source.Length / slots)
    |> Seeded.check 60

/// What strace shows of a strategy that writes this operand, where it first matches the pattern: the
/// pattern's groups.
let private traced (options: string) (strategy: string) (operand: byte[]) (pattern: string) =
    let command = $"{Executable.yes} --strategy={strategy} -- {Bash.word operand}"

    let _, files =
        Bash.run $"strace -f -o trace {options} {command} | head -c 300K > seen"

    let trace = Text.Encoding.Latin1.GetString files["trace"]
    let found = Regex.Match(trace, pattern)
    Assert.True(found.Success, $"no {pattern} in\n{trace}")
    found.Groups

[<Fact>]
let ``native writes whole lines from a page-aligned buffer`` () =
    Prop.forAll (operands 131000) (fun operand ->
        let groups =
            traced
                "-e trace=write -e raw=write"
                "native"
                operand
                @"write\(0x1, 0x([0-9a-f]+), 0x([0-9a-f]+)\)"

        let address = Convert.ToInt64(groups[1].Value, 16)
        let length = Convert.ToInt32(groups[2].Value, 16)

        address % int64 Environment.SystemPageSize = 0L
        && length % (operand.Length + 1) = 0)
    |> Seeded.check 20

[<Fact>]
let ``vmsplice hands over whole lines`` () =
    Prop.forAll (operands 131000) (fun operand ->
        let groups =
            traced "-e trace=vmsplice" "vmsplice" operand @"vmsplice\(1, .*iov_len=(\d+)\}\], 1, 0\)"

        int groups[1].Value % (operand.Length + 1) = 0)
    |> Seeded.check 20
