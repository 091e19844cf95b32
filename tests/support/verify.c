/* Checks that standard input repeats the line that the operands form, or y if there are no operands.
   usage: verify BYTES [OPERAND...]
   If BYTES is "all", as in the benchmark, verify reads to the end and prints how many bytes it has checked.
   If a byte is wrong or missing, verify reports it and exits with status 1.
   The read sizes vary. If the VERIFY variable contains "late", the first reads wait until
   the pipe is full. If VERIFY contains "shrink", the pipe's capacity changes. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  USUAL_READ = 64 * 1024, /* three times as fast as 1 MiB reads, because the data fits into the L2 cache */
  LARGEST_READ = 1024 * 1024,
  LATE_READS = 2
};

static size_t line;    /* the length of the line */
static char *expected; /* enough repetitions of the line for the longest read */

static void repeat_line(int count, char **operands) {
  for (int i = 0; i < count; i++) line += strlen(operands[i]) + 1;
  size_t length = line + LARGEST_READ;
  char *end = expected = malloc(length);
  if (!expected) err(2, "malloc");
  for (int i = 0; i < count; i++) {
    end = stpcpy(end, operands[i]);
    *end++ = i < count - 1 ? ' ' : '\n';
  }
  for (size_t filled = line, more; filled < length; filled += more) {
    more = filled < length - filled ? filled : length - filled;
    memcpy(expected + filled, expected, more);
  }
}

/* Waits until the pipe on standard input is full, or until its writer has exited. */
static void wait_until_full(void) {
  for (int full = 0; !full && poll(&(struct pollfd){.fd = 0}, 1, 5) == 0;) {
    int writer = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);
    if (writer < 0) err(2, "/proc/self/fd/0");
    full = poll(&(struct pollfd){.fd = writer, .events = POLLOUT}, 1, 0) == 0;
    close(writer);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) errx(2, "usage: verify BYTES [OPERAND...]");
  static char got[LARGEST_READ];
  int all = strcmp(argv[1], "all") == 0;
  size_t left = all ? SIZE_MAX : strtoull(argv[1], NULL, 10), offset = 0;
  repeat_line(argc > 2 ? argc - 2 : 1, argc > 2 ? argv + 2 : (char *[]){"y"});
  const char *how = getenv("VERIFY") ?: "";
  for (unsigned reads = 0; left > 0; reads++) {
    if (strstr(how, "late") && reads < LATE_READS) wait_until_full();
    /* The size of every fourth read is random, and usually at most 1 KiB. */
    size_t size = reads % 4 ? USUAL_READ : 1 + rand() % (1 << rand() % 21);
    ssize_t count = read(0, got, size < left ? size : left);
    if (count < 0) err(2, "read");
    if (count == 0 && all) return printf("%zu\n", offset) < 0;
    if (count == 0) errx(1, "ends at byte %zu, %zu bytes too early", offset, left);
    const char *right = expected + offset % line;
    if (memcmp(got, right, count)) {
      size_t i = 0;
      while (got[i] == right[i]) i++;
      errx(1, "wrong at byte %zu", offset + i);
    }
    offset += count;
    left -= count;
    if (strstr(how, "shrink") && reads % 64 == 0)
      fcntl(0, F_SETPIPE_SZ, 4096 << reads / 64 % 9);
  }
  return 0;
}
