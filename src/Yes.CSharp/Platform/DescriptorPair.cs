using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>The two file descriptors of a pipe or of two connected sockets. In C, this is an array.</summary>
internal readonly partial struct DescriptorPair : IDisposable
{
    /// <summary>The descriptor to read from.</summary>
    internal readonly int ReadEnd;

    /// <summary>The descriptor to write to.</summary>
    internal readonly int WriteEnd;

    /// <summary>Creates a pipe. Returns false if pipe2(2) fails.</summary>
    internal static bool MakePipe(out DescriptorPair pipe) => pipe2(out pipe, Libc.O_CLOEXEC) == 0;

    /// <summary>Creates non-blocking Unix stream sockets. Returns false if socketpair(2) fails.</summary>
    internal static bool MakeSockets(out DescriptorPair sockets)
    {
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        return socketpair(Libc.AF_UNIX, Type, 0, out sockets) == 0;
    }

    public void Dispose()
    {
        _ = Libc.close(ReadEnd);
        _ = Libc.close(WriteEnd);
    }

    [LibraryImport("libc", SetLastError = true)]
    private static partial int pipe2(out DescriptorPair pipefd, int flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int socketpair(int domain, int type, int protocol, out DescriptorPair sv);
}
