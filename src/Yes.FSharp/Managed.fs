/// <summary>The strategies that use nothing but the managed API, from the slowest to the fastest.</summary>
module Yes.FSharp.Managed

/// <summary>printfn, console, streamwriter, span: the four of the article.</summary>
let strategies: System.Collections.Generic.IReadOnlyList<Strategy> =
    [|
        Printfn.strategy
        ConsoleWriteLine.strategy
        BufferedStreamWriter.strategy
        PrefilledSpan.strategy
    |]
