namespace Yes.Bench;

/// <summary>Why a producer ended, in one line.</summary>
internal static class Complaint
{
    /// <summary>The first line that it wrote to standard error, or else how it ended.</summary>
    /// <param name="status">How it ended.</param>
    /// <param name="standardError">What it wrote; nobody writes there any more.</param>
    internal static string Of(ChildStatus status, Stream standardError) =>
        new StreamReader(standardError).ReadLine() is { Length: > 0 } line ? line : status.ToString();
}
