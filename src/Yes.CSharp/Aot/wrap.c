/* Stands between the .NET runtime and a few functions of the C library. The linker's option --wrap binds
   every call of NAME in the executable to __wrap_NAME, and __real_NAME to the C library. So nothing here
   depends on a name inside the runtime. Each says what it is for, and what would break without it. CALLED_BY
   names the libraries that have to call it, by the beginnings of their file names: the script beside this
   file looks for these calls in what was linked. A function that looks at no argument has none: the calling
   conventions of Linux allow that. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALLED_BY(libraries)

int __real_main(int argc, char **argv);
char *__real_getenv(const char *name);

/* Operands are bytes. The runtime would decode them as UTF-8, lose what is not, and need ten times their
   memory. So it gets two arguments: where they are, and their length. execve(2) puts them one behind the
   other, each with a NUL byte. */
CALLED_BY(crt1) int __wrap_main(int argc, char **argv) {
  char address[24], length[24], *last = argc > 1 ? argv[argc - 1] : NULL;
  snprintf(address, sizeof address, "%zu", (size_t)argv[1]);
  snprintf(length, sizeof length, "%zu", last ? last + strlen(last) + 1 - argv[1] : 0);
  return __real_main(3, (char *[]){"yes", address, length, NULL});
}

/* The runtime would handle or ignore signals, and unblock one, whatever the caller chose. yes needs none of
   that, so here these calls change nothing: every signal has the effect that it has on GNU yes. */
CALLED_BY(libRuntime) void *__wrap_signal(void) { return SIG_DFL; }
CALLED_BY(libRuntime libSystem.Native) int __wrap_sigaction(
  int signum, const struct sigaction *action, struct sigaction *old) {
  (void)signum, (void)action;
  if (old) *old = (struct sigaction){.sa_handler = SIG_DFL};
  return 0;
}
CALLED_BY(libRuntime libSystem.Native) int __wrap_pthread_sigmask(void) { return 0; }

/* Where membarrier(2) is refused, the runtime wants a page locked in memory. It writes to the page right
   before it needs it there, so that is enough where no memory may be locked. */
CALLED_BY(libRuntime) int __wrap_mlock(void) { return 0; }

/* The runtime would read its settings (DOTNET_...) from the environment, and the console those of a terminal.
   Here only the variable exists that GNU yes obeys too: the program does the same in every environment. */
CALLED_BY(libRuntime libSystem.Native) char *__wrap_getenv(const char *name) {
  return strcmp(name, "POSIXLY_CORRECT") == 0 ? __real_getenv(name) : NULL;
}

/* The runtime's start reads the limits of control groups and the amount of memory, to choose sizes that the
   project has chosen. That takes a sixth of a start. Here it finds none of these files. */
CALLED_BY(libRuntime) void *__wrap_fopen64(void) {
  errno = ENOENT;
  return NULL;
}

/* The only thread that the runtime starts calls finalizers, and nothing waits for it. It would lengthen the
   start and the end of each process, so it never runs. */
CALLED_BY(libRuntime) int __wrap_pthread_create(void) { return 0; }
