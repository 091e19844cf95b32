namespace Yes.Bench;

/// <summary>What was measured.</summary>
/// <param name="Id">The commit's id.</param>
/// <param name="Dirty">Whether the working tree had changes to it.</param>
internal sealed record Commit(string Id, bool Dirty)
{
    /// <summary>The commit in the current folder; null where there is no git repository.</summary>
    internal static Commit? OfWorkingTree()
    {
        var (status, output) = Tool.Run("git", "rev-parse", "HEAD");
        return status.Succeeded
            ? new Commit(output.Trim(), Tool.Run("git", "status", "--porcelain").Output.Length > 0)
            : null;
    }

    /// <summary>The short id, and a word if it is not all of the truth.</summary>
    public override string ToString() => Id[..12] + (Dirty ? " with changes" : "");
}
