namespace Yes.CSharp;

/// <summary>A pipe of this process, to keep bytes in by reference.</summary>
internal sealed unsafe class Pipe : DescriptorPair
{
    /// <summary>Creates a pipe of at least so many slots, or of what the kernel gives instead.</summary>
    /// <exception cref="RefusedException">The kernel gives none.</exception>
    internal Pipe(int slots)
        : base("pipe2", ends => Libc.pipe2((int*)ends, Libc.O_CLOEXEC))
    {
        Enlarge(WriteEnd, slots * Environment.SystemPageSize);
        Slots = SlotsOf(WriteEnd);
    }

    /// <summary>How many pages or fragments the pipe can hold.</summary>
    internal int Slots { get; }

    /// <summary>The capacity of a pipe in bytes, a page for each slot; -1 if it is no pipe.</summary>
    internal static int CapacityOf(int fd) => Libc.fcntl(fd, Libc.F_GETPIPE_SZ, 0);

    /// <summary>The slots of a pipe; 16, as in a new one, pipe(7), if the kernel does not say.</summary>
    internal static int SlotsOf(int fd)
    {
        var capacity = CapacityOf(fd);
        return capacity == -1 ? 16 : capacity / Environment.SystemPageSize;
    }

    /// <summary>Enlarges a pipe to a capacity in bytes, as far as the kernel allows.</summary>
    /// <remarks>
    /// pipe(7): past /proc/sys/fs/pipe-user-pages-soft an unprivileged user's pipe stays as small as it is,
    /// or is created with a single page. A pipe that is large enough is left alone, since other processes may
    /// use it too.
    /// </remarks>
    internal static void Enlarge(int fd, int capacity)
    {
        var current = SlotsOf(fd) * Environment.SystemPageSize;
        for (var wanted = capacity; wanted > current; wanted /= 2)
        {
            if (Libc.fcntl(fd, Libc.F_SETPIPE_SZ, wanted) != -1)
            {
                return;
            }
        }
    }
}
