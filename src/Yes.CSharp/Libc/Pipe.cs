namespace Yes.CSharp;

/// <summary>A pipe of this process, to keep bytes in by reference.</summary>
internal sealed unsafe class Pipe : IDisposable
{
    /// <summary>
    /// The capacity to ask for in bytes: the most for an unprivileged process, /proc/sys/fs/pipe-max-size.
    /// </summary>
    internal const int PreferredCapacity = 1024 * 1024;

    /// <summary>Creates a pipe of this capacity in bytes, or of what the kernel gives instead.</summary>
    /// <exception cref="RefusedException">The kernel gives none.</exception>
    internal Pipe(int capacity)
    {
        var ends = stackalloc int[2];
        if (Libc.pipe2(ends, Libc.O_CLOEXEC) == -1)
        {
            throw new RefusedException("pipe2", Libc.LastErrno());
        }

        (Reader, Writer) = (ends[0], ends[1]);
        Capacity = Enlarge(Writer, capacity);
    }

    /// <summary>The descriptor of the end to read from.</summary>
    internal int Reader { get; }

    /// <summary>The descriptor of the end to write to.</summary>
    internal int Writer { get; }

    /// <summary>The capacity in bytes, a page for each slot.</summary>
    internal int Capacity { get; }

    /// <summary>
    /// The capacity of a pipe in bytes; the 16 pages of pipe(7) if the kernel does not report it.
    /// </summary>
    internal static int CapacityOf(int fd)
    {
        var capacity = Libc.fcntl(fd, Libc.F_GETPIPE_SZ, 0);
        return capacity == -1 ? 16 * Environment.SystemPageSize : capacity;
    }

    /// <summary>Enlarges a pipe as far as the kernel allows, and returns its capacity in bytes.</summary>
    /// <remarks>
    /// pipe(7): past /proc/sys/fs/pipe-user-pages-soft an unprivileged user's pipe stays as small as it is,
    /// or is created with a single page. A pipe that is large enough is left alone, since other processes may
    /// use it too.
    /// </remarks>
    internal static int Enlarge(int fd, int capacity)
    {
        var current = CapacityOf(fd);
        for (var wanted = capacity; wanted > current; wanted /= 2)
        {
            var got = Libc.fcntl(fd, Libc.F_SETPIPE_SZ, wanted);
            if (got != -1)
            {
                return got;
            }
        }

        return current;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ = Libc.close(Reader);
        _ = Libc.close(Writer);
    }
}
