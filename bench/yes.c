/* The strategies native, vmsplice and tee in C, so that `make bench` shows what .NET costs:
     yes-in-c --list-strategies
     yes-in-c --strategy NAME LINE
   In the steady state, it makes the same system calls, but it exits if one of them fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, BLOCK = 8 * PAGE, SLOTS = 32, TRIES = 50 };

static size_t check(long result, const char *call) {
  if (result >= 0) return result;
  perror(call);
  exit(1);
}

/* Makes a buffer of as many whole lines as fit into a size, but at least one. */
static char *tile(const char *line, size_t size, size_t *length) {
  size_t bytes = strlen(line) + 1;
  *length = bytes > size ? bytes : size / bytes * bytes;
  char *buffer = aligned_alloc(PAGE, (*length + PAGE - 1) / PAGE * PAGE);
  for (size_t i = 0; i < *length; i++)
    buffer[i] = i % bytes == bytes - 1 ? '\n' : line[i % bytes];
  return buffer;
}

static void run_native(const char *line) {
  struct stat output;
  size_t length;
  check(fstat(1, &output), "fstat");
  char *buffer = tile(line, S_ISFIFO(output.st_mode) ? 2 * PAGE : 16 * PAGE, &length);
  for (size_t next = 0;; next %= length)
    next += check(write(1, buffer + next, length - next), "write");
}

static void run_vmsplice(const char *line) {
  size_t length;
  char *buffer = tile(line, 32 * PAGE, &length);
  fcntl(1, F_SETPIPE_SZ, 128 * PAGE);
  for (size_t next = 0;; next %= length) {
    struct iovec rest = {buffer + next, length - next};
    next += check(vmsplice(1, &rest, 1, 0), "vmsplice");
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Copies the source to standard output until standard output is full or has received its capacity. */
static size_t refill(int source, size_t length, size_t capacity, int block) {
  size_t moved = 0, copied;
  do {
    ssize_t result = tee(source, 1, length, block && moved == 0 ? 0 : SPLICE_F_NONBLOCK);
    copied = result < 0 && errno == EAGAIN ? 0 : check(result, "tee"); /* 0 means full, too */
    moved += copied;
  } while (copied == length && moved < capacity);
  return moved;
}

/* Refills standard output forever, and sleeps as src/Yes.CSharp/Strategies/Pace.cs explains.
   A sleep of less than 5 us becomes 1 ns, and is skipped until 175 refills have made it longer again. */
static void pump(int source, size_t bytes_per_slot) {
  const double longest = 2e-3, shortest = 5e-6, none = 1e-9;
  double sleep = 20e-6;
  prctl(PR_SET_TIMERSLACK, 1);
  for (int full = 0;;) {
    size_t capacity = check(fcntl(1, F_GETPIPE_SZ), "standard output") / PAGE * bytes_per_slot;
    double start = now();
    int block = full >= TRIES;
    size_t moved = refill(source, SLOTS * bytes_per_slot, capacity, block);
    if (moved == 0) full++;
    if (moved == 0 || (block && now() - start > longest)) continue;
    full = 0;
    if (moved >= capacity)
      sleep = sleep * 0.95 < shortest ? none : sleep * 0.95;
    else if (moved < 0.9 * capacity)
      sleep = sleep * 1.05 > longest ? longest : sleep * 1.05;
    if (sleep >= shortest) nanosleep(&(struct timespec){0, sleep * 1e9}, NULL);
  }
}

static void run_tee(const char *line) {
  int sockets[2], seed[2], source[2];
  size_t length;
  char *block = tile(line, BLOCK, &length);
  fcntl(1, F_SETPIPE_SZ, 256 * PAGE);
  check(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) | pipe(seed) | pipe(source), "pipes");
  check(send(sockets[0], block, BLOCK, 0), "send");
  check(splice(sockets[1], NULL, seed[1], NULL, length, 0), "splice");
  fcntl(source[1], F_SETPIPE_SZ, SLOTS * PAGE);
  for (int slot = 0; slot < SLOTS; slot++)
    if (check(tee(seed[0], source[1], length, SPLICE_F_NONBLOCK), "tee") < length) exit(1);
  pump(source[0], length);
}

int main(int count, char **words) {
  if (count == 2) puts("native C\nvmsplice C\ntee C");
  if (count != 4) return count != 2;
  if (strcmp(words[2], "native") == 0) run_native(words[3]);
  if (strcmp(words[2], "vmsplice") == 0) run_vmsplice(words[3]);
  if (strcmp(words[2], "tee") == 0) run_tee(words[3]);
  return 1;
}
