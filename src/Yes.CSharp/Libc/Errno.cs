namespace Yes.CSharp;

/// <summary>The errors that this program distinguishes, under their C names.</summary>
/// <remarks>These are Linux's values. On macOS, EAGAIN and the values above 34 differ.</remarks>
internal enum Errno
{
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOSPC = 28,
    EPIPE = 32,
    ENONET = 64,
    EPROTO = 71,
    ENOPROTOOPT = 92,
    ENETDOWN = 100,
    ENOBUFS = 105,
    EHOSTUNREACH = 113,
}
