/* Measures two writers, which are programs that write forever, with one kind of reader:
     duel CORES KIND READER WRITER WRITER
   CORES lists the cores for the writers and the readers, such as 0,1. It may be empty. If KIND is socket, the
   readers read from Unix stream sockets instead of pipes. The shell runs the programs READER and WRITER. The
   two writers take turns, each with its own reader. Nobody sees the writers' messages. The last line that a
   reader prints must begin with a count.
   The output is one line of numbers. For each writer, the line contains the count, the elapsed time, the
   writer's CPU time, and the time during which the writer or its reader waited for a core, in microseconds.
   If the measurement fails, this program reports the reason in one sentence. */
#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const long long SECOND = 1000000000, MILLISECOND = 1000000;

/* The longest time for which this program waits for a writer or a reader. */
static const long long PATIENCE = 15000000000;

/* In the order ABBA, a steady change in the machine's speed affects both writers equally. Programs that copy
   reach their full speed only some milliseconds after SIGCONT, so turns must not be much shorter. */
static const long long TURN = 50 * MILLISECOND;

static int writer_core = -1, reader_core = -1;

/* Reports the problem in one sentence and exits. */
#define fail(...) (fprintf(stderr, __VA_ARGS__), exit(1))

/* Waits until a condition is true, which it checks at the given intervals in microseconds. The intervals grow
   by a thousandth of the elapsed time, so that a long wait uses little CPU time. */
#define await(condition, interval, ...) \
  for (long long end = now() + PATIENCE; !(condition); \
       usleep((interval) + (now() - end + PATIENCE) / MILLISECOND)) \
    if (now() > end) fail(__VA_ARGS__)

static long long read_clock(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time)) err(2, "clock");
  return time.tv_sec * SECOND + time.tv_nsec;
}

static long long now(void) { return read_clock(CLOCK_MONOTONIC); }

static void pin(int core) {
  cpu_set_t set;
  if (core < 0) return;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof set, &set)) err(2, "core %d", core);
}

/* Starts a process on a core, and returns 0 in the new process. However this program ends, the kernel then
   kills the new process. Ctrl-Z doesn't stop the new process, because it has a process group of its own. */
static pid_t fork_to(int core) {
  pid_t child = fork();
  if (child < 0) err(2, "fork");
  if (child > 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  pin(core);
  return 0;
}

/* Starts a shell command with the given standard streams. The command leads a process group, which receives
   all later signals. */
static pid_t spawn(const char *command, int core, int in, int out, int errors) {
  pid_t child = fork_to(core);
  if (child > 0) return child;
  signal(SIGPIPE, SIG_DFL);
  if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(errors, 2) < 0) _exit(126);
  char *whole;
  if (asprintf(&whole, "exec %s", command) > 0) execlp("sh", "sh", "-c", whole, NULL);
  _exit(127);
}

/* The CPU time that all threads of a process have used, in nanoseconds. */
static long long cpu_time(pid_t process) {
  clockid_t clock;
  if (clock_getcpuclockid(process, &clock)) errx(2, "process %d has no clock", process);
  return read_clock(clock);
}

/* Reads one value about a process from a file in /proc. The format selects the value. */
static void read_value(pid_t process, const char *name, const char *format, void *value) {
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  FILE *file = fopen(path, "re");
  if (!file || fscanf(file, format, value) != 1) fail("%s contains no such value", path);
  fclose(file);
}

/* The time during which a process was ready to run but another process used its core. */
static long long waiting_time(pid_t process) {
  long long time = 0;
  read_value(process, "schedstat", "%*d %lld", &time);
  return time;
}

/* Returns how a child ended, or an si_pid of 0 while it runs. WNOWAIT keeps the child's ID reserved. */
static siginfo_t end_of(pid_t child) {
  siginfo_t end = {.si_pid = 0};
  waitid(P_PID, child, &end, WEXITED | WNOHANG | WNOWAIT);
  return end;
}

static int has_exited(pid_t child) { return end_of(child).si_pid == child; }

/* Returns whether a process sleeps and has used no more CPU time than before. */
static int stays_asleep(pid_t process, long long *time) {
  long long before = *time;
  char state;
  *time = cpu_time(process);
  read_value(process, "stat", "%*d (%*[^)]) %c", &state);
  return state == 'S' && *time == before;
}

/* Stops a process unless it has already exited. */
static void stop(pid_t child) {
  siginfo_t info;
  kill(-child, SIGSTOP);
  waitid(P_PID, child, &info, WSTOPPED | WEXITED | WNOWAIT);
}

/* Brings both cores into the same state by keeping them busy for 10 ms. Otherwise, on some machines, a writer
   that follows a sleeping writer would be slow. */
static void settle(void) {
  pid_t other = fork_to(writer_core);
  while (other == 0) continue;
  while (cpu_time(other) < 10 * MILLISECOND) continue;
  kill(other, SIGKILL);
  waitpid(other, NULL, 0);
}

/* A writer, its reader, and the pipe or socket between them. */
struct pair {
  int ends[2]; /* The reader reads from the first end, and the writer writes to the second. */
  int report;  /* This pipe contains what the reader has printed. */
  const char *command;
  pid_t reader, writer;
  long long count, elapsed, writer_ran, waited;
};

/* Starts a reader and a writer. Stops the reader while it waits for input, and the writer after its first
   byte, so that the throughput includes neither program's startup. */
static void start_pair(struct pair *pair, const char *kind, const char *reader, const char *writer) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC), report[2];
  if (pipe2(report, O_CLOEXEC) ||
      (strcmp(kind, "socket") ? pipe2(pair->ends, O_CLOEXEC)
                              : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair->ends)))
    err(2, "pipe");
  pair->report = report[0];
  pair->command = writer;

  /* Until the duel begins, this process can use the reader's core. */
  pin(reader_core);
  pair->reader = spawn(reader, reader_core, pair->ends[0], report[1], report[1]);
  close(report[1]);
  long long reader_ran = -1;
  await(has_exited(pair->reader) || stays_asleep(pair->reader, &reader_ran), 1000,
        "the reader never waits for input");
  stop(pair->reader);
  settle();
  pair->writer = spawn(writer, writer_core, null, pair->ends[1], null);
  struct pollfd first = {.fd = pair->ends[0], .events = POLLIN};
  await(poll(&first, 1, 1) != 0 || has_exited(pair->writer), 0, "%s writes nothing", writer);
  long long first_byte = now();
  stop(pair->writer);
  pair->elapsed = now() - first_byte;
}

/* The number of bytes that are on the way from the writer to the reader. */
static int on_the_way(struct pair *pair) {
  int unread = 0;
  if (ioctl(pair->ends[0], FIONREAD, &unread)) err(2, "FIONREAD");
  return unread;
}

/* Lets both programs run for the length of a turn. The reader then reads the remaining data. */
static void take_turn(struct pair *pair) {
  long long start = now();
  pair->writer_ran -= cpu_time(pair->writer);
  pair->waited -= waiting_time(pair->writer) + waiting_time(pair->reader);
  kill(-pair->writer, SIGCONT);
  kill(-pair->reader, SIGCONT);
  usleep(TURN / 1000);
  stop(pair->writer);
  pair->writer_ran += cpu_time(pair->writer);
  await(on_the_way(pair) == 0 || has_exited(pair->reader), 10, "the reader of %s does not read",
        pair->command);
  pair->elapsed += now() - start;
  stop(pair->reader);
  pair->waited += waiting_time(pair->writer) + waiting_time(pair->reader);
}

static const char *describe(siginfo_t end) { return end.si_code == CLD_EXITED ? "status" : "signal"; }

/* Kills the writer. The reader then reaches the end of its input, prints its count and exits. Returns the
   count. */
static long long finish_pair(struct pair *pair) {
  static char text[64 * 1024];
  siginfo_t writer_end = end_of(pair->writer);
  int ended_early = has_exited(pair->reader);
  kill(pair->writer, SIGKILL);
  waitpid(pair->writer, NULL, 0);
  int has_children = kill(-pair->writer, SIGKILL) == 0;
  close(pair->ends[0]), close(pair->ends[1]);
  kill(-pair->reader, SIGCONT);
  await(has_exited(pair->reader), 1000, "the reader of %s does not end", pair->command);
  siginfo_t end = end_of(pair->reader);
  ssize_t length = read(pair->report, text, sizeof text - 1);
  text[length > 0 ? length : 0] = 0;
  const char *first = strtok(text, "\n") ?: "", *last = first;
  for (char *line; (line = strtok(NULL, "\n"));) last = line;
  if (end.si_code != CLD_EXITED || end.si_status != 0)
    fail("the reader of %s ended with %s %d: %s", pair->command, describe(end), end.si_status, first);
  if (writer_end.si_pid)
    fail("%s ended with %s %d", pair->command, describe(writer_end), writer_end.si_status);
  /* The CPU time of the children is unknown. */
  if (has_children) fail("%s starts another process, which a script avoids with exec", pair->command);
  if (ended_early) fail("the reader of %s ended before its input", pair->command);
  char *rest;
  long long count = strtoll(last, &rest, 10);
  if (count <= 0 || count >= SECOND * SECOND || (*rest && !isspace((unsigned char)*rest)))
    fail("the reader of %s printed '%s' instead of a count", pair->command, last);
  return count;
}

int main(int count, char **words) {
  static struct pair pairs[2];
  if (count != 6) errx(2, "the beginning of duel.c explains the arguments");
  sscanf(words[1], "%d,%d", &writer_core, &reader_core);
  /* After Ctrl-Z, the duel still ends, because the programs keep running. */
  signal(SIGTSTP, SIG_IGN);
  /* The children of a writer that has exited become children of this process, so that it notices them. */
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int i = 0; i < 2; i++) start_pair(&pairs[i], words[2], words[3], words[4 + i]);
  /* Between turns, the writers' core is idle, so this process can use it. */
  pin(writer_core);
  for (int i = 0; i < 4; i++) take_turn(&pairs[(i + 1) / 2 % 2]);
  for (int i = 0; i < 2; i++) pairs[i].count = finish_pair(&pairs[i]);
  for (struct pair *pair = pairs; pair < pairs + 2; pair++)
    printf("%lld %lld %lld %lld%c", pair->count, pair->elapsed / 1000, pair->writer_ran / 1000,
           pair->waited / 1000, pair == pairs ? ' ' : '\n');
}
