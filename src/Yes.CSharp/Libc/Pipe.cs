namespace Yes.CSharp;

/// <summary>The capacity of a pipe, whichever process made it.</summary>
internal static class Pipe
{
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
