namespace Yes.CSharp;

/// <summary>Reads and changes the capacity of a pipe.</summary>
internal static class PipeCapacity
{
    /// <summary>The capacity in bytes, a page for each slot, or -1 if the descriptor is not a pipe.</summary>
    internal static int Of(int fd) => Libc.fcntl(fd, Libc.F_GETPIPE_SZ, 0);

    /// <summary>The number of slots of a pipe. After an error, it is 16, the default in pipe(7).</summary>
    internal static int SlotsOf(int fd)
    {
        var capacity = Of(fd);
        return capacity == -1 ? 16 : capacity / Environment.SystemPageSize;
    }

    /// <summary>Enlarges a pipe to a capacity in bytes, as far as the kernel allows.</summary>
    /// <remarks>
    /// When a user's pipes exceed /proc/sys/fs/pipe-user-pages-soft, the user can't enlarge pipes, and new
    /// pipes have one or two pages: pipe(7). A pipe that is large enough is not changed, because other
    /// processes may use it.
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
