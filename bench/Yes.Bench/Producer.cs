namespace Yes.Bench;

/// <summary>A program that is to write a line for ever.</summary>
/// <param name="Name">What it is called in tables and pictures.</param>
/// <param name="Group">Whose it is.</param>
/// <param name="Language">What it is written in, where that is known.</param>
/// <param name="Version">Its version, where it tells one.</param>
/// <param name="Command">The program and its arguments but for the line.</param>
internal sealed record Producer(
    string Name,
    Group Group,
    string? Language,
    string? Version,
    IReadOnlyList<string> Command
)
{
    /// <summary>The file that is executed.</summary>
    internal string Executable => Command[0];
}

/// <summary>Whose a producer is: the tables and the picture keep these together, in this order.</summary>
internal enum Group
{
    /// <summary>The five ways that the article measured.</summary>
    Article,

    /// <summary>This project's further strategies.</summary>
    Own,

    /// <summary>Other people's yes.</summary>
    Peer,
}
