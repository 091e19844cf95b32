/* Reads standard input and checks, byte for byte, that it repeats the line of the operands, or y.
   usage: verify BYTES [OPERAND...]
   If a byte is wrong or missing, verify reports it and exits with status 1.
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
#include <unistd.h>

enum {
  USUAL_READ = 64 * 1024, /* three times as fast as 1 MiB, because it fits into the L2 cache */
  LARGEST_READ = 1024 * 1024,
  LATE_READS = 2,
  SHOWN = 16,          /* bytes before a wrong one, and from there on */
  COMPARED = 16 * 1024 /* bytes from there on */
};

static size_t line; /* the length of the line */
static char *right; /* the line over and over, as long as a line and the longest read */
static char got[LARGEST_READ];

/* Makes the expected bytes from the operands. */
static void repeat_line(int count, char **operands) {
  for (int i = 0; i < count; i++) line += strlen(operands[i]) + 1;
  size_t length = line + LARGEST_READ;
  char *end = right = malloc(length);
  if (!right) err(2, "malloc");
  for (int i = 0; i < count; i++) {
    end = stpcpy(end, operands[i]);
    *end++ = i < count - 1 ? ' ' : '\n';
  }
  for (size_t filled = line, more; filled < length; filled += more) {
    more = filled < length - filled ? filled : length - filled;
    memcpy(right + filled, right, more);
  }
}

/* Waits until standard input holds bytes and no more arrive, or until its writer has exited.
   The number of bytes doesn't show that a pipe is full, because a slot can hold 1 byte to 32 KiB. */
static void wait_until_full(void) {
  struct pollfd end = {.fd = 0};
  for (int before = 0, held = 0, same = 0; same < 4 && poll(&end, 1, 5) == 0; before = held) {
    if (ioctl(0, FIONREAD, &held)) return;
    same = held > 0 && held == before ? same + 1 : 0;
  }
}

static void show(const char *what, const char *bytes, size_t count) {
  fprintf(stderr, "  %-10s", what);
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = bytes[i];
    if (byte == '\n' || byte == '\\')
      fprintf(stderr, byte == '\n' ? "\\n" : "\\\\");
    else
      fprintf(stderr, byte < ' ' || byte > '~' ? "\\%03o" : "%c", byte);
  }
  fputs(count > 0 ? "\n" : "the end\n", stderr);
}

/* Reports the wrong byte at an offset, where `got` begins with COUNT received bytes, and whether
   the bytes that follow would be correct if some had not been lost or repeated. */
static void report_difference(size_t offset, size_t count) {
  for (ssize_t more; count < COMPARED && (more = read(0, got + count, COMPARED - count)) > 0;)
    count += more;
  size_t before = offset < SHOWN ? offset : SHOWN, shown = count < SHOWN ? count : SHOWN, lost = 0;
  warnx("wrong at byte %zu", offset);
  if (before > 0) show("before:", right + (offset - before) % line, before);
  show("expected:", right + offset % line, SHOWN);
  show("received:", got, shown);
  while (lost < line && memcmp(got + shown, right + (offset + shown + lost) % line, count - shown)) lost++;
  if (lost == line)
    fprintf(stderr, "  The following bytes are wrong, too.\n");
  else if (lost > 0)
    fprintf(stderr, "  %zu bytes of a line are missing here, or %zu are double.\n", lost, line - lost);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 2) errx(2, "usage: verify BYTES [OPERAND...]");
  size_t left = strtoull(argv[1], NULL, 10), offset = 0;
  repeat_line(argc > 2 ? argc - 2 : 1, argc > 2 ? argv + 2 : (char *[]){"y"});
  const char *how = getenv("VERIFY") ?: "";
  for (unsigned reads = 0; left > 0; reads++) {
    if (strstr(how, "late") && reads < LATE_READS) wait_until_full();
    /* The size of every fourth read is random. More than half of them are shorter than 1 KiB. */
    size_t size = reads % 4 ? USUAL_READ : 1 + rand() % (1 << rand() % 21);
    ssize_t count = read(0, got, size < left ? size : left);
    if (count < 0) err(2, "read");
    if (count == 0) errx(1, "ends at byte %zu, %zu bytes too early", offset, left);
    const char *expected = right + offset % line;
    if (memcmp(got, expected, count)) {
      size_t i = 0;
      while (got[i] == expected[i]) i++;
      memmove(got, got + i, count - i);
      report_difference(offset + i, count - i);
    }
    offset += count;
    left -= count;
    if (strstr(how, "shrink") && reads % 64 == 0)
      fcntl(0, F_SETPIPE_SZ, 4096 << reads / 64 % 9);
  }
  return 0;
}
