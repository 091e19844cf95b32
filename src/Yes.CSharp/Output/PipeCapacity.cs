namespace Yes.CSharp;

internal static class PipeCapacity
{
    /// <summary>A pipe's capacity in bytes, or null for other files. Each slot counts as one page.</summary>
    /// <remarks>The capacity of a pipe that root has enlarged to 2 GiB exceeds an int.</remarks>
    internal static long? Of(int fd) =>
        Libc.fcntl(fd, Libc.F_GETPIPE_SZ, 0) is not -1 and var capacity ? (uint)capacity : null;

    /// <summary>The number of slots in a pipe, or 1 if a sandbox hides the capacity.</summary>
    /// <remarks>Under qemu-user, the program's pages can be larger than the kernel's pages.</remarks>
    internal static int SlotsOf(int fd) => int.Max(1, (int)((Of(fd) ?? 0) / Environment.SystemPageSize));

    /// <summary>Enlarges a pipe to the given size in bytes, as far as the kernel allows.</summary>
    /// <remarks>
    /// The kernel limits the total size of a user's pipes (pipe-user-pages-soft in pipe(7)). This method
    /// never shrinks a pipe, because other processes may use the pipe.
    /// </remarks>
    internal static void Enlarge(int fd, int capacity)
    {
        var current = (long)SlotsOf(fd) * Environment.SystemPageSize;
        for (var wanted = capacity; wanted > current; wanted /= 2)
        {
            if (Libc.fcntl(fd, Libc.F_SETPIPE_SZ, wanted) != -1)
            {
                return;
            }
        }
    }
}
