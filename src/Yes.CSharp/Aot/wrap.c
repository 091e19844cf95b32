/* Replaces a few functions of the C library. The linker option --wrap turns each call to NAME into a call to
   __wrap_NAME. The original function is still available as __real_NAME. A function that ignores
   all its arguments declares no parameters, which Linux's calling conventions allow. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __real_main(int argc, char **argv);
char *__real_getenv(const char *name);
long __real_sysconf(int name);

/* Operands are bytes. If the runtime received them, it would decode them as UTF-8, lose invalid bytes and use
   ten times as much memory. Managed code therefore reads them with yes_arguments instead. */
static char **arguments; /* A null pointer follows the last one. */

int __wrap_main(int argc, char **argv) {
  arguments = argv + (argc > 0); /* the caller of execve(2) may omit the program's name */
  return __real_main(1, (char *[]){"yes", NULL});
}

/* Returns the total size of the arguments after the program's name, with their NUL bytes. Copies them to
   the block unless `block` is NULL. Linux limits this size to 6 MiB (bprm_stack_limits in fs/exec.c). */
int yes_arguments(char *block) {
  int length = 0;
  for (char **argument = arguments; *argument; argument++) {
    int size = strlen(*argument) + 1;
    if (block) memcpy(block + length, *argument, size);
    length += size;
  }
  return length;
}

/* Otherwise, the runtime would change how the program reacts to signals. With these functions, signals affect
   yes in the same way as GNU yes. */
void *__wrap_signal(void) { return SIG_DFL; }
int __wrap_sigaction(int signum, const struct sigaction *action, struct sigaction *old) {
  (void)signum, (void)action;
  if (old) *old = (struct sigaction){.sa_handler = SIG_DFL};
  return 0;
}
int __wrap_pthread_sigmask(void) { return 0; }

/* Otherwise, the runtime would read its settings (DOTNET_...) from the environment. This function hides all
   variables except for POSIXLY_CORRECT, which GNU yes obeys. */
char *__wrap_getenv(const char *name) {
  return strcmp(name, "POSIXLY_CORRECT") == 0 ? __real_getenv(name) : NULL;
}

/* The program needs no files. Otherwise, the runtime would read files at startup to choose sizes that
   Aot.targets already sets, and managed code would leave /dev/urandom open after seeding hash tables. */
static int no_file(void) {
  errno = ENOENT;
  return -1;
}
int __wrap_open64(void) { return no_file(); }
void *__wrap_fopen64(void) { return no_file(), NULL; }
void *__wrap_opendir(void) { return no_file(), NULL; }

/* Otherwise, the C library would read a file to count processors. The runtime needs only an upper limit. */
long __wrap_sysconf(int name) {
  int counts_processors = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  return counts_processors ? CPU_SETSIZE : __real_sysconf(name);
}

/* Otherwise, the C library would read the stack's bounds from /proc/self/maps. This function estimates the
   bounds. The arguments lie above all stack frames, so their address can serve as the upper end. The runtime
   uses the lower end only to limit recursion. */
int __wrap_pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  (void)thread;
  size_t size = 8 << 20;
  pthread_attr_init(attributes);
  return pthread_attr_setstack(attributes, (char *)arguments - size, size);
}

/* The garbage collector calls madvise only to choose the contents of core dumps. */
int __wrap_madvise(void) { return 0; }

/* The runtime first creates a thread that calls finalizers. This thread would slow down startup and exit, so
   the first call to pthread_create does nothing. Timers, tasks and GC.WaitForPendingFinalizers need another
   thread, for which they would wait forever, so these functions end the program. */
static void reject_threads(void) {
  fputs("yes: the native executable has only one thread\n", stderr);
  _exit(1);
}
int __wrap_pthread_create(void) {
  static int calls;
  if (calls++) reject_threads();
  return 0;
}
int __wrap_pthread_cond_wait(void) { return reject_threads(), 0; }
