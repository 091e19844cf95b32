namespace Yes.CSharp;

/// <summary>The numbers of errno(3) that this program acts upon or is likely to meet, with Linux's values.</summary>
internal enum Errno
{
    None = 0,
    EPERM = 1,
    EINTR = 4,
    EIO = 5,
    EBADF = 9,
    EAGAIN = 11,
    ENOMEM = 12,
    EACCES = 13,
    EBUSY = 16,
    ENOTDIR = 20,
    EINVAL = 22,
    ENFILE = 23,
    EMFILE = 24,
    EFBIG = 27,
    ENOSPC = 28,
    EPIPE = 32,
    ENOSYS = 38,
    ENOBUFS = 105,
}
