using System.Runtime.InteropServices;

namespace Yes.CSharp;

/// <summary>File descriptor 1 and its neighbours, without System.Console, whose start costs more than this program's.</summary>
internal static unsafe class StandardOutput
{
    /// <summary>STDOUT_FILENO</summary>
    internal const int Descriptor = 1;

    /// <summary>STDERR_FILENO</summary>
    private const int StandardError = 2;

    /// <summary>
    /// Occupies each standard descriptor that the caller closed with /dev/null opened the wrong way round, so that it
    /// fails with EBADF as a closed one does, and nothing that is opened later becomes standard output by accident.
    /// </summary>
    /// <remarks>glibc does the same for set-user-ID programs: csu/check_fds.c. A failure leaves things as they were.</remarks>
    internal static void OccupyClosedDescriptors()
    {
        for (var fd = 0; fd <= StandardError; fd++)
        {
            if (Libc.fcntl(fd, Libc.F_GETFD, 0) == -1)
            {
                // open(2) gives the lowest free number, and those below are taken by now.
                _ = Libc.open("/dev/null", fd == 0 ? Libc.O_WRONLY : Libc.O_RDONLY);
            }
        }
    }

    /// <summary>Writes all the bytes, through interruptions, short writes and a full non-blocking descriptor.</summary>
    /// <exception cref="OutputException">write(2) failed.</exception>
    internal static void Write(byte* bytes, nuint length)
    {
        var errno = TryWrite(Descriptor, bytes, length);
        if (errno != 0)
        {
            throw new OutputException(errno);
        }
    }

    /// <inheritdoc cref="Write(byte*, nuint)"/>
    internal static void Write(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            Write(first, (nuint)bytes.Length);
        }
    }

    /// <summary>Writes one line to standard error; there is nobody to tell if that fails.</summary>
    internal static void Complain(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            _ = TryWrite(StandardError, first, (nuint)bytes.Length);
        }
    }

    /// <summary>Returns 0 when all is written, else the errno.</summary>
    private static int TryWrite(int fd, byte* bytes, nuint length)
    {
        while (length > 0)
        {
            var written = Libc.write(fd, bytes, length);
            if (written >= 0)
            {
                bytes += written;
                length -= (nuint)written;
                continue;
            }

            var errno = Marshal.GetLastPInvokeError();
            if (errno == Libc.EAGAIN)
            {
                AwaitRoom(fd);
            }
            else if (errno != Libc.EINTR)
            {
                return errno;
            }
        }

        return 0;
    }

    /// <summary>Sleeps until a non-blocking descriptor takes bytes again, or fails: the next write tells which.</summary>
    internal static void AwaitRoom(int fd)
    {
        var pollfd = new Libc.pollfd { fd = fd, events = Libc.POLLOUT };
        _ = Libc.poll(&pollfd, 1, -1);
    }
}
