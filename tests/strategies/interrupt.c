/* Preloaded into yes: each call that moves bytes into standard output fails with EINTR, and then moves one
   byte. So a long line needs more retries than are allowed in a row. With FOREVER set all of them fail. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_interrupted(void) {
  static int calls;
  if (++calls % 2 == 0 && !getenv("FOREVER")) return 0;
  errno = EINTR;
  return 1;
}

ssize_t write(int fd, const void *buf, size_t count) {
  if (fd == 1 && is_interrupted()) return -1;
  return syscall(SYS_write, fd, buf, fd == 1 ? 1 : count);
}

ssize_t vmsplice(int fd, const struct iovec *iov, size_t count, unsigned flags) {
  struct iovec first = {.iov_base = iov->iov_base, .iov_len = 1};
  return is_interrupted() ? -1 : syscall(SYS_vmsplice, fd, &first, count, flags);
}

ssize_t splice(int fd_in, off_t *off_in, int fd_out, off_t *off_out, size_t len, unsigned flags) {
  if (fd_out == 1 && is_interrupted()) return -1;
  return syscall(SYS_splice, fd_in, off_in, fd_out, off_out, fd_out == 1 ? 1 : len, flags);
}
