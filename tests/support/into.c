/* Runs a command with another kind of standard output. This program then copies the command's output to its
   own standard output. The first argument names the kind of output:
   - pipes: pipe, small (one slot), nonblocking or small-nonblocking;
   - Unix stream sockets: socket, nonblocking-socket or closed-socket;
   - TCP connections: connection, nonblocking-connection or closed-connection;
   - others: file, packet-socket, terminal or closed-terminal. Nobody can read from a closed output. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Calls a function that must succeed, and returns its result. */
#define CHECK(call) check(call, #call)
static int check(int result, const char *call) {
  if (result < 0) err(2, "%s", call);
  return result;
}

static int ends[2] = {-1, -1}; /* the reader's end and the writer's end, or -1 to use standard output */

static void connect_ends(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t size = sizeof address;
  /* With this option, closing the reader resets the connection. */
  struct linger reset = {.l_onoff = 1};
  int server = CHECK(socket(AF_INET, SOCK_STREAM, 0));
  CHECK(listen(server, 1));
  CHECK(getsockname(server, (struct sockaddr *)&address, &size));
  ends[1] = CHECK(socket(AF_INET, SOCK_STREAM, 0));
  CHECK(connect(ends[1], (struct sockaddr *)&address, size));
  ends[0] = CHECK(accept(server, NULL, NULL));
  CHECK(setsockopt(ends[0], SOL_SOCKET, SO_LINGER, &reset, sizeof reset));
  close(server);
}

/* In raw mode, a newline stays one character. */
static void open_raw_terminal(void) {
  struct termios raw;
  ends[0] = CHECK(posix_openpt(O_RDWR | O_NOCTTY));
  CHECK(unlockpt(ends[0]));
  ends[1] = CHECK(open(ptsname(ends[0]), O_RDWR | O_NOCTTY));
  CHECK(tcgetattr(ends[1], &raw));
  cfmakeraw(&raw);
  CHECK(tcsetattr(ends[1], TCSANOW, &raw));
}

int main(int argc, char **argv) {
  if (argc < 3) errx(2, "usage: into OUTPUT COMMAND...");
  char *output = argv[1], name[] = "file.XXXXXX";
  int nonblocking = strstr(output, "nonblocking") != NULL, closed = strncmp(output, "closed-", 7) == 0;
  int file = strcmp(output, "file") == 0, status = 0;
  if (strstr(output, "socket")) {
    int type = strcmp(output, "packet-socket") ? SOCK_STREAM : SOCK_SEQPACKET;
    CHECK(socketpair(AF_UNIX, type, 0, ends));
    CHECK(setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &(int){4608}, sizeof(int)));
  } else if (strstr(output, "connection")) {
    connect_ends();
  } else if (strstr(output, "terminal")) {
    open_raw_terminal();
  } else if (file) {
    ends[1] = CHECK(mkstemp(name));
    ends[0] = CHECK(open(name, O_RDONLY));
    unlink(name);
  } else if (strncmp(output, "small", 5) == 0) {
    CHECK(fcntl(1, F_SETPIPE_SZ, 4096));
  } else if (!nonblocking && strcmp(output, "pipe") != 0) {
    errx(2, "no output is called '%s'", output);
  }
  int writer = ends[1] < 0 ? 1 : ends[1];
  if (nonblocking) CHECK(fcntl(writer, F_SETFL, O_RDWR | O_NONBLOCK));
  if (closed) close(ends[0]);

  /* If the command can inherit standard output, there is nothing to copy. */
  if (writer == 1 || CHECK(fork()) == 0) {
    CHECK(dup2(writer, 1));
    if (writer > 1) close(ends[0]), close(writer);
    /* The command never ends by itself, so this limit stops it. */
    if (file) setrlimit(RLIMIT_FSIZE, &(struct rlimit){1000 << 10, 1000 << 10});
    execvp(argv[2], argv + 2);
    err(127, "%s", argv[2]);
  }
  close(writer);
  /* A file is complete when the command has ended. */
  if (file) wait(&status);
  signal(SIGPIPE, SIG_IGN);
  static char bytes[64 * 1024];
  for (ssize_t count; !closed && (count = read(ends[0], bytes, sizeof bytes)) > 0;) {
    if (write(1, bytes, count) != count) break;
  }
  close(ends[0]);
  if (!file) wait(&status);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
