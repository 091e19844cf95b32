namespace Yes.FSharp

open System
open System.Text
open System.Text.Unicode

/// <summary>The line to repeat, as bytes with a newline at the end.</summary>
/// <remarks>The line can contain any bytes. Text and Encoding are for APIs that write text.</remarks>
[<Sealed>]
type Line(bytes: ReadOnlyMemory<byte>) =

    /// UTF-8 without a byte order mark. With <c>Encoding.UTF8</c>, a StreamWriter would write that mark.
    static let utf8: Encoding = UTF8Encoding(encoderShouldEmitUTF8Identifier = false)

    let encoding = lazy (if Utf8.IsValid bytes.Span then utf8 else Encoding.Latin1)

    /// All bytes, including the newline at the end.
    member _.Bytes: ReadOnlySpan<byte> = bytes.Span

    /// The length in bytes, including the newline.
    member _.Length: int = bytes.Length

    /// UTF-8 if the bytes are valid UTF-8, and otherwise Latin-1, which can represent all bytes.
    member _.Encoding: Encoding = encoding.Value

    /// The line as text, without its newline.
    member line.Text: string = line.Encoding.GetString(line.Bytes.Slice(0, bytes.Length - 1))

    /// The total length of all lines that fit into the given size, or the length of one line if none fits.
    member _.TiledLength(size: int) : int = max 1 (size / bytes.Length) * bytes.Length

    /// Fills a span with copies of the line. Each copy doubles the filled part, so even a short line needs
    /// only a few copies.
    member line.Tile(destination: Span<byte>) : unit =
        let mutable filled = min bytes.Length destination.Length
        line.Bytes.Slice(0, filled).CopyTo destination

        while filled < destination.Length do
            let more = min filled (destination.Length - filled)
            destination.Slice(0, more).CopyTo(destination.Slice filled)
            filled <- filled + more
