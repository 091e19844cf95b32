/* Stands between the .NET runtime and a few functions of the C library. The linker's option --wrap binds
   every call of NAME in the executable to __wrap_NAME, and __real_NAME to the C library. So nothing here
   depends on a name inside the runtime. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

typedef void handler(int);
handler *__real_signal(int signum, handler *action);
char *__real_getenv(const char *name);

/* The runtime's start ignores SIGPIPE and so forgets the caller's choice. Here a request to ignore a signal
   has no effect, so the choice stays, as with GNU yes. */
handler *__wrap_signal(int signum, handler *action) {
  return action == SIG_IGN ? SIG_DFL : __real_signal(signum, action);
}

/* The runtime would read its settings (DOTNET_...) from the environment, and the console those of a terminal.
   Here only the variable exists that GNU yes obeys too: the program does the same in every environment. */
char *__wrap_getenv(const char *name) {
  return strcmp(name, "POSIXLY_CORRECT") == 0 ? __real_getenv(name) : NULL;
}

/* These load shared libraries of the system, which a static executable can't rely on. Nothing calls them
   here: they belong to parts of the runtime that look up users and groups, and libraries by name. */
void *__wrap_dlopen(void) { return NULL; }
int __wrap_getpwuid_r(void) { return ENOSYS; }
int __wrap_getpwnam_r(void) { return ENOSYS; }
int __wrap_getgrgid_r(void) { return ENOSYS; }
int __wrap_getgrouplist(void) { return -1; }
