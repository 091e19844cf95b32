/* The stream oracle: reads standard input and checks that it is the same line over and over, byte for byte.
   usage: verify LINE-FILE BYTES [COMMAND...]
   With a command it reads what that writes into a Unix stream socket, and waits for its end.
   Reports the offset of the first difference, with exit status 1.
   The reads have changing sizes, odd ones among them, from 1 byte to 1 MiB. With "shrink" in the variable
   VERIFY, the capacity of the pipe changes every few reads, down to a page and up again. With "late" each of
   the first reads waits until the pipe is full. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  USUAL_READ = 64 * 1024,     /* stays in the second-level cache: three times as fast as 1 MiB */
  LARGEST_READ = 1024 * 1024, /* what 256 slots of a page hold */
  PIECE = 16 * 1024,          /* compared at a time: its pattern then stays in the first-level cache */
  LATE_READS = 4
};

/* Waits until standard input holds bytes and gets no more of them, or has no writer left. The number of bytes
   doesn't show whether a pipe is full: a slot holds anything up to 32 KiB. */
static void wait_until_full(void) {
  struct pollfd end = {.fd = 0};
  for (int before = 0, held = 0, same = 0; same < 5 && poll(&end, 1, 5) == 0; before = held) {
    if (ioctl(0, FIONREAD, &held)) return;
    same = held > 0 && held == before ? same + 1 : 0;
  }
}

/* Runs a command that writes into a socket, from which standard input then comes. */
static void read_from(char **command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) err(2, "socketpair");
  pid_t child = fork();
  if (child < 0 || dup2(ends[child == 0], child == 0) < 0) err(2, "%s", command[0]);
  close(ends[0]);
  close(ends[1]);
  if (child > 0) return;
  execvp(command[0], command);
  err(127, "%s", command[0]);
}

int main(int argc, char **argv) {
  if (argc < 3) errx(2, "usage: verify LINE-FILE BYTES [COMMAND...]");
  FILE *file = fopen(argv[1], "rb");
  if (!file || fseek(file, 0, SEEK_END)) err(2, "%s", argv[1]);
  size_t line = ftell(file), left = strtoull(argv[2], NULL, 10), offset = 0;
  rewind(file);
  const char *how = getenv("VERIFY") ?: "";
  int shrink = strstr(how, "shrink") != NULL, late = strstr(how, "late") != NULL;

  /* A piece can begin anywhere in the first line. */
  size_t length = line + PIECE;
  char *right = malloc(length), *got = malloc(LARGEST_READ);
  if (line == 0 || !right || !got || fread(right, 1, line, file) != line) errx(2, "no line in %s", argv[1]);
  for (size_t i = line; i < length; i++) right[i] = right[i - line];

  if (argc > 3) read_from(argv + 3);
  unsigned random = 1;
  for (unsigned reads = 0; left > 0; reads++) {
    random = random * 1664525 + 1013904223;
    /* One in 16 of the odd sizes is large, two are small. The high bits choose: the low ones repeat soon. */
    unsigned kind = random >> 28, limit = kind == 0 ? LARGEST_READ : kind <= 2 ? 9 : USUAL_READ;
    size_t size = reads % 4 ? USUAL_READ : 1 + random % limit;
    if (late && reads < LATE_READS) wait_until_full();
    ssize_t count = read(0, got, size < left ? size : left);
    if (count < 0) err(2, "read");
    if (count == 0) errx(1, "ends at byte %zu", offset);
    left -= count;
    for (const char *piece = got; count > 0;) {
      size_t compared = count < PIECE ? count : PIECE, i = 0;
      const char *expected = right + offset % line;
      if (memcmp(piece, expected, compared)) {
        while (piece[i] == expected[i]) i++;
        errx(1, "wrong at byte %zu", offset + i);
      }
      piece += compared;
      offset += compared;
      count -= compared;
    }
    if (shrink && reads % 64 == 0) fcntl(0, F_SETPIPE_SZ, 4096 << reads / 64 % 9);
  }
  close(0);
  if (argc > 3) wait(NULL);
  return 0;
}
