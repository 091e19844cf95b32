namespace Yes.CSharp;

/// <summary>
/// The numbers of errno(3) that this program acts on, or whose names --debug reports; Linux's values.
/// </summary>
internal enum Errno
{
    None = 0,
    EPERM = 1,
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOMEM = 12,
    ENOTDIR = 20,
    EINVAL = 22,
    ENFILE = 23,
    EMFILE = 24,
    EFBIG = 27,
    EPIPE = 32,
    ENAMETOOLONG = 36,
    ENOSYS = 38,
    ENOBUFS = 105,
}
