/* Stands between the .NET runtime and a few functions of the C library. The linker's option --wrap binds
   every call of NAME in the executable to __wrap_NAME, and __real_NAME to the C library. So nothing here
   depends on a name inside the runtime. Each says what it is for, and what would break without it. CALLED_BY
   names the libraries that have to call it, by the beginnings of their file names: the script beside this
   file looks for these calls in what was linked. A function that looks at no argument has none: the calling
   conventions of Linux allow that. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CALLED_BY(libraries)

typedef void *routine(void *);
int __real_main(int argc, char **argv);
char *__real_getenv(const char *name);
ssize_t __real_write(int fd, const void *bytes, size_t count);
int __real_madvise(void *address, size_t length, int advice);
int __real_pthread_attr_init(pthread_attr_t *attr);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, routine *start, void *argument);

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
   that, so here these calls change nothing: every signal has the effect that it has on GNU yes. The runtime
   sends itself a signal to stop a thread for the garbage collector. Without it the thread is stopped where it
   next enters or leaves managed code, as every write does. */
CALLED_BY(libRuntime) void *__wrap_signal(void) { return SIG_DFL; }
CALLED_BY(libRuntime libSystem.Native) int __wrap_sigaction(
  int signum, const struct sigaction *action, struct sigaction *old) {
  (void)signum, (void)action;
  if (old) *old = (struct sigaction){.sa_handler = SIG_DFL};
  return 0;
}
CALLED_BY(libRuntime libSystem.Native) int __wrap_pthread_sigmask(void) { return 0; }
CALLED_BY(libRuntime) int __wrap_pthread_kill(void) { return 0; }

/* System.Console takes EPIPE for a success, and a write of 0 bytes for a reason to try again: yes would go on
   for ever. Here it gets a number that is no errno of Linux's, for which it throws an exception (Failures.cs
   has the same number), and ENOSPC, as GNU's full_write has it. */
CALLED_BY(libSystem.Native) ssize_t __wrap_write(int fd, const void *bytes, size_t count) {
  ssize_t written = __real_write(fd, bytes, count);
  if (written < 0 && errno == EPIPE) errno = 4096;
  if (written == 0 && count > 0) errno = ENOSPC, written = -1;
  return written;
}

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

/* The runtime keeps unused memory out of core dumps, in 16 calls that split its mappings: 3 % of a start.
   Here a dump is small anyway. */
CALLED_BY(libRuntime) int __wrap_madvise(void *address, size_t length, int advice) {
  return advice == MADV_DONTDUMP || advice == MADV_DODUMP ? 0 : __real_madvise(address, length, advice);
}

/* Every thread would reserve a stack of ulimit -s, which may be more than the address space. */
CALLED_BY(libRuntime libSystem.Native) int __wrap_pthread_attr_init(pthread_attr_t *attr) {
  int error = __real_pthread_attr_init(attr);
  return error ? error : pthread_attr_setstacksize(attr, 256 * 1024);
}

/* The first thread that the runtime starts calls finalizers, and nothing waits for it. It would lengthen the
   start and the end of each process, so it comes with the second thread: System.Console has one, the native
   strategies don't. */
CALLED_BY(libRuntime libSystem.Native) int __wrap_pthread_create(
  pthread_t *thread, const pthread_attr_t *attr, routine *start, void *argument) {
  static enum { NONE, WAITING, STARTED } first;
  static routine *first_start;
  static void *first_argument;
  if (first == NONE) {
    first = WAITING;
    first_start = start;
    first_argument = argument;
    return 0;
  }
  if (first == WAITING) {
    pthread_t finalizer;
    int error = __real_pthread_create(&finalizer, attr, first_start, first_argument);
    if (error) return error;
    first = STARTED;
  }
  return __real_pthread_create(thread, attr, start, argument);
}

/* These would bring 94 KB of the C library that load shared libraries of the system, which a static
   executable can't rely on. Nothing calls them when yes runs: they belong to parts of the runtime that look
   up users and groups, and libraries by name. */
CALLED_BY(libRuntime) void *__wrap_dlopen(void) { return NULL; }
CALLED_BY(libSystem.Native) int __wrap_getpwuid_r(void) { return ENOSYS; }
CALLED_BY(libSystem.Native) int __wrap_getpwnam_r(void) { return ENOSYS; }
CALLED_BY(libSystem.Native) int __wrap_getgrgid_r(void) { return ENOSYS; }
CALLED_BY(libSystem.Native) int __wrap_getgrouplist(void) { return -1; }
