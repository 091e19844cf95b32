using System.Text;

namespace Yes.CSharp;

/// <summary>The arguments as the bytes that execve(2) was given.</summary>
/// <remarks>.NET decodes them as UTF-8, and what is not UTF-8 is lost; /proc/self/cmdline (proc(5)) has the bytes.</remarks>
/// <param name="count">How many arguments there are.</param>
internal sealed unsafe class RawArguments(int count)
{
    /// <summary>The program's name, or more than that, and the arguments, each with a NUL byte behind it.</summary>
    internal byte[] Block { get; } = ReadCommandLine();

    /// <summary>The arguments one after the other, as they stand in the block.</summary>
    /// <remarks>They are the last ones: under dotnet there are its own name and an assembly's before them.</remarks>
    internal IEnumerable<ReadOnlyMemory<byte>> Each()
    {
        ReadOnlyMemory<byte> rest = Block;
        for (var before = rest.Span.Count((byte)0) - count; !rest.IsEmpty; before--)
        {
            var length = rest.Span.IndexOf((byte)0);
            var argument = rest[..length];
            rest = rest[(length + 1)..];
            if (before <= 0)
            {
                yield return argument;
            }
        }
    }

    private static byte[] ReadCommandLine()
    {
        var fd = OperatingSystem.IsLinux()
            ? Libc.open("/proc/self/cmdline", Libc.O_RDONLY | Libc.O_CLOEXEC)
            : -1;
        byte[]? block = null;
        if (fd != -1)
        {
            block = ReadAll(fd);
            _ = Libc.close(fd);
        }

        // No /proc here, or no reading it: what .NET made of them is all there is.
        return block ?? Encoding.UTF8.GetBytes(string.Join('\0', Environment.GetCommandLineArgs()) + '\0');
    }

    /// <summary>All bytes of a file whose size nobody tells; null if it can't be read.</summary>
    private static byte[]? ReadAll(int fd)
    {
        // proc(5) tells no size, so a long one is read to find its length, and again into a buffer of that length:
        // growing a buffer would take several times the memory, and an argument list may have megabytes.
        Span<byte> start = stackalloc byte[4096];
        if (!TryRead(fd, start, 0, out var length))
        {
            return null;
        }

        if (length < start.Length)
        {
            return start[..length].ToArray();
        }

        Span<byte> passed = stackalloc byte[4096];
        for (var count = length; count > 0; length += count)
        {
            if (!TryRead(fd, passed, length, out count))
            {
                return null;
            }
        }

        var all = GC.AllocateUninitializedArray<byte>(length);
        return TryRead(fd, all, 0, out _) ? all : null;
    }

    /// <summary>Fills the buffer from that offset on, as far as there is something. False: an error came first.</summary>
    private static bool TryRead(int fd, Span<byte> buffer, int offset, out int length)
    {
        length = 0;
        fixed (byte* first = buffer)
        {
            while (length < buffer.Length)
            {
                var count = Libc.pread(fd, first + length, (nuint)(buffer.Length - length), offset + length);
                if (count == 0)
                {
                    break;
                }

                if (count == -1 && StandardOutput.LastErrno() != Errno.EINTR)
                {
                    return false;
                }

                length += int.Max((int)count, 0);
            }
        }

        return true;
    }
}
