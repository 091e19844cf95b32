namespace Yes.Bench;

/// <summary>What the user asked for can't be done; the message is the one line that tells why.</summary>
internal sealed class BenchException(string message) : Exception(message);
