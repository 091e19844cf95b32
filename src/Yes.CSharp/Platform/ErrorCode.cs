namespace Yes.CSharp;

/// <summary>A Linux errno. On Windows, the value is a code from winerror.h.</summary>
internal enum ErrorCode
{
    None = 0,
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOSPC = 28,
    EPIPE = 32,
    ENETDOWN = 100,
    ENOBUFS = 105,
    EISCONN = 106,
    EHOSTUNREACH = 113,
}
