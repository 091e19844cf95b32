/* Runs a writer, which is a program that writes forever, and prints a line for each measurement, in
   nanoseconds:
     sample rate CORES CHANNEL SECONDS READER WRITER...    The writer writes to READER, a shell command.
     sample check CORES CHANNEL SILENCE BYTES READS WRITER...    Checks that the output repeats the last
         argument as a line. The check ends after this number of bytes or of reads.
     sample start CORES WRITER...    Measures the time from execve(2) to the first byte.
     sample costs CORES    Measures a system call, and a round trip between the two cores.
   CORES are the writer's and the reader's core, such as 0,1, or an empty word. CHANNEL is pipe or socket. A
   writer fails the check if it writes nothing for SILENCE seconds. A measurement that Ctrl-Z has
   interrupted is repeated. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { READ_SIZE = 64 * 1024, LONGEST_SILENCE = 30, LONGEST_END = 10 };

static const long long SECOND = 1000000000;

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

/* The processes that run at the same time. */
static volatile pid_t started[2];
static volatile int started_count;

/* Starts a process on a core, and returns 0 in the new process. The new process gets a process group of its
   own, so that it can be killed together with its children, and so that Ctrl-C and Ctrl-Z don't reach it. If
   the old process is killed, the kernel kills the new one. */
static pid_t fork_to(int core) {
  pid_t child = fork();
  if (child < 0) err(2, "fork");
  if (child > 0) return started[started_count++] = child;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  /* .NET ignores SIGPIPE, and a program inherits that. */
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pin(core);
  return 0;
}

/* Starts a writer or reader with the given standard streams. If start is not NULL, it receives the time of
   execve(2). */
static pid_t spawn(char **command, int core, int in, int out, int errors, _Atomic long long *start) {
  pid_t child = fork_to(core);
  if (child > 0) return child;
  if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(errors, 2) < 0) _exit(126);
  if (start) *start = now();
  execvp(command[0], command);
  dprintf(2, "%s: %s\n", command[0], strerror(errno));
  _exit(127);
}

/* The time that a process has spent on a processor so far, and waiting for one, in nanoseconds. */
struct usage {
  long long ran, waited;
};

/* Sums up the threads of a process. The process has to be asleep, stopped or dead, because while a thread
   runs, the kernel updates its times only at each tick of the timer. */
static struct usage usage_of(pid_t process) {
  char path[300];
  struct usage sum = {0, 0};
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  for (struct dirent *entry; threads && (entry = readdir(threads));) {
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", process, entry->d_name);
    FILE *file = isdigit(entry->d_name[0]) ? fopen(path, "re") : NULL;
    long long ran, waited;
    if (file && fscanf(file, "%lld %lld", &ran, &waited) == 2) {
      sum.ran += ran;
      sum.waited += waited;
    }
    if (file) fclose(file);
  }
  if (threads) closedir(threads);
  return sum;
}

/* The most memory that a process has occupied, in bytes. */
static long long peak_memory(pid_t process) {
  char path[32], line[200];
  long long kib = 0;
  snprintf(path, sizeof path, "/proc/%d/status", process);
  FILE *file = fopen(path, "re");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %lld", &kib);
  if (file) fclose(file);
  return kib * 1024;
}

/* Whether a child has exited. The child remains until reap(). */
static int has_exited(pid_t child) {
  siginfo_t info = {.si_pid = 0};
  waitid(P_PID, child, &info, WEXITED | WNOHANG | WNOWAIT);
  return info.si_pid == child;
}

/* Waits for a child, and prints the given name and the exit status or "killed". */
static void reap(const char *name, pid_t child) {
  int status;
  if (waitpid(child, &status, 0) < 0) err(2, "waitpid");
  if (WIFEXITED(status))
    printf("%s exit %d\n", name, WEXITSTATUS(status));
  else
    printf("%s signal %d\n", name, WTERMSIG(status));
}

/* Stops a process, unless it has exited. */
static void stop(pid_t child) {
  siginfo_t info;
  kill(child, SIGSTOP);
  waitid(P_PID, child, &info, WSTOPPED | WEXITED | WNOWAIT);
}

static void kill_group(pid_t leader) {
  kill(-leader, SIGKILL);
  kill(leader, SIGKILL);
}

/* Kills the writer and all its descendants. Some may be in other process groups, but they become children
   of this process when their parents are dead, because main asks for that. */
static void kill_writer(pid_t writer, pid_t reader) {
  kill_group(writer);
  for (int killed = 1; killed;) {
    pid_t child;
    FILE *children = fopen("/proc/thread-self/children", "re");
    for (killed = 0; children && fscanf(children, "%d", &child) == 1;) {
      siginfo_t info;
      /* A process of another user can't be killed. */
      if (child == reader || has_exited(child) || kill(child, SIGKILL)) continue;
      waitid(P_PID, child, &info, WEXITED | WNOWAIT);
      killed = 1;
    }
    if (children) fclose(children);
  }
}

/* Waits until a process sleeps and stays asleep, which shows that a reader has started and waits for input.
   Returns false if the process is awake for too long. */
static int wait_until_asleep(pid_t process) {
  struct usage before = {-1, -1};
  char path[32], state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  for (long long end = now() + LONGEST_SILENCE * SECOND; !has_exited(process);) {
    FILE *file = fopen(path, "re");
    if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 0;
    if (file) fclose(file);
    struct usage usage = usage_of(process);
    if (state == 'S' && usage.ran == before.ran && usage.waited == before.waited) return 1;
    if (now() > end) return 0;
    before = usage;
    usleep(1000);
  }
  return 1;
}

/* Sleeps until a time, or until one of two children exits. */
static void sleep_until(long long end, pid_t one, pid_t other) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  for (long long left; (left = end - now()) > 0 && !has_exited(one) && !has_exited(other);) {
    struct timespec rest = {left / SECOND, left % SECOND};
    sigtimedwait(&child, NULL, &rest);
  }
}

static void print_usage(const char *name, struct usage before, struct usage after) {
  if (after.ran > 0) printf("%s %lld %lld\n", name, after.ran - before.ran, after.waited - before.waited);
}

/* Reads the report of a reader until it exits or a deadline passes, and keeps the end of the report. */
static void read_report(int report, long long end, char *text, size_t size) {
  struct pollfd more = {.fd = report, .events = POLLIN};
  size_t length = 0;
  while (now() < end) {
    if (poll(&more, 1, 1000) == 0) continue;
    ssize_t count = read(report, text + length, size - 1 - length);
    if (count <= 0) break;
    length += count;
    if (length > size / 2) {
      memmove(text, text + length - size / 4, size / 4);
      length = size / 4;
    }
  }
  while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
  text[length] = 0;
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

/* Each cost is the median of many tries, because the host may interrupt this machine. */
static void print_median(const char *name, double *values, size_t count) {
  qsort(values, count, sizeof *values, compare);
  printf("%s %.0f\n", name, values[count / 2]);
}

static void work_until(long long end) {
  while (now() < end);
}

/* Brings both cores into the same state, whatever ran before, because after a writer that sleeps most of the
   time, some machines run the next one at a third of its speed. For 25 ms, both cores work. For 25 ms more,
   they wake each other up through two pipes. Prints how long such a round trip takes, so that a slow phase of
   the machine explains itself. This process is on the reader's core. */
static void settle(void) {
  enum { WORK = 25000000, WAKE_UPS = 25000000, MOST = 10000 };
  static double trips[MOST];
  int there[2], back[2];
  char block[8192] = {0};
  size_t count = 0;
  if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC)) err(2, "pipe");
  long long middle = now() + WORK, end = middle + WAKE_UPS;
  pid_t other = fork_to(writer_core);
  if (other == 0) {
    work_until(middle);
    while (read(there[0], block, sizeof block) > 0 && write(back[1], block, 1) == 1);
    _exit(0);
  }
  work_until(middle);
  long long time = now();
  /* If this process lost its core for all of these 25 ms, one round trip remains to be measured. */
  do {
    if (write(there[1], block, sizeof block) < 0 || read(back[0], block, 1) != 1) err(2, "settle");
    trips[count] = now() - time;
    time += trips[count++];
  } while (time < end && count < MOST);
  kill(other, SIGKILL);
  waitpid(other, NULL, 0);
  started_count--;
  close(there[0]), close(there[1]), close(back[0]), close(back[1]);
  print_median("wake", trips, count);
}

/* Opens what connects the writer with the reader, a pipe or a Unix stream socket. */
static void open_channel(const char *channel, int ends[2]) {
  if (strcmp(channel, "socket") ? pipe2(ends, O_CLOEXEC)
                                : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    err(2, "%s", channel);
}

static void sample_rate(const char *channel, double seconds, const char *reader_command, char **command) {
  int ends[2], report[2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
  char *shell, text[4096];
  open_channel(channel, ends);
  if (pipe2(report, O_CLOEXEC)) err(2, "pipe");
  /* The benchmark can read only a report in the C locale, but the writer runs in the user's locale. */
  if (asprintf(&shell, "LC_ALL=C; export LC_ALL; exec %s", reader_command) < 0) err(2, "asprintf");

  /* The reader is stopped as soon as it waits for input, and continues when the first byte is there. That
     way, neither program's startup is measured, and the reader's core is free for this process, which has to
     notice the first byte. */
  pin(reader_core);
  pid_t reader =
      spawn((char *[]){"sh", "-c", shell, NULL}, reader_core, ends[0], report[1], report[1], NULL);
  close(report[1]);
  const char *failure = wait_until_asleep(reader) ? NULL : "it never waits for input";
  stop(reader);
  struct usage reader_before = usage_of(reader);
  settle();
  pid_t writer = spawn(command, writer_core, null, ends[1], 2, NULL);
  close(ends[1]);
  struct pollfd first = {.fd = ends[0], .events = POLLIN};
  int is_silent = poll(&first, 1, LONGEST_SILENCE * 1000) == 0;

  long long start = now();
  stop(writer);
  struct usage writer_before = usage_of(writer);
  kill(writer, SIGCONT);
  kill(reader, SIGCONT);
  close(ends[0]);
  if (!is_silent) sleep_until(start + (long long)(seconds * 1e9), writer, reader);
  int has_ended = has_exited(writer);
  stop(writer);
  struct usage writer_after = usage_of(writer);
  long long memory = peak_memory(writer);
  if (failure) kill_group(reader);
  kill_writer(writer, reader);
  long long end = now() + LONGEST_END * SECOND;
  read_report(report[0], end, text, sizeof text);
  long long elapsed = now() - start;
  /* The reader has read the rest of the pipe after the writer was stopped, so its CPU time ends later. */
  sleep_until(end, reader, reader);
  if (!has_exited(reader)) failure = "it does not end";
  kill_group(reader);
  struct usage reader_after = usage_of(reader);

  printf("elapsed %lld\nmemory %lld\n", elapsed, memory);
  print_usage("writer", writer_before, writer_after);
  print_usage("reader", reader_before, reader_after);
  char *last = strrchr(text, '\n');
  printf("report %s\n", failure ? failure : last ? last + 1 : text);
  if (is_silent) printf("silent %d\n", LONGEST_SILENCE);
  if (!has_ended) printf("running\n");
  reap("writer_ended", writer);
  reap("reader_ended", reader);
}

static void sample_check(const char *channel, int silence, long long bytes, long long reads, char **command) {
  int ends[2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
  open_channel(channel, ends);
  char **last = command;
  while (last[1]) last++;
  size_t line = strlen(*last) + 1, length = line + READ_SIZE; /* A read can begin anywhere in the line. */
  char *right = malloc(length), *got = malloc(READ_SIZE);
  for (size_t i = 0; i < length; i++) right[i] = i % line == line - 1 ? '\n' : (*last)[i % line];

  pin(reader_core);
  pid_t writer = spawn(command, writer_core, null, ends[1], 2, NULL);
  close(ends[1]);
  struct pollfd more = {.fd = ends[0], .events = POLLIN};
  long long offset = 0, left = reads, wrong = 0;
  ssize_t count = 1;
  while (offset < bytes && left > 0 && !wrong) {
    count = poll(&more, 1, silence * 1000) == 0 ? -1 : read(ends[0], got, READ_SIZE);
    if (count <= 0) break;
    const char *expected = right + offset % line;
    if (memcmp(got, expected, count)) {
      size_t i = 0;
      while (got[i] == expected[i]) i++;
      wrong = offset + i + 1;
    }
    offset += count;
    left--;
  }
  if (wrong)
    printf("wrong %lld\n", wrong);
  else
    printf("checked %lld\n", offset);
  if (count < 0) printf("silent %d\n", silence);
  if (count != 0) printf("running\n");
  /* A program that ends on its own gets the time to exit, so that its own exit status is reported. */
  if (count == 0) sleep_until(now() + SECOND, writer, writer);
  kill_writer(writer, 0);
  reap("writer_ended", writer);
}

static void sample_start(char **command) {
  int ends[2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (pipe2(ends, O_CLOEXEC)) err(2, "pipe");
  _Atomic long long *start =
      mmap(NULL, sizeof *start, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) err(2, "mmap");
  pin(reader_core);
  pid_t writer = spawn(command, writer_core, null, ends[1], null, start);
  close(ends[1]);
  struct pollfd first = {.fd = ends[0], .events = POLLIN};
  if (poll(&first, 1, LONGEST_SILENCE * 1000) == 1 && first.revents & POLLIN)
    printf("start %lld\n", now() - *start);
  kill_writer(writer, 0);
  reap("writer_ended", writer);
}

static void sample_costs(void) {
  enum { TRIES = 300, CALLS = 1000, TRIPS = 200 };
  double costs[TRIES];
  pin(writer_core);
  for (int i = 0; i < TRIES; i++) {
    long long start = now();
    for (int j = 0; j < CALLS; j++) syscall(SYS_getppid);
    costs[i] = (double)(now() - start) / CALLS;
  }
  print_median("call", costs, TRIES);
  if (reader_core < 0) return;

  atomic_int *ball = mmap(NULL, sizeof *ball, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (ball == MAP_FAILED) err(2, "mmap");
  pid_t other = fork_to(reader_core);
  while (other == 0) atomic_compare_exchange_strong(ball, &(int){1}, 0);
  for (int i = 0; i < TRIES; i++) {
    long long start = now();
    for (int j = 0; j < TRIPS; j++) {
      *ball = 1;
      while (*ball == 1);
    }
    costs[i] = (double)(now() - start) / TRIPS;
  }
  kill(other, SIGKILL);
  waitpid(other, NULL, 0);
  print_median("trip", costs, TRIES);
}

static char **arguments;

/* Ctrl-Z does not stop the other processes, so this function kills them. After fg, it measures again. */
static void suspend(int signal) {
  (void)signal;
  for (int i = 0; i < started_count; i++) kill_group(started[i]);
  raise(SIGSTOP);
  execv("/proc/self/exe", arguments);
  _exit(2);
}

/* Does nothing, because a signal with a handler interrupts a sleep. */
static void do_nothing(int signal) { (void)signal; }

int main(int count, char **words) {
  const char *mode = count > 2 ? words[1] : "";
  if (count > 2) sscanf(words[2], "%d,%d", &writer_core, &reader_core);
  arguments = words;
  sigaction(SIGTSTP, &(struct sigaction){.sa_handler = suspend}, NULL);
  /* After Ctrl-C, the benchmark kills this process with all its children. It finds them only while this
     process exists. */
  signal(SIGINT, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  /* SIGCHLD has to interrupt a sleep, but only when a child exits. */
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_SETMASK, &child, NULL);
  sigaction(SIGCHLD, &(struct sigaction){.sa_handler = do_nothing, .sa_flags = SA_NOCLDSTOP}, NULL);
  if (strcmp(mode, "rate") == 0 && count > 6)
    sample_rate(words[3], atof(words[4]), words[5], words + 6);
  else if (strcmp(mode, "check") == 0 && count > 7)
    sample_check(words[3], atoi(words[4]), atoll(words[5]), atoll(words[6]), words + 7);
  else if (strcmp(mode, "start") == 0 && count > 3)
    sample_start(words + 3);
  else if (strcmp(mode, "costs") == 0)
    sample_costs();
  else
    errx(2, "the beginning of sample.c explains the arguments");
  return 0;
}
