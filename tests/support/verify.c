/* Reads standard input and checks, byte for byte, that it repeats the same line.
   usage: verify LINE-FILE BYTES [COMMAND...]
   With a command, standard input is a Unix stream socket into which the command writes.
   If a byte differs or is missing, verify reports its offset and exits with status 1.
   The sizes of the reads change, and many are odd. If the variable VERIFY contains "late", the
   first reads wait until the pipe is full. If it contains "shrink", the pipe's capacity changes. */
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
  USUAL_READ = 64 * 1024, /* three times as fast as 1 MiB, because it fits into the L2 cache */
  LARGEST_READ = 1024 * 1024,
  LATE_READS = 2
};

/* Waits until standard input holds bytes and no more arrive, or until its writer has exited.
   The number of bytes doesn't show that a pipe is full, because a slot can hold 1 byte to 32 KiB. */
static void wait_until_full(void) {
  struct pollfd end = {.fd = 0};
  for (int before = 0, held = 0, same = 0; same < 4 && poll(&end, 1, 5) == 0; before = held) {
    if (ioctl(0, FIONREAD, &held)) return;
    same = held > 0 && held == before ? same + 1 : 0;
  }
}

/* Runs a command that writes into a socket, which becomes standard input. */
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

  size_t length = line + LARGEST_READ; /* a read can begin anywhere in the first line */
  char *right = malloc(length), *got = malloc(LARGEST_READ);
  if (line == 0 || !right || !got || fread(right, 1, line, file) != line)
    errx(2, "no line in %s", argv[1]);
  for (size_t filled = line, more; filled < length; filled += more) {
    more = filled < length - filled ? filled : length - filled;
    memcpy(right + filled, right, more);
  }

  const char *how = getenv("VERIFY") ?: "";
  if (argc > 3) read_from(argv + 3);
  for (unsigned reads = 0; left > 0; reads++) {
    if (strstr(how, "late") && reads < LATE_READS) wait_until_full();
    /* The size of every fourth read is random. More than half of them are shorter than 1 KiB. */
    size_t size = reads % 4 ? USUAL_READ : 1 + rand() % (1 << rand() % 21);
    ssize_t count = read(0, got, size < left ? size : left);
    if (count < 0) err(2, "read");
    if (count == 0) errx(1, "ends at byte %zu", offset);
    const char *expected = right + offset % line;
    if (memcmp(got, expected, count)) {
      size_t i = 0;
      while (got[i] == expected[i]) i++;
      errx(1, "wrong at byte %zu", offset + i);
    }
    offset += count;
    left -= count;
    if (strstr(how, "shrink") && reads % 64 == 0)
      fcntl(0, F_SETPIPE_SZ, 4096 << reads / 64 % 9);
  }
  close(0);
  if (argc > 3) wait(NULL);
  return 0;
}
