namespace Yes.CSharp;

/// <summary>An errno(3), with Linux's names and values, or on Windows a code of winerror.h.</summary>
internal enum ErrorCode
{
    None = 0,
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOSPC = 28,
    EPIPE = 32,
    ECONNRESET = 104,
}
