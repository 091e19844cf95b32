/* Writes y lines with a technique in C, which `make bench` compares with the .NET strategies:
     yes-in-c [TECHNIQUE]
   Without a technique, this program lists all techniques. A technique with the name of a strategy makes the
   same steady-state system calls as that strategy does into a pipe. docs/tried.md explains the other
   techniques. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, BLOCK = 8 * PAGE, SLOTS = 32, TRIES = 50 };

static size_t check(long result, const char *call) {
  if (result >= 0) return result;
  perror(call);
  exit(1);
}

/* Makes a buffer of lines that is aligned to a page. */
static char *tile(size_t size) {
  char *buffer = aligned_alloc(PAGE, size);
  for (size_t i = 0; i < size; i++) buffer[i] = "y\n"[i % 2];
  return buffer;
}

static void run_write(size_t size) {
  char *buffer = tile(size);
  for (size_t next = 0;; next %= size) next += check(write(1, buffer + next, size - next), "write");
}

static void run_vmsplice(size_t size) {
  char *buffer = tile(size);
  fcntl(1, F_SETPIPE_SZ, 128 * PAGE);
  for (size_t next = 0;; next %= size) {
    struct iovec rest = {buffer + next, size - next};
    next += check(vmsplice(1, &rest, 1, 0), "vmsplice");
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Copies the source to standard output until the pipe is full or `capacity` bytes have been copied. */
static size_t refill(int source, size_t length, size_t capacity, int block) {
  size_t moved = 0, copied;
  do {
    ssize_t result = tee(source, 1, length, block && moved == 0 ? 0 : SPLICE_F_NONBLOCK);
    copied = result < 0 && errno == EAGAIN ? 0 : check(result, "tee"); /* 0 also means a full pipe */
    moved += copied;
  } while (copied == length && moved < capacity);
  return moved;
}

/* Makes a pipe in which each slot refers to a page or a block of lines. Enlarges standard output. A write
   would divide a block among several slots, but a block from a socket fills only a single slot. */
static int fill_source(size_t size) {
  int sockets[2], first[2], source[2];
  char *lines = tile(size);
  fcntl(1, F_SETPIPE_SZ, 256 * PAGE);
  check(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) | pipe(first) | pipe(source), "pipes");
  check(send(sockets[0], lines, size, 0), "send");
  check(splice(sockets[1], NULL, first[1], NULL, size, 0), "splice");
  fcntl(source[1], F_SETPIPE_SZ, SLOTS * PAGE);
  for (int slot = 0; slot < SLOTS; slot++)
    if (check(tee(first[0], source[1], size, SPLICE_F_NONBLOCK), "tee") < size) exit(1);
  return source[0];
}

/* Alternately refills standard output and sleeps. src/Yes.CSharp/Strategies/Pace.cs explains the pacing. A
   sleep below 5 us becomes 1 ns, which means no sleep. Then 175 increases bring the sleep back to 5 us. */
static void run_tee(size_t size) {
  const double longest = 2e-3, shortest = 5e-6, none = 1e-9;
  double sleep = 20e-6;
  int source = fill_source(size);
  prctl(PR_SET_TIMERSLACK, 1);
  for (int full = 0;;) {
    size_t capacity = check(fcntl(1, F_GETPIPE_SZ), "standard output") / PAGE * size;
    double start = now();
    int block = full >= TRIES;
    size_t moved = refill(source, SLOTS * size, capacity, block);
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

static void run_tee_blocking(size_t size) {
  int source = fill_source(size);
  for (;;) check(tee(source, 1, SLOTS * size, 0), "tee");
}

/* The size is the number of bytes in a write, in the buffer of vmsplice or in a slot. Like uutils, tee-pages
   fills each slot with a single page. Unlike uutils, it sleeps between refills. */
static const struct {
  const char *name;
  void (*run)(size_t size);
  size_t size;
} techniques[] = {
    {"native", run_write, 2 * PAGE},
    {"vmsplice", run_vmsplice, 32 * PAGE},
    {"tee", run_tee, BLOCK},
    {"tee-pages", run_tee, PAGE},
    {"tee-blocking", run_tee_blocking, BLOCK},
};

int main(int count, char **words) {
  for (size_t i = 0; i < sizeof techniques / sizeof *techniques; i++) {
    if (count == 1) puts(techniques[i].name);
    if (count > 1 && strcmp(words[1], techniques[i].name) == 0) techniques[i].run(techniques[i].size);
  }
  return count > 1;
}
