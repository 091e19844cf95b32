/* Stands between the .NET runtime and two functions of the C library: the linker's option --wrap binds every call
   of NAME in the executable to __wrap_NAME, and __real_NAME to the C library. So nothing here depends on a name inside
   the runtime. */
#include <signal.h>
#include <stddef.h>
#include <string.h>

typedef void handler(int);
handler *__real_signal(int signum, handler *action);
handler *__wrap_signal(int signum, handler *action);
char *__real_getenv(const char *name);
char *__wrap_getenv(const char *name);

/* The runtime's start ignores SIGPIPE and so forgets the choice of the caller. Here it keeps that choice, as GNU yes does:
   a request to ignore a signal has no effect. */
handler *__wrap_signal(int signum, handler *action) {
  return action == SIG_IGN ? SIG_DFL : __real_signal(signum, action);
}

/* The runtime would read its settings (DOTNET_...) from the environment, and the console's start a terminal's. Here one
   variable exists, the one that GNU yes obeys: the program does the same in every environment. */
char *__wrap_getenv(const char *name) {
  return strcmp(name, "POSIXLY_CORRECT") == 0 ? __real_getenv(name) : NULL;
}
