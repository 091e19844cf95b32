/* Uses a reader to measure a writer, which is a program that writes forever:
     sample CORES CHANNEL SECONDS READER ARGUMENTS WRITER...
   CORES lists the cores for the writer and the reader, such as 0,1. It may be empty. CHANNEL is pipe, socket
   or tcp. The shell runs the program READER with ARGUMENTS, in which $1 is the last word of WRITER. The last
   line that the reader prints has to begin with a count. This program prints the measurements in nanoseconds
   and bytes. If it fails, it reports the reason in one sentence. After Ctrl-Z and fg, it measures again. */
#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_SILENCE = 30, LONGEST_END = 10, TEXT_SIZE = 64 * 1024 };

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

/* Starts a process on a core, and returns 0 in the new process. The new process gets a process group of its
   own, so that it can be killed with its children. Ctrl-C and Ctrl-Z don't reach it. If the old process is
   killed, the kernel kills the new one. */
static pid_t fork_to(int core) {
  pid_t child = fork();
  if (child < 0) err(2, "fork");
  if (child > 0) return child;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGINT, SIG_DFL);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pin(core);
  return 0;
}

/* Starts a program with the given standard streams, and stores the time of execve(2). */
static pid_t spawn(char **command, int core, int in, int out, int errors, long long *start) {
  pid_t child = fork_to(core);
  if (child > 0) return child;
  if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(errors, 2) < 0) _exit(126);
  *start = now();
  execvp(command[0], command);
  dprintf(2, "%s: %s\n", command[0], strerror(errno));
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

/* The CPU time of all threads of a process, and the time for which its first thread has waited for a core.
   Both are in nanoseconds. */
struct usage {
  long long ran, waited;
};

static struct usage usage_of(pid_t process) {
  char path[40];
  struct usage usage = {0, 0};
  struct timespec time;
  clockid_t clock;
  snprintf(path, sizeof path, "/proc/%d/schedstat", process);
  FILE *file = fopen(path, "re");
  if (!file || fscanf(file, "%*d %lld", &usage.waited) != 1) usage.waited = 0;
  if (file) fclose(file);
  if (clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &time) == 0)
    usage.ran = time.tv_sec * SECOND + time.tv_nsec;
  return usage;
}

/* The peak memory of a process in bytes. */
static long long peak_memory(pid_t process) {
  char path[32], line[200];
  long long kib = 0;
  snprintf(path, sizeof path, "/proc/%d/status", process);
  FILE *file = fopen(path, "re");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %lld", &kib);
  if (file) fclose(file);
  return kib * 1024;
}

/* How a child ended. The result's si_pid is 0 while the child runs. WNOWAIT keeps its ID reserved. */
static siginfo_t end_of(pid_t child) {
  siginfo_t end = {.si_pid = 0};
  waitid(P_PID, child, &end, WEXITED | WNOHANG | WNOWAIT);
  return end;
}

static int has_exited(pid_t child) { return end_of(child).si_pid == child; }

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

/* Stops a process, unless it has exited. */
static void stop(pid_t child) {
  siginfo_t info;
  kill(child, SIGSTOP);
  waitid(P_PID, child, &info, WSTOPPED | WEXITED | WNOWAIT);
}

/* Ctrl-Z has sent SIGTSTP, which is blocked like SIGCHLD. */
static int is_suspended;
static sigset_t awaited;

/* Sleeps until the given time, unless one of two children exits or Ctrl-Z suspends this process. */
static void sleep_until(long long end, pid_t one, pid_t other) {
  for (long long left; (left = end - now()) > 0 && !has_exited(one) && !has_exited(other) && !is_suspended;) {
    struct timespec rest = {left / SECOND, left % SECOND};
    if (sigtimedwait(&awaited, NULL, &rest) == SIGTSTP) is_suspended = 1;
  }
}

static void work_until(long long end) {
  while (now() < end);
}

/* Brings both cores into the same state. On some machines, a writer that follows a sleeping writer would run
   at a third of the usual speed. Both cores are busy for 25 ms. For another 25 ms, they wake each other up
   through two pipes. Returns the mean time of such a round trip, which increases while the machine is slow.
   This process is on the reader's core. */
static long long settle(void) {
  enum { WORK = 25000000, WAKE_UPS = 25000000 };
  int there[2], back[2];
  char block[8192] = {0};
  if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC)) err(2, "pipe");
  long long middle = now() + WORK, count = 0, time;
  pid_t other = fork_to(writer_core);
  if (other == 0) {
    work_until(middle);
    while (read(there[0], block, sizeof block) > 0 && write(back[1], block, 1) == 1);
    _exit(0);
  }
  work_until(middle);
  long long start = now();
  do {
    if (write(there[1], block, sizeof block) < 0 || read(back[0], block, 1) != 1) err(2, "settle");
    count++;
    time = now() - start;
  } while (time < WAKE_UPS);
  kill(other, SIGKILL);
  waitpid(other, NULL, 0);
  close(there[0]), close(there[1]), close(back[0]), close(back[1]);
  return time / count;
}

/* Connects two sockets through the loopback interface. */
static int connect_tcp(int ends[2]) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr *address = (struct sockaddr *)&place;
  socklen_t size = sizeof place;
  int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ends[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(server, address, size) || listen(server, 1) || getsockname(server, address, &size) ||
      connect(ends[1], address, size))
    return -1;
  ends[0] = accept4(server, NULL, NULL, SOCK_CLOEXEC);
  return close(server);
}

/* Opens the channel. The reader reads from ends[0], and the writer writes to ends[1]. */
static void open_channel(const char *channel, int ends[2]) {
  if (strcmp(channel, "tcp") == 0      ? connect_tcp(ends)
      : strcmp(channel, "socket") == 0 ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)
                                       : pipe2(ends, O_CLOEXEC))
    err(2, "%s", channel);
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

static void print_usage(const char *name, struct usage before, struct usage after) {
  printf("%s_ran %lld\n", name, after.ran - before.ran);
  printf("%s_waited %lld\n", name, after.waited - before.waited);
}

/* Reports the problem in one sentence and exits. */
#define fail(...) (fprintf(stderr, __VA_ARGS__), exit(1))

static void measure(const char *channel, double seconds, char *program, char *arguments, char **command,
                    char *line) {
  int ends[2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
  char *shell, *report, *messages;
  int report_file = make_text(&report), messages_file = make_text(&messages);
  long long *execve_time = share(sizeof *execve_time, -1);
  open_channel(channel, ends);
  if (asprintf(&shell, "exec \"$0\" %s", arguments) < 0) err(2, "asprintf");

  /* The reader is stopped while it waits for input. It continues when the first byte arrives, so the
     throughput includes neither program's startup. Until then, the reader's core is free for this process. */
  pin(reader_core);
  char *reader_command[] = {"sh", "-c", shell, program, line, NULL};
  pid_t reader = spawn(reader_command, reader_core, ends[0], report_file, report_file, execve_time);
  int is_ready = wait_until_asleep(reader);
  stop(reader);
  struct usage reader_before = usage_of(reader);
  long long wake_up = settle();
  pid_t writer = spawn(command, writer_core, null, ends[1], messages_file, execve_time);
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
  /* A writer closes its output before it exits, so the reader may exit first. */
  if (has_exited(reader)) sleep_until(now() + SECOND, writer, writer);
  siginfo_t writer_end = end_of(writer);
  stop(writer);
  struct usage writer_after = usage_of(writer);
  long long memory = peak_memory(writer);
  kill(-writer, SIGKILL);
  /* The reader's CPU time includes the time that it spends reading the rest. */
  if (is_ready) sleep_until(now() + LONGEST_END * SECOND, reader, reader);
  long long elapsed = now() - start;
  siginfo_t reader_end = end_of(reader);
  kill(-reader, SIGKILL);
  struct usage reader_after = usage_of(reader);

  if (is_suspended) return;
  report[TEXT_SIZE - 1] = messages[TEXT_SIZE - 1] = 0;
  if (!is_ready) fail("the reader never waits for input");
  if (reader_end.si_pid == 0) fail("the reader does not end");
  if (reader_end.si_code != CLD_EXITED || reader_end.si_status != 0)
    fail("the reader failed: %s", describe_end(reader_end, report));
  if (is_silent) fail("it wrote nothing for %d seconds", LONGEST_SILENCE);
  if (writer_end.si_pid) fail("it ended: %s", describe_end(writer_end, messages));
  char *result = last_line(report), *end;
  long long count = strtoll(result, &end, 10);
  if (count <= 0 || count >= SECOND * SECOND || (*end && !isspace((unsigned char)*end)))
    fail("the reader printed '%s' instead of a count", result);
  printf("count %lld\nelapsed %lld\nmemory %lld\n", count, elapsed, memory);
  printf("start %lld\nwake_up %lld\n", start - *execve_time, wake_up);
  print_usage("writer", writer_before, writer_after);
  print_usage("reader", reader_before, reader_after);
}

int main(int count, char **words) {
  if (count < 7) errx(2, "the beginning of sample.c explains the arguments");
  sscanf(words[1], "%d,%d", &writer_core, &reader_core);
  /* After Ctrl-C, the benchmark kills this process and all its children. It finds them only while this
     process exists. */
  signal(SIGINT, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGTSTP);
  sigprocmask(SIG_SETMASK, &awaited, NULL);
  measure(words[2], atof(words[3]), words[4], words[5], words + 6, words[count - 1]);
  if (!is_suspended) return 0;
  raise(SIGSTOP);
  execv("/proc/self/exe", words);
  err(2, "execv");
}
