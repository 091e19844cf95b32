/* Runs a command with another kind of standard output and copies its output to this one.
   usage: into OUTPUT COMMAND...
   OUTPUT is pipe, small (a pipe with one slot), nonblocking or small-nonblocking, or for a Unix
   socket, socket, nonblocking-socket or datagrams, or else connection (of TCP), terminal or file.
   With closed-socket, closed-connection and closed-terminal, the other end is closed. */
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

enum { FILE_SIZE = 1000 * 1024, SMALL_SEND_BUFFER = 4608 };

static int reader = -1, writer = -1;

/* Returns the result of a system call that must succeed. */
static int check(const char *call, int result) {
  if (result < 0) err(2, "%s", call);
  return result;
}

static void make_socket(int type) {
  int ends[2], size = SMALL_SEND_BUFFER;
  check("socketpair", socketpair(AF_UNIX, type, 0, ends));
  reader = ends[0], writer = ends[1];
  if (type == SOCK_STREAM)
    check("setsockopt", setsockopt(writer, SOL_SOCKET, SO_SNDBUF, &size, sizeof size));
}

static void make_connection(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t size = sizeof address;
  /* With this option, closing the reader resets the connection. */
  struct linger reset = {.l_onoff = 1};
  int server = check("socket", socket(AF_INET, SOCK_STREAM, 0));
  check("listen", listen(server, 1));
  check("getsockname", getsockname(server, (struct sockaddr *)&address, &size));
  writer = check("socket", socket(AF_INET, SOCK_STREAM, 0));
  check("connect", connect(writer, (struct sockaddr *)&address, size));
  reader = check("accept", accept(server, NULL, NULL));
  check("setsockopt", setsockopt(reader, SOL_SOCKET, SO_LINGER, &reset, sizeof reset));
  close(server);
}

/* Makes a terminal in raw mode, in which a newline stays one character. */
static void make_terminal(void) {
  struct termios raw;
  reader = check("posix_openpt", posix_openpt(O_RDWR | O_NOCTTY));
  check("unlockpt", unlockpt(reader));
  writer = check("open", open(ptsname(reader), O_RDWR | O_NOCTTY));
  check("tcgetattr", tcgetattr(writer, &raw));
  cfmakeraw(&raw);
  check("tcsetattr", tcsetattr(writer, TCSANOW, &raw));
}

static void make_file(void) {
  char name[] = "file.XXXXXX";
  writer = check("mkstemp", mkstemp(name));
  reader = check("open", open(name, O_RDONLY));
  unlink(name);
}

int main(int argc, char **argv) {
  if (argc < 3) errx(2, "usage: into OUTPUT COMMAND...");
  char *output = argv[1], **command = argv + 2;
  int closed = strncmp(output, "closed-", 7) == 0, nonblocking = strstr(output, "nonblocking") != NULL;
  int file = strcmp(output, "file") == 0, datagrams = strcmp(output, "datagrams") == 0;
  if (strstr(output, "socket") || datagrams)
    make_socket(datagrams ? SOCK_DGRAM : SOCK_STREAM);
  else if (strstr(output, "connection"))
    make_connection();
  else if (strstr(output, "terminal"))
    make_terminal();
  else if (file)
    make_file();
  else if (strcmp(output, "pipe") != 0 && !strstr(output, "small") && !nonblocking)
    errx(2, "no output is called %s", output);
  if (strstr(output, "small")) check("fcntl", fcntl(1, F_SETPIPE_SZ, 4096));
  int target = writer < 0 ? 1 : writer;
  if (nonblocking)
    check("fcntl", fcntl(target, F_SETFL, fcntl(target, F_GETFL) | O_NONBLOCK));
  if (closed) close(reader);

  /* The pipes are the standard output of this program, which needs to copy nothing then. */
  pid_t child = writer < 0 ? 0 : check("fork", fork());
  if (child == 0) {
    if (writer >= 0) {
      dup2(writer, 1);
      close(writer);
      close(reader);
    }
    /* A full file ends the command. */
    if (file) setrlimit(RLIMIT_FSIZE, &(struct rlimit){FILE_SIZE, FILE_SIZE});
    execvp(command[0], command);
    err(127, "%s", command[0]);
  }
  close(writer);
  int status = 0;
  /* A file is complete when the command has ended. */
  if (file) waitpid(child, &status, 0);
  signal(SIGPIPE, SIG_IGN);
  static char bytes[64 * 1024];
  for (ssize_t count; !closed && (count = read(reader, bytes, sizeof bytes)) > 0;) {
    if (datagrams && bytes[count - 1] != '\n') errx(2, "a datagram ends within a line");
    if (write(1, bytes, count) != count) break;
  }
  close(reader);
  if (!file) waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
