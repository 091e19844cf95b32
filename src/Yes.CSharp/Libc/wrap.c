/* Stands between the .NET runtime and a few functions of the C library. The linker's option --wrap binds
   every call of NAME in the executable to __wrap_NAME, and __real_NAME to the C library. So nothing here
   depends on a name inside the runtime. A function that looks at no argument has none here: the calling
   conventions of Linux allow that. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef void *routine(void *);
char *__real_getenv(const char *name);
ssize_t __real_write(int fd, const void *bytes, size_t count);
int __real_madvise(void *address, size_t length, int advice);
int __real_pthread_attr_init(pthread_attr_t *attr);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, routine *start, void *argument);

/* The runtime would handle or ignore signals, and unblock one, whatever the caller chose. yes needs none of
   that, so here these calls change nothing: every signal has the effect that it has on GNU yes. The runtime
   sends itself a signal to stop a thread for the garbage collector. Without it the thread is stopped where it
   next enters or leaves managed code, as every write does. */
void *__wrap_signal(void) { return SIG_DFL; }
int __wrap_sigaction(int signum, const struct sigaction *action, struct sigaction *old) {
  (void)signum, (void)action;
  if (old) *old = (struct sigaction){.sa_handler = SIG_DFL};
  return 0;
}
int __wrap_pthread_sigmask(void) { return 0; }
int __wrap_pthread_kill(void) { return 0; }

/* System.Console takes EPIPE for a success, and yes would write for ever. Here it gets a number that is no
   errno of Linux's, for which it throws an exception; Failures.cs has the same number. */
ssize_t __wrap_write(int fd, const void *bytes, size_t count) {
  ssize_t written = __real_write(fd, bytes, count);
  if (written < 0 && errno == EPIPE) errno = 4096;
  return written;
}

/* Where membarrier(2) is refused, the runtime wants a page locked in memory. It writes to the page right
   before it needs it there, so that is enough where no memory may be locked. */
int __wrap_mlock(void) { return 0; }

/* The runtime would read its settings (DOTNET_...) from the environment, and the console those of a terminal.
   Here only the variable exists that GNU yes obeys too: the program does the same in every environment. */
char *__wrap_getenv(const char *name) {
  return strcmp(name, "POSIXLY_CORRECT") == 0 ? __real_getenv(name) : NULL;
}

/* The runtime's start reads the limits of control groups, the amount of memory and the list of memory nodes,
   to choose sizes that the project file has chosen. Here it finds none of these files, as in an empty root
   directory. What glibc reads by itself is not bound to these: the lists of processors, and /proc/self/maps
   for the bounds of the stack. */
static int missing(void) {
  errno = ENOENT;
  return -1;
}
void *__wrap_fopen64(void) { return missing(), NULL; }
int __wrap_statfs64(void) { return missing(); }
void *__wrap_opendir(void) { return missing(), NULL; }

/* The runtime keeps unused memory out of core dumps, in 16 calls that split its mappings. Here a dump is
   small anyway. */
int __wrap_madvise(void *address, size_t length, int advice) {
  return advice == MADV_DONTDUMP || advice == MADV_DODUMP ? 0 : __real_madvise(address, length, advice);
}

/* Every thread would reserve a stack of ulimit -s, which may be more than the address space. */
int __wrap_pthread_attr_init(pthread_attr_t *attr) {
  int error = __real_pthread_attr_init(attr);
  return error ? error : pthread_attr_setstacksize(attr, 256 * 1024);
}

/* The first thread that the runtime starts calls finalizers, and nothing waits for it. It would lengthen the
   start and the end of each process, so it comes with the second thread: System.Console has one, the native
   strategies don't. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, routine *start, void *argument) {
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

/* These load shared libraries of the system, which a static executable can't rely on. Nothing calls them
   here: they belong to parts of the runtime that look up users and groups, and libraries by name. */
void *__wrap_dlopen(void) { return NULL; }
int __wrap_getpwuid_r(void) { return ENOSYS; }
int __wrap_getpwnam_r(void) { return ENOSYS; }
int __wrap_getgrgid_r(void) { return ENOSYS; }
int __wrap_getgrouplist(void) { return -1; }
