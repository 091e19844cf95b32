using System.Text;

namespace Yes.CSharp;

/// <summary>The arguments as the bytes that the caller handed to execve(2).</summary>
/// <remarks>
/// .NET decodes them as UTF-8 and loses all other bytes; /proc/self/cmdline (proc(5)) has them.
/// </remarks>
/// <param name="count">The number of arguments.</param>
internal sealed unsafe class RawArguments(int count)
{
    /// <summary>The program's name and the arguments, each followed by a NUL byte.</summary>
    internal byte[] Block { get; } = ReadCommandLine();

    /// <summary>The arguments one after the other, as parts of the block.</summary>
    /// <remarks>
    /// They are the last ones: under dotnet the names of dotnet and of an assembly come before them.
    /// </remarks>
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

        // Without a readable /proc the strings of .NET are all there is.
        return block ?? Encoding.UTF8.GetBytes(string.Join('\0', Environment.GetCommandLineArgs()) + '\0');
    }

    /// <summary>All bytes of a file of unknown size; null if it can't be read.</summary>
    private static byte[]? ReadAll(int fd)
    {
        // Files of proc(5) have no size. So a long one is read once to find its length, and again into a
        // buffer of that length: to grow a buffer would take several times the memory, and the arguments may
        // have megabytes.
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

    /// <summary>
    /// Fills the buffer from an offset of the file on, up to its end. False: an error came first.
    /// </summary>
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

                if (count == -1 && Libc.LastErrno() != Errno.EINTR)
                {
                    return false;
                }

                length += int.Max((int)count, 0);
            }
        }

        return true;
    }
}
