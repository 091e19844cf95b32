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
        if (fd == -1)
        {
            // No /proc here: what .NET made of them is all there is.
            return Encoding.UTF8.GetBytes(string.Join('\0', Environment.GetCommandLineArgs()) + '\0');
        }

        // proc(5) tells no size, so a long one is read to find its length, and again into a buffer of that length:
        // growing a buffer would take several times the memory, and an argument list may have megabytes.
        Span<byte> start = stackalloc byte[4096];
        var length = Read(fd, start, 0);
        if (length < start.Length)
        {
            _ = Libc.close(fd);
            return start[..length].ToArray();
        }

        Span<byte> passed = stackalloc byte[4096];
        for (var count = length; count > 0; length += count)
        {
            count = Read(fd, passed, length);
        }

        var all = GC.AllocateUninitializedArray<byte>(length);
        _ = Read(fd, all, 0);
        _ = Libc.close(fd);
        return all;
    }

    /// <summary>Fills the buffer from that offset on, as far as there is something, and returns how far.</summary>
    private static int Read(int fd, Span<byte> buffer, int offset)
    {
        var length = 0;
        fixed (byte* first = buffer)
        {
            while (length < buffer.Length)
            {
                var count = Libc.pread(fd, first + length, (nuint)(buffer.Length - length), offset + length);
                if (count == 0 || (count == -1 && StandardOutput.LastErrno() != Errno.EINTR))
                {
                    break;
                }

                length += int.Max((int)count, 0);
            }
        }

        return length;
    }
}
