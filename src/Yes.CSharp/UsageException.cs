namespace Yes.CSharp;

/// <summary>The command line is wrong.</summary>
/// <param name="message">What is wrong with it, in GNU's words and in Latin-1.</param>
internal sealed class UsageException(string message) : Exception(message);
