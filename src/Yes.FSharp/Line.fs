namespace Yes.FSharp

open System
open System.Text
open System.Text.Unicode

/// <summary>The line to repeat: its bytes, with the newline.</summary>
/// <remarks>Operands can be any bytes. APIs that write text use Text and Encoding.</remarks>
[<Sealed>]
type Line(bytes: ReadOnlyMemory<byte>) =

    /// UTF-8 without the byte order mark that <c>Encoding.UTF8</c> makes a StreamWriter write first.
    static let utf8 = UTF8Encoding(encoderShouldEmitUTF8Identifier = false)

    /// All bytes, including the newline at the end.
    member _.Bytes: ReadOnlySpan<byte> = bytes.Span

    /// The length in bytes, which is at least 1 because it includes the newline.
    member _.Length: int = bytes.Length

    /// UTF-8, or Latin-1 if the bytes are not UTF-8. Latin-1 maps every byte to a character and back.
    member line.Encoding: Encoding = if Utf8.IsValid line.Bytes then utf8 else Encoding.Latin1

    /// The line as text, without its newline.
    member line.Text: string = line.Encoding.GetString(line.Bytes.Slice(0, bytes.Length - 1))

    /// The largest multiple of the line's length that fits into a size in bytes, but at least one line.
    member _.TiledLength(size: int) : int = max 1 (size / bytes.Length) * bytes.Length

    /// Fills a span with the line over and over, from the line's first byte on. Each copy doubles the filled
    /// part, so even a short line needs only a few copies.
    member line.Tile(destination: Span<byte>) : unit =
        let mutable filled = min bytes.Length destination.Length
        line.Bytes.Slice(0, filled).CopyTo destination

        while filled < destination.Length do
            let more = min filled (destination.Length - filled)
            destination.Slice(0, more).CopyTo(destination.Slice filled)
            filled <- filled + more
