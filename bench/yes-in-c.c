/* Implements yes in C with several techniques, which `make bench` compares with the .NET strategies:
     yes-in-c --list-strategies
     yes-in-c --strategy NAME [LINE]
   The table at the end lists the techniques. A technique whose kind is "strategy" makes the same steady-state
   system calls as the strategy with that name. docs/tried.md explains the other techniques. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, HUGE_PAGE = 512 * PAGE, BLOCK = 8 * PAGE, SLOTS = 32, TRIES = 50 };
enum { BATCH = 16 };

/* A row in the table of techniques. */
struct technique {
  const char *name, *kind;
  void (*run)(struct technique technique, const char *line);
  size_t size; /* the size in bytes of a write, a page or a slot */
  int slots;   /* the new number of slots of standard output, or 0 to keep the number */
};

static size_t check(long result, const char *call) {
  if (result >= 0) return result;
  perror(call);
  exit(1);
}

/* If slots is 0, the pipe keeps its slots. The kernel would shrink a pipe of 0 bytes to a single slot. */
static void set_slots(int pipe, int slots) {
  if (slots > 0) fcntl(pipe, F_SETPIPE_SZ, slots * PAGE);
}

/* Makes a buffer that is aligned to the given page size. The buffer contains as many whole lines as fit into
   size bytes, but at least one. */
static char *tile(size_t page, const char *line, size_t size, size_t *length) {
  size_t bytes = strlen(line) + 1;
  *length = bytes > size ? bytes : size / bytes * bytes;
  size_t whole_pages = (*length + page - 1) / page * page;
  char *buffer = aligned_alloc(page, whole_pages);
  if (page == HUGE_PAGE) check(madvise(buffer, whole_pages, MADV_HUGEPAGE), "madvise");
  for (size_t i = 0; i < *length; i++)
    buffer[i] = i % bytes == bytes - 1 ? '\n' : line[i % bytes];
  return buffer;
}

static void run_write(struct technique technique, const char *line) {
  size_t length;
  struct stat output;
  check(fstat(1, &output), "fstat");
  char *buffer = tile(PAGE, line, S_ISFIFO(output.st_mode) ? technique.size : 64 * PAGE, &length);
  set_slots(1, technique.slots);
  for (size_t next = 0;; next %= length)
    next += check(write(1, buffer + next, length - next), "write");
}

static void run_vmsplice(struct technique technique, const char *line) {
  size_t length;
  char *buffer = tile(technique.size, line, 32 * PAGE, &length);
  set_slots(1, technique.slots);
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

/* Alternately refills standard output and sleeps. src/Yes.CSharp/Strategies/Pace.cs explains the pacing. A
   sleep below 5 us becomes 1 ns, which means no sleep. Then 175 increases bring the sleep back to 5 us. */
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

/* Makes a pipe in which each slot refers to whole lines in a page or a block. Enlarges standard output. A
   write would divide a block among several slots, but a block from a socket fills only a single slot. */
static int fill_source(const char *line, size_t size, size_t *length) {
  int sockets[2], first[2], source[2];
  char *lines = tile(PAGE, line, size, length);
  set_slots(1, 256);
  check(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) | pipe(first) | pipe(source), "pipes");
  if (size == PAGE) {
    check(write(first[1], lines, *length), "write");
  } else {
    check(send(sockets[0], lines, size, 0), "send");
    check(splice(sockets[1], NULL, first[1], NULL, *length, 0), "splice");
  }
  set_slots(source[1], SLOTS);
  for (int slot = 0; slot < SLOTS; slot++)
    if (check(tee(first[0], source[1], *length, SPLICE_F_NONBLOCK), "tee") < *length) exit(1);
  return source[0];
}

static void run_tee(struct technique technique, const char *line) {
  size_t length;
  int source = fill_source(line, technique.size, &length);
  pump(source, length);
}

static void run_writev(struct technique technique, const char *line) {
  size_t length;
  char *buffer = tile(PAGE, line, technique.size, &length);
  struct iovec parts[BATCH];
  for (int i = 0; i < BATCH; i++) parts[i] = (struct iovec){buffer, length};
  for (size_t next = 0;; next %= length) {
    parts[0] = (struct iovec){buffer + next, length - next};
    next += check(writev(1, parts, BATCH), "writev");
  }
}

static void run_sendfile(struct technique technique, const char *line) {
  size_t length;
  char *lines = tile(PAGE, line, technique.size, &length);
  int file = check(memfd_create("lines", 0), "memfd_create");
  check(write(file, lines, length), "write");
  set_slots(1, technique.slots);
  for (off_t next = 0;; next %= length) check(sendfile(1, file, &next, length - next), "sendfile");
}

static void run_tee_blocking(struct technique technique, const char *line) {
  size_t length;
  int source = fill_source(line, technique.size, &length);
  for (;;) check(tee(source, 1, SLOTS * length, 0), "tee");
}

/* A huge page makes page lookups cheaper. Like uutils, tee-pages fills each slot with a single page. Unlike
   uutils, it sleeps between refills. */
static const struct technique techniques[] = {
    {"native", "strategy", run_write, 2 * PAGE, 0},
    {"vmsplice", "strategy", run_vmsplice, PAGE, 128},
    {"tee", "strategy", run_tee, BLOCK, 0},
    {"writev", "tried", run_writev, PAGE, 0},
    {"large-pipe", "tried", run_write, 16 * PAGE, 256},
    {"sendfile", "tried", run_sendfile, 256 * PAGE, 256},
    {"huge-pages", "tried", run_vmsplice, HUGE_PAGE, 128},
    {"tee-pages", "tried", run_tee, PAGE, 0},
    {"tee-blocking", "tried", run_tee_blocking, BLOCK, 0},
};

int main(int count, char **words) {
  for (size_t i = 0; i < sizeof techniques / sizeof *techniques; i++) {
    struct technique technique = techniques[i];
    if (count == 2) printf("%s %s\n", technique.name, technique.kind);
    if (count > 2 && strcmp(words[2], technique.name) == 0)
      technique.run(technique, count > 3 ? words[3] : "y");
  }
  return count != 2;
}
