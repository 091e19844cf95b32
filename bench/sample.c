/* Uses a reader to measure a writer, which is a program that writes forever:
     sample CORES CHANNEL SECONDS READER ARGUMENTS RIVAL WRITER...
   CORES lists the cores for the writer and the reader, such as 0,1. It may be empty. CHANNEL is pipe, socket,
   tcp or file. The shell runs the program READER with ARGUMENTS, in which $1 is the last word of WRITER. The
   last line that the reader prints must begin with a count. This program prints the measurements in
   nanoseconds and bytes. If a measurement fails, this program reports the reason in one sentence.
   RIVAL is either empty or the path of a program that replaces the first word of WRITER. In the latter case,
   the two programs take turns, each with its own reader. The rival's measurements follow those of the writer.
     sample CORES probe
   prints how long a system call and a round trip between the two cores take. */
#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_SILENCE = 30, LONGEST_END = 10, TEXT_SIZE = 64 * 1024, LARGEST_FILE = 1 << 30 };

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
  signal(SIGINT, SIG_DFL);
  signal(SIGTSTP, SIG_DFL);
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

/* The CPU time that all threads of a process have used, in nanoseconds. */
static long long cpu_time(pid_t process) {
  struct timespec time;
  clockid_t clock;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time)) return 0;
  return time.tv_sec * SECOND + time.tv_nsec;
}

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

/* The durations, in nanoseconds, of a system call and of a round trip through memory between the two cores.
   These durations explain most of the difference between two machines. */
struct costs {
  long long call, trip;
};

/* Brings both cores into the same state by keeping them busy for 10 ms. Otherwise, on some machines, a writer
   that follows a sleeping writer would be slow. Meanwhile, this process measures the costs on the reader's
   core. The shortest of many tries counts, because another program can only make a try longer. */
static struct costs settle(void) {
  enum { TIMES = 50 };
  struct costs costs = {SECOND, SECOND};
  volatile int *ball = share(sizeof *ball, -1);
  pid_t other = fork_to(writer_core);
  while (other == 0)
    if (*ball) *ball = 0;
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
  return costs;
}

/* Connects two sockets through the loopback interface. The writer's socket uses cubic, which is Linux's
   default. On a system that prefers bbr, all programs would otherwise be slower, some more than others. */
static int connect_tcp(int ends[2]) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr *address = (struct sockaddr *)&place;
  socklen_t size = sizeof place;
  int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ends[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (setsockopt(ends[1], IPPROTO_TCP, TCP_CONGESTION, "cubic", 5) || bind(server, address, size) ||
      listen(server, 1) || getsockname(server, address, &size) || connect(ends[1], address, size))
    return -1;
  ends[0] = accept4(server, NULL, NULL, SOCK_CLOEXEC);
  return close(server);
}

/* A writer, its reader, and the channel between them. */
struct pair {
  int ends[2]; /* The reader reads from the first end, and the writer writes to the second. */
  int file;    /* the file to which the writer writes instead, or -1 */
  char *report, *messages;
  pid_t reader, writer;
  long long start, elapsed, writer_ran, reader_ran;
  siginfo_t writer_end, reader_end;
};

/* Opens the channel of a pair. A file has no name, so closing the file deletes it. */
static void open_channel(struct pair *pair, const char *channel) {
  char path[] = "sample.XXXXXX";
  int is_file = strcmp(channel, "file") == 0;
  pair->file = is_file ? mkostemp(path, O_CLOEXEC) : -1;
  if ((is_file && (pair->file < 0 || unlink(path))) || strcmp(channel, "tcp") == 0 ? connect_tcp(pair->ends)
      : strcmp(channel, "socket") == 0 ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair->ends)
                                       : pipe2(pair->ends, O_CLOEXEC))
    err(2, "%s", channel);
}

static off_t file_size(struct pair *pair) {
  struct stat file;
  if (fstat(pair->file, &file)) err(2, "fstat");
  return file.st_size;
}

/* Waits until the writer has written a byte or ended. Returns false if the writer is silent for too long. */
static int wait_for_output(struct pair *pair) {
  struct pollfd first = {.fd = pair->ends[0], .events = POLLIN};
  for (long long end = now() + LONGEST_SILENCE * SECOND; now() < end && !has_exited(pair->writer);)
    if (pair->file < 0 ? poll(&first, 1, 1) > 0 : file_size(pair) > 0) return 1;
  return has_exited(pair->writer);
}

/* The number of bytes that are on the way from the writer to the reader. */
static int on_the_way(struct pair *pair) {
  int unsent = 0, unread = 0;
  ioctl(pair->ends[1], SIOCOUTQNSD, &unsent); /* only for TCP */
  if (ioctl(pair->ends[0], FIONREAD, &unread)) err(2, "FIONREAD");
  return unsent + unread;
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

/* Reports the problem in one sentence and exits. */
#define fail(...) (fprintf(stderr, __VA_ARGS__), exit(1))

/* Starts a reader and a writer. Stops the reader while it waits for input, and the writer after its first
   byte, so that the throughput includes neither program's startup. */
static void start_pair(struct pair *pair, const char *channel, char *program, char *arguments, char **command,
                       char *line) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  char *shell;
  int report = make_text(&pair->report), messages = make_text(&pair->messages);
  long long *execve_time = share(sizeof *execve_time, -1);
  open_channel(pair, channel);
  /* No file is read until the sample has ended. */
  const char *format = pair->file < 0 ? "exec \"$0\" %s" : "cat && exec \"$0\" %s < /proc/$PPID/fd/%d";
  if (asprintf(&shell, format, arguments, pair->file) < 0) err(2, "asprintf");

  /* Until the sample begins, this process can use the reader's core. */
  pin(reader_core);
  char *reader_command[] = {"sh", "-c", shell, program, line, NULL};
  pair->reader = spawn(reader_command, reader_core, pair->ends[0], report, report, execve_time);
  if (!wait_until_asleep(pair->reader)) fail("the reader never waits for input");
  stop(pair->reader);
  settle();
  int output = pair->file < 0 ? pair->ends[1] : pair->file;
  pair->writer = spawn(command, writer_core, null, output, messages, execve_time);
  if (!wait_for_output(pair)) fail("it wrote nothing for %d seconds", LONGEST_SILENCE);
  long long start = now();
  pair->start = start - *execve_time;
  stop(pair->writer);
  pair->elapsed = now() - start;
}

/* Lets both programs run for the given time. The reader then reads the remaining data. */
static void take_turn(struct pair *pair, long long length) {
  long long start = now(), end = start + length;
  pair->writer_ran -= cpu_time(pair->writer);
  pair->reader_ran -= cpu_time(pair->reader);
  kill(pair->writer, SIGCONT);
  kill(pair->reader, SIGCONT);
  if (pair->file < 0) sleep_until(end, pair->writer, pair->reader);
  while (pair->file >= 0 && now() < end && file_size(pair) < LARGEST_FILE && !has_exited(pair->writer))
    usleep(1000);
  stop(pair->writer);
  pair->writer_ran += cpu_time(pair->writer);
  /* This process can now use the writer's core. */
  pin(writer_core);
  for (end = now() + LONGEST_END * SECOND; on_the_way(pair) > 0 && !has_exited(pair->reader) && now() < end;)
    usleep(10);
  pair->elapsed += now() - start;
  stop(pair->reader);
  pair->reader_ran += cpu_time(pair->reader);
}

/* Kills the writer. The reader then reaches the end of its input, prints its count and exits. */
static void end_pair(struct pair *pair) {
  pair->writer_end = end_of(pair->writer);
  kill(-pair->writer, SIGKILL);
  close(pair->ends[0]), close(pair->ends[1]);
  kill(pair->reader, SIGCONT);
  sleep_until(now() + LONGEST_END * SECOND, pair->reader, pair->reader);
  pair->reader_end = end_of(pair->reader);
}

static void print_pair(struct pair *pair) {
  siginfo_t end = pair->reader_end;
  pair->report[TEXT_SIZE - 1] = pair->messages[TEXT_SIZE - 1] = 0;
  if (end.si_pid == 0) fail("the reader does not end");
  if (end.si_code != CLD_EXITED || end.si_status != 0)
    fail("the reader failed: %s", describe_end(end, pair->report));
  if (pair->writer_end.si_pid) fail("it ended: %s", describe_end(pair->writer_end, pair->messages));
  char *result = last_line(pair->report), *rest;
  long long count = strtoll(result, &rest, 10);
  if (count <= 0 || count >= SECOND * SECOND || (*rest && !isspace((unsigned char)*rest)))
    fail("the reader printed '%s' instead of a count", result);
  printf("count %lld\nelapsed %lld\nstart %lld\n", count, pair->elapsed, pair->start);
  printf("writer_ran %lld\nreader_ran %lld\n", pair->writer_ran, pair->reader_ran);
}

/* Measures a writer, or a writer and its rival. A machine's speed often changes after a second, so the two
   programs take much shorter turns. In the order ABBA, a steady change in speed affects both equally. */
static void measure(const char *channel, double seconds, char *program, char *arguments, char *rival,
                    char **command, char *line) {
  const long long whole = seconds * SECOND, turn = *rival ? 25 * MILLISECOND : whole;
  int count = *rival ? 2 : 1, turns = *rival ? 4 * ((whole + 2 * turn - 1) / (2 * turn)) : 1;
  for (int i = 0; i < count; i++) {
    start_pair(&pairs[i], channel, program, arguments, command, line);
    command[0] = rival;
  }
  for (int i = 0; i < turns; i++) take_turn(&pairs[(i + 1) / 2 % count], turn);
  for (int i = 0; i < count; i++) end_pair(&pairs[i]);
  for (int i = 0; i < count; i++) print_pair(&pairs[i]);
}

int main(int count, char **words) {
  if (count != 3 && count < 8) errx(2, "the beginning of sample.c explains the arguments");
  sscanf(words[1], "%d,%d", &writer_core, &reader_core);
  /* After Ctrl-C, the benchmark kills this process and all its children. The benchmark can find the children
     only while this process exists. After Ctrl-Z, the current sample still runs to its end. */
  signal(SIGINT, SIG_IGN);
  signal(SIGTSTP, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  atexit(kill_all);
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigprocmask(SIG_SETMASK, &awaited, NULL);
  if (count == 3) {
    pin(reader_core);
    struct costs costs = settle();
    printf("system_call %lld\n", costs.call);
    if (writer_core >= 0) printf("round_trip %lld\n", costs.trip);
    return 0;
  }
  measure(words[2], atof(words[3]), words[4], words[5], words[6], words + 7, words[count - 1]);
}
