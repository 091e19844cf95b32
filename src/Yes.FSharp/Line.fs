namespace Yes.FSharp

open System
open System.Text
open System.Text.Unicode

/// <summary>The line that is repeated: its bytes, the newline included.</summary>
/// <remarks>
/// An operand is bytes, not text (execve(2)), so the bytes are the truth, and <see cref="P:Yes.FSharp.Line.Text"/> is
/// the way in which the text APIs get to write them.
/// </remarks>
[<Sealed>]
type Line(bytes: ReadOnlyMemory<byte>) =

    /// UTF-8 without the byte order mark that <c>Encoding.UTF8</c> makes a StreamWriter begin with.
    static let utf8 = UTF8Encoding(encoderShouldEmitUTF8Identifier = false)

    /// <summary>The bytes of the line, with the newline at the end.</summary>
    member _.Bytes: ReadOnlySpan<byte> = bytes.Span

    /// <summary>The length in bytes, newline included; at least 1.</summary>
    member _.Length: int = bytes.Length

    /// <summary>The encoding that turns <see cref="P:Yes.FSharp.Line.Text"/> into the bytes of the line again.</summary>
    /// <remarks>UTF-8; Latin-1 if the bytes are not UTF-8, because it maps every byte to a character and back.</remarks>
    member line.Encoding: Encoding =
        if Utf8.IsValid line.Bytes then utf8 else Encoding.Latin1

    /// <summary>The line as text, without its newline.</summary>
    member line.Text: string =
        line.Encoding.GetString(line.Bytes.Slice(0, bytes.Length - 1))

    /// <summary>How many bytes the whole lines have that fit into <paramref name="size"/> bytes; one line if none does.</summary>
    member _.TiledLength(size: int) : int =
        max 1 (size / bytes.Length) * bytes.Length

    /// <summary>Fills <paramref name="destination"/> with the line over and over, from the line's first byte on.</summary>
    /// <remarks>Each copy doubles what is there, so a short line costs a few long copies.</remarks>
    member line.Tile(destination: Span<byte>) : unit =
        let mutable filled = min bytes.Length destination.Length
        line.Bytes.Slice(0, filled).CopyTo destination

        while filled < destination.Length do
            let more = min filled (destination.Length - filled)
            destination.Slice(0, more).CopyTo(destination.Slice filled)
            filled <- filled + more

/// <summary>Joins operands to a line, with spaces between them as echo does.</summary>
/// <param name="block">
/// The memory in which the line comes to stand: that of the operands themselves, since there may be megabytes of them.
/// There each has a byte behind it, so that the line never reaches an operand which is yet to be appended.
/// </param>
[<Sealed>]
type LineBuilder(block: byte[]) =
    let mutable length = 0

    /// <summary>Appends an operand.</summary>
    member _.Append(operand: ReadOnlySpan<byte>) : unit =
        operand.CopyTo(Span(block, length, operand.Length))
        length <- length + operand.Length + 1
        block[length - 1] <- byte ' '

    /// <summary>Ends the line; without any operand it is "y".</summary>
    member _.ToLine() : Line =
        if length = 0 then
            Line(ReadOnlyMemory "y\n"B)
        else
            block[length - 1] <- byte '\n'
            Line(ReadOnlyMemory(block, 0, length))
