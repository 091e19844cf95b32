/* The stream oracle: reads standard input and checks that it is the same line over and over, byte for byte.
   usage: verify LINE-FILE BYTES [shrink]
   The first difference is told with its offset, exit status 1.
   The reads have changing sizes, odd ones among them, from 1 byte to 1 MiB. With "shrink" the pipe's capacity is
   changed every few reads, down to a page and up again. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  LARGEST_READ = 1024 * 1024, /* as much as a pipe's 256 slots hold in pages: fewer calls, a third faster than 256 KiB */
  PIECE = 16 * 1024           /* compared at a time, so that what it is compared with stays in the first-level cache */
};

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: verify LINE-FILE BYTES [shrink]\n", stderr);
    return 2;
  }
  FILE *file = fopen(argv[1], "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(argv[1]);
    return 2;
  }
  size_t line = ftell(file), left = strtoull(argv[2], NULL, 10), offset = 0;
  int shrink = argc > 3;
  rewind(file);

  /* From any place in the first line on, there are as many right bytes as a piece has. */
  size_t length = line + PIECE;
  char *right = malloc(length), *got = malloc(LARGEST_READ);
  if (line == 0 || !right || !got || fread(right, 1, line, file) != line) {
    fprintf(stderr, "verify: no line in %s\n", argv[1]);
    return 2;
  }
  for (size_t i = line; i < length; i++) right[i] = right[i - line];

  unsigned random = 1;
  for (unsigned reads = 0; left > 0; reads++) {
    random = random * 1664525 + 1013904223;
    size_t size = reads % 4 ? LARGEST_READ : random % 8 == 0 ? 1 + random / 8 % 9 : 1 + random / 8 % LARGEST_READ;
    ssize_t count = read(0, got, size < left ? size : left);
    if (count < 0) {
      perror("verify: read");
      return 2;
    }
    if (count == 0) {
      fprintf(stderr, "verify: ends at byte %zu\n", offset);
      return 1;
    }
    left -= count;
    for (const char *piece = got; count > 0;) {
      size_t compared = count < PIECE ? count : PIECE, i = 0;
      const char *expected = right + offset % line;
      if (memcmp(piece, expected, compared)) {
        while (piece[i] == expected[i]) i++;
        fprintf(stderr, "verify: wrong at byte %zu\n", offset + i);
        return 1;
      }
      piece += compared;
      offset += compared;
      count -= compared;
    }
    if (shrink && reads % 64 == 0) fcntl(0, F_SETPIPE_SZ, 4096 << reads / 64 % 9);
  }
  return 0;
}
