namespace Yes.CSharp;

/// <summary>The numbers of errno(3) that this program acts on; Linux's values.</summary>
internal enum Errno
{
    None = 0,
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOSPC = 28,
    EPIPE = 32,
    ECONNRESET = 104,
}
