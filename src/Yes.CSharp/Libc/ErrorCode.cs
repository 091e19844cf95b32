namespace Yes.CSharp;

/// <summary>An error code of the operating system: errno(3), or on Windows a code of winerror.h.</summary>
/// <remarks>The names are those that this program acts on, with Linux's values.</remarks>
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
