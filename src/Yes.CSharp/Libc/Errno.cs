namespace Yes.CSharp;

/// <summary>The errors that this program distinguishes, under their C names.</summary>
internal enum Errno
{
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOSPC = 28,
    EPIPE = 32,

    /// <summary>EAGAIN on macOS and the BSDs. On Linux, no write fails with this number.</summary>
    EAGAIN_BSD = 35,
    ECONNRESET = 104,
}
