/* The entry point of the native executable. The functions that follow main make the .NET runtime start faster
   and keep it away from files and threads. The linker prefers these functions to those of the C library,
   which are weak. If a newer runtime calls other functions, yes starts more slowly or opens files. This file
   also assumes that the runtime
   - registers the function that starts it before main, and reports a failure by a result other than 0;
   - changes the effect of no other signals than those in main;
   - creates no other thread than the one that calls finalizers, and doesn't wait for that thread.
   After an update of the .NET SDK, run the suites limits, faults and kernels. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

#if !defined __GLIBC__ || !(defined __x86_64__ || defined __aarch64__)
#error "the native executable requires Linux on x64 or arm64 and glibc"
#endif

/* Program.cs defines this function. If it did not, linking would fail. */
int yes_run(int argc, char **argv);

/* Before main, the runtime registers the function that starts it. The first call of managed code would call
   that function and, if it fails, abort. The linker option --wrap passes the function to main instead, which
   reports the failure. */
static int (*start_runtime)(void);
void __real_RhSetRuntimeInitializationCallback(int (*start)(void));
void __wrap_RhSetRuntimeInitializationCallback(int (*start)(void)) {
  start_runtime = start;
  __real_RhSetRuntimeInitializationCallback(NULL);
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
  enum { COUNT = 4 };
  const int signals[COUNT] = {SIGPIPE, SIGSEGV, SIGFPE, SIGRTMIN};
  struct sigaction actions[COUNT];
  sigset_t mask;
  sigprocmask(SIG_BLOCK, NULL, &mask);
  for (int i = 0; i < COUNT; i++) sigaction(signals[i], NULL, &actions[i]);
  if (!start_runtime || start_runtime() != 0) {
    fputs("yes: the .NET runtime can't start, probably for lack of memory\n", stderr);
    return 1;
  }
  for (int i = 0; i < COUNT; i++) sigaction(signals[i], &actions[i], NULL);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  return yes_run(argc, argv);
}

/* The program needs no files. Without these functions, the runtime would read files at startup to choose
   sizes that Aot.targets already sets, and managed code would leave /dev/urandom open after seeding hash
   tables. On one machine, startup would take 1.02 ms instead of 0.72 ms. */
static int no_file(void) {
  errno = ENOENT;
  return -1;
}
int open64(const char *path, int flags, ...) { return no_file(); }
FILE *fopen64(const char *path, const char *mode) {
  no_file();
  return NULL;
}
DIR *opendir(const char *path) {
  no_file();
  return NULL;
}

/* Otherwise, the C library would read a file to count processors. The runtime needs only an upper limit, and
   Linux supports 8192. This function saves 1% of the startup time. */
long sysconf(int name) {
  int counts_processors = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  return counts_processors ? 8192 : __sysconf(name);
}

/* Otherwise, the C library would read the stack's bounds from /proc/self/maps. This function estimates the
   bounds and saves 3% of the startup time. The runtime uses the lower end only to limit recursion. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  size_t size = 8 << 20;
  pthread_attr_init(attributes);
  return pthread_attr_setstack(attributes, stack_end - size, size);
}

/* The runtime first creates a thread that calls finalizers. This thread would make startup 8% slower, and it
   could not start if the user may have only one thread, so the first call to pthread_create does nothing.
   Timers, tasks and GC.WaitForPendingFinalizers need another thread, for which they would wait forever, so
   the following functions end the program. */
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
