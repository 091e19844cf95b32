/* The entry point of the native executable. The functions that follow main make the start of the .NET runtime
   faster. The linker prefers them to those of the C library, which are weak. If a newer runtime calls other
   functions instead, yes still works, but it starts more slowly. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <unistd.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

#if !defined __GLIBC__ || !(defined __x86_64__ || defined __aarch64__)
#error "the native executable requires Linux on x64 or arm64 and glibc"
#endif

/* Program.cs defines this function. If it did not, linking would fail. */
int yes_run(const char *arguments, int length);

/* Before main, the runtime registers the function that starts it. The first call of managed code would call
   that function and, if it fails, abort. The linker option --wrap passes the function to main instead, which
   reports the failure. */
static int (*start_runtime)(void);
int __real_RhSetRuntimeInitializationCallback(int (*start)(void));
int __wrap_RhSetRuntimeInitializationCallback(int (*start)(void)) {
  start_runtime = start;
  return __real_RhSetRuntimeInitializationCallback(NULL);
}

long __sysconf(int name);

static char *stack_end;

int main(int argc, char **argv) {
  stack_end = (char *)argv; /* the arguments lie above all stack frames */

  /* Otherwise, the runtime would read its settings (DOTNET_...) from the environment. */
  char *posix = getenv("POSIXLY_CORRECT");
  clearenv();
  if (posix) setenv("POSIXLY_CORRECT", posix, 1);

  /* The runtime changes the effect of these signals when it starts. Undo that, so that signals affect yes in
     the same way as GNU yes. */
  int signals[] = {SIGPIPE, SIGSEGV, SIGFPE, SIGRTMIN}, count = sizeof signals / sizeof *signals;
  struct sigaction actions[count];
  sigset_t mask;
  sigprocmask(SIG_BLOCK, NULL, &mask);
  for (int i = 0; i < count; i++) sigaction(signals[i], NULL, &actions[i]);
  if (start_runtime() != 0) {
    fputs("yes: the .NET runtime can't start, probably for lack of memory\n", stderr);
    return 1;
  }
  for (int i = 0; i < count; i++) sigaction(signals[i], &actions[i], NULL);
  sigprocmask(SIG_SETMASK, &mask, NULL);

  /* Operands are bytes. If the runtime received them, it would decode them as UTF-8, lose invalid bytes and
     use ten times as much memory. Linux stores all arguments in a row (copy_strings in fs/exec.c) and limits
     their size to 6 MiB. The caller of execve(2) may omit even the program's name. */
  if (argc < 2) return yes_run(NULL, 0);
  char *last = argv[argc - 1];
  return yes_run(argv[1], last + strlen(last) + 1 - argv[1]);
}

/* The program needs no files. Otherwise, the runtime would read files at startup to choose sizes that
   Aot.targets already sets, and managed code would leave /dev/urandom open after seeding hash tables. */
static int no_file(void) {
  errno = ENOENT;
  return -1;
}
int statfs64(const char *path, struct statfs64 *about) { return no_file(); }
int open64(const char *path, int flags, ...) { return no_file(); }
FILE *fopen64(const char *path, const char *mode) {
  no_file();
  return NULL;
}
DIR *opendir(const char *path) {
  no_file();
  return NULL;
}

/* Otherwise, the C library would read a file to count processors. The runtime needs only an upper limit. */
long sysconf(int name) {
  int counts_processors = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  return counts_processors ? CPU_SETSIZE : __sysconf(name);
}

/* Otherwise, the C library would read the stack's bounds from /proc/self/maps. This function estimates the
   bounds. The runtime uses the lower end only to limit recursion. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  size_t size = 8 << 20;
  pthread_attr_init(attributes);
  return pthread_attr_setstack(attributes, stack_end - size, size);
}

/* The garbage collector gives the kernel advice on core dumps and on memory that it has freed. Ignoring the
   advice saves a dozen system calls at startup. */
int madvise(void *address, size_t length, int advice) { return 0; }

/* The runtime first creates a thread that calls finalizers. This thread would slow down startup and exit, so
   the first call to pthread_create does nothing. Timers, tasks and GC.WaitForPendingFinalizers need another
   thread, for which they would wait forever, so these functions end the program. */
static void reject_threads(void) {
  fputs("yes: the native executable has only one thread\n", stderr);
  _exit(1);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *data) {
  static int calls;
  if (calls++) reject_threads();
  return 0;
}
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  reject_threads();
  return 0;
}
