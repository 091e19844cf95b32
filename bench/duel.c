/* Measures two writers, which are programs that write forever, with one kind of reader:
     duel CORES CHANNEL SECONDS READER WRITER WRITER
   CORES lists the cores for the writers and the readers, such as 0,1. It may be empty. CHANNEL is pipe or
   socket. The shell runs the programs READER and WRITER. The two writers take turns, each with its own
   reader. The last line that the reader prints must begin with a count. If the reader prints nothing, the
   number of bytes that it has received from read(2) counts.
   The output is one line of numbers. For each writer, the line contains the count, the elapsed time, the
   writer's CPU time, and the time during which the writer or its reader waited for a core. The durations of a
   system call, a round trip and a wake-up follow. All times are in nanoseconds. If the measurement fails,
   this program reports the reason in one sentence. */
#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_SILENCE = 30, LONGEST_END = 10, TEXT_SIZE = 64 * 1024 };

static const long long SECOND = 1000000000, MILLISECOND = 1000000;

static int writer_core = -1, reader_core = -1;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

static void pin(int core) {
  cpu_set_t set;
  if (core < 0) return;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof set, &set)) err(2, "core %d", core);
}

/* Starts a process on a core, and returns 0 in the new process. The new process gets a process group of its
   own, so that it can be killed with its children. Ctrl-C and Ctrl-Z don't reach this group. If the old
   process is killed, the kernel kills the new process. */
static pid_t fork_to(int core) {
  pid_t child = fork();
  if (child < 0) err(2, "fork");
  if (child > 0) return child;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  for (int i = 0; i < 3; i++) signal((int[]){SIGINT, SIGTERM, SIGHUP}[i], SIG_DFL);
  signal(SIGTSTP, SIG_DFL);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pin(core);
  return 0;
}

/* Starts a shell command with the given standard streams. */
static pid_t spawn(const char *command, int core, int in, int out, int errors) {
  pid_t child = fork_to(core);
  if (child > 0) return child;
  if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(errors, 2) < 0) _exit(126);
  execlp("sh", "sh", "-c", command, NULL);
  _exit(127);
}

static void *share(size_t size, int file) {
  int flags = file < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, file, 0);
  if (memory == MAP_FAILED) err(2, "mmap");
  return memory;
}

/* Creates a file in memory for a program's output, and maps it. The file can't grow. */
static int make_text(char **text) {
  int file = memfd_create("text", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || ftruncate(file, TEXT_SIZE) || fcntl(file, F_ADD_SEALS, F_SEAL_GROW)) err(2, "memfd");
  *text = share(TEXT_SIZE, file);
  return file;
}

/* The CPU time that all threads of a process have used, in nanoseconds. */
static long long cpu_time(pid_t process) {
  struct timespec time;
  clockid_t clock;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time)) return 0;
  return time.tv_sec * SECOND + time.tv_nsec;
}

/* Reads a number of a process from a file in /proc. The format selects the number. */
static long long read_number(pid_t process, const char *name, const char *format) {
  char path[32], text[512];
  long long number = 0;
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  text[length > 0 ? length : 0] = 0;
  sscanf(text, format, &number);
  close(file);
  return number;
}

/* The time during which a process was ready to run but another process used its core. */
static long long waiting_time(pid_t process) { return read_number(process, "schedstat", "%*d %lld"); }

/* The number of bytes that all read(2) calls of a process have returned. */
static long long bytes_read(pid_t process) { return read_number(process, "io", "rchar: %lld"); }

/* Returns how a child ended, or an si_pid of 0 while it runs. WNOWAIT keeps the child's ID reserved. */
static siginfo_t end_of(pid_t child) {
  siginfo_t end = {.si_pid = 0};
  waitid(P_PID, child, &end, WEXITED | WNOHANG | WNOWAIT);
  return end;
}

static int has_exited(pid_t child) { return end_of(child).si_pid == child; }

/* Waits until a process sleeps and stays asleep, which shows that a reader has started and waits for input.
   Returns false if the process is awake for too long. */
static int wait_until_asleep(pid_t process) {
  long long before = -1;
  char path[32], state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  for (long long end = now() + LONGEST_SILENCE * SECOND; !has_exited(process);) {
    FILE *file = fopen(path, "re");
    if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 0;
    if (file) fclose(file);
    long long time = cpu_time(process);
    if (state == 'S' && time == before) return 1;
    if (now() > end) return 0;
    before = time;
    usleep(1000);
  }
  return 1;
}

/* Stops a process unless it has already exited. */
static void stop(pid_t child) {
  siginfo_t info;
  kill(child, SIGSTOP);
  waitid(P_PID, child, &info, WSTOPPED | WEXITED | WNOWAIT);
}

/* This set contains only SIGCHLD, which is blocked. */
static sigset_t awaited;

/* Sleeps until the given time, or until one of the two children exits. */
static void sleep_until(long long end, pid_t one, pid_t other) {
  for (long long left; (left = end - now()) > 0 && !has_exited(one) && !has_exited(other);) {
    struct timespec rest = {left / SECOND, left % SECOND};
    sigtimedwait(&awaited, NULL, &rest);
  }
}

/* The durations, in nanoseconds, of a system call, of a round trip through memory between the two cores, and
   of a round trip between two processes that sleep until the other process writes to a pipe. A virtual
   machine may need the hypervisor to wake a core, so the last duration often changes. */
static struct {
  long long call, trip, wake;
} costs = {SECOND, SECOND, 0};

/* Measures the wake-ups, and then brings both cores into the same state by keeping them busy for 10 ms.
   Otherwise, on some machines, a writer that follows a sleeping writer would be slow. Meanwhile, this process
   measures the other costs on the reader's core. The shortest of many tries counts, because another program
   can only make a try longer. */
static void settle(void) {
  enum { TIMES = 50 };
  volatile int *ball = share(sizeof *ball, -1);
  int there[2], back[2], wakes = 0;
  char byte = 0;
  if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC)) err(2, "pipe");
  pid_t other = fork_to(writer_core);
  if (other == 0) {
    close(there[1]);
    while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1) continue;
    for (;;)
      if (*ball) *ball = 0;
  }
  close(there[0]), close(back[1]);
  long long begin = now();
  while (now() < begin + 5 * MILLISECOND && write(there[1], &byte, 1) == 1 && read(back[0], &byte, 1) == 1)
    wakes++;
  costs.wake = wakes ? (now() - begin) / wakes : 0;
  close(there[1]), close(back[0]);
  for (long long end = now() + 10 * MILLISECOND, start; (start = now()) < end;) {
    for (int i = 0; i < TIMES; i++) syscall(SYS_getppid);
    long long middle = now();
    if (middle - start < costs.call * TIMES) costs.call = (middle - start) / TIMES;
    if (writer_core < 0) continue;
    for (int i = 0; i < TIMES; i++)
      for (*ball = 1; *ball;);
    if (now() - middle < costs.trip * TIMES) costs.trip = (now() - middle) / TIMES;
  }
  kill(other, SIGKILL);
  waitpid(other, NULL, 0);
}

/* A writer, its reader, and the channel between them. */
struct pair {
  int ends[2]; /* The reader reads from the first end, and the writer writes to the second. */
  char *report, *messages;
  pid_t reader, writer;
  long long count, elapsed, writer_ran, waited;
  siginfo_t writer_end, reader_end;
};

/* Waits until the writer has written a byte or ended. Returns false if the writer is silent for too long. */
static int wait_for_output(struct pair *pair) {
  struct pollfd first = {.fd = pair->ends[0], .events = POLLIN};
  for (long long end = now() + LONGEST_SILENCE * SECOND; now() < end && !has_exited(pair->writer);)
    if (poll(&first, 1, 1) > 0) return 1;
  return has_exited(pair->writer);
}

/* The number of bytes that are on the way from the writer to the reader. */
static int on_the_way(struct pair *pair) {
  int unread = 0;
  if (ioctl(pair->ends[0], FIONREAD, &unread)) err(2, "FIONREAD");
  return unread;
}

/* Returns the first line that a child printed, or its status if it printed nothing. */
static const char *describe_end(siginfo_t end, char *text) {
  static char line[100];
  snprintf(line, sizeof line, "%s %d", end.si_code == CLD_EXITED ? "status" : "signal", end.si_status);
  return *text && *text != '\n' ? strtok(text, "\n") : line;
}

/* Returns the last line of a string. */
static char *last_line(char *text) {
  size_t length = strlen(text);
  while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = 0;
  char *newline = strrchr(text, '\n');
  return newline ? newline + 1 : text;
}

static struct pair pairs[2];

static void kill_all(void) {
  for (int i = 0; i < 2; i++) {
    if (pairs[i].writer) kill(-pairs[i].writer, SIGKILL);
    if (pairs[i].reader) kill(-pairs[i].reader, SIGKILL);
  }
}

static volatile sig_atomic_t is_suspended;

/* After Ctrl-Z, the current turn still ends, so that neither pair runs while this process is stopped. */
static void suspend(int signal) { is_suspended = signal; }

static void give_up(int signal) {
  kill_all();
  _exit(128 + signal);
}

/* Reports the problem in one sentence and exits. */
#define fail(...) (fprintf(stderr, __VA_ARGS__), exit(1))

/* Starts a reader and a writer. Stops the reader while it waits for input, and the writer after its first
   byte, so that the throughput includes neither program's startup. */
static void start_pair(struct pair *pair, const char *channel, const char *reader, const char *writer) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  char *command;
  int report = make_text(&pair->report), messages = make_text(&pair->messages);
  if (strcmp(channel, "socket") == 0 ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair->ends)
                                     : pipe2(pair->ends, O_CLOEXEC))
    err(2, "%s", channel);
  if (asprintf(&command, "exec %s", reader) < 0) err(2, "asprintf");

  /* Until the duel begins, this process can use the reader's core. */
  pin(reader_core);
  pair->reader = spawn(command, reader_core, pair->ends[0], report, report);
  if (!wait_until_asleep(pair->reader)) fail("the reader never waits for input");
  stop(pair->reader);
  pair->count = -bytes_read(pair->reader);
  settle();
  if (asprintf(&command, "exec %s", writer) < 0) err(2, "asprintf");
  pair->writer = spawn(command, writer_core, null, pair->ends[1], messages);
  if (!wait_for_output(pair)) fail("%s wrote nothing for %d seconds", writer, LONGEST_SILENCE);
  long long start = now();
  stop(pair->writer);
  pair->elapsed = now() - start;
}

/* Lets both programs run for the given time. The reader then reads the remaining data. */
static void take_turn(struct pair *pair, long long length) {
  long long start = now(), end = start + length;
  pair->writer_ran -= cpu_time(pair->writer);
  pair->waited -= waiting_time(pair->writer) + waiting_time(pair->reader);
  kill(pair->writer, SIGCONT);
  kill(pair->reader, SIGCONT);
  sleep_until(end, pair->writer, pair->reader);
  stop(pair->writer);
  pair->writer_ran += cpu_time(pair->writer);
  /* This process can now use the writer's core. */
  pin(writer_core);
  for (end = now() + LONGEST_END * SECOND; on_the_way(pair) > 0 && !has_exited(pair->reader) && now() < end;)
    usleep(10);
  pair->elapsed += now() - start;
  stop(pair->reader);
  pair->waited += waiting_time(pair->writer) + waiting_time(pair->reader);
}

/* Kills the writer. The reader then reaches the end of its input, prints its count and exits. */
static void end_pair(struct pair *pair) {
  pair->count += bytes_read(pair->reader);
  pair->writer_end = end_of(pair->writer);
  kill(-pair->writer, SIGKILL);
  close(pair->ends[0]), close(pair->ends[1]);
  kill(pair->reader, SIGCONT);
  sleep_until(now() + LONGEST_END * SECOND, pair->reader, pair->reader);
  pair->reader_end = end_of(pair->reader);
}

static void check_pair(struct pair *pair, const char *writer) {
  siginfo_t end = pair->reader_end;
  pair->report[TEXT_SIZE - 1] = pair->messages[TEXT_SIZE - 1] = 0;
  if (end.si_pid == 0) fail("the reader of %s does not end", writer);
  if (end.si_code != CLD_EXITED || end.si_status != 0)
    fail("the reader of %s failed: %s", writer, describe_end(end, pair->report));
  if (pair->writer_end.si_pid) fail("%s ended: %s", writer, describe_end(pair->writer_end, pair->messages));
  char *result = last_line(pair->report), *rest = result;
  if (*result) pair->count = strtoll(result, &rest, 10);
  int is_number = !*result || !*rest || isspace((unsigned char)*rest);
  if (!is_number || pair->count <= 0 || pair->count >= SECOND * SECOND)
    fail("the reader of %s printed '%s' instead of a count", writer, result);
}

int main(int count, char **words) {
  if (count != 7) errx(2, "the beginning of duel.c explains the arguments");
  sscanf(words[1], "%d,%d", &writer_core, &reader_core);
  signal(SIGINT, give_up);
  signal(SIGTERM, give_up);
  signal(SIGHUP, give_up);
  signal(SIGTSTP, suspend);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  atexit(kill_all);
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigprocmask(SIG_SETMASK, &awaited, NULL);
  /* In the order ABBA, a steady change in the machine's speed affects both writers equally. Programs that
     copy reach their full speed only some milliseconds after SIGCONT, so turns must not be much shorter. */
  const long long turn = 50 * MILLISECOND, whole = atof(words[3]) * SECOND;
  int turns = 4 * ((whole + 2 * turn - 1) / (2 * turn));
  for (int i = 0; i < 2; i++) start_pair(&pairs[i], words[2], words[4], words[5 + i]);
  for (int i = 0; i < turns; i++) {
    if (is_suspended) raise(SIGSTOP);
    is_suspended = 0;
    take_turn(&pairs[(i + 1) / 2 % 2], turn);
  }
  for (int i = 0; i < 2; i++) end_pair(&pairs[i]);
  for (int i = 0; i < 2; i++) check_pair(&pairs[i], words[5 + i]);
  for (struct pair *pair = pairs; pair < pairs + 2; pair++)
    printf("%lld %lld %lld %lld ", pair->count, pair->elapsed, pair->writer_ran, pair->waited);
  printf("%lld %lld %lld\n", costs.call, writer_core < 0 ? 0 : costs.trip, costs.wake);
}
