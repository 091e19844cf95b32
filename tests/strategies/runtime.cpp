/* Stands in for the .NET runtime's native library: finds settings and ignores SIGPIPE as that does, under the
   names of .NET 10, or of .NET 9 if NET9 is defined. The program prints what came of both. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef NET9
#define PalGetEnvironmentVariable GetEnvironmentVariableA
extern "C"
#endif
uint32_t PalGetEnvironmentVariable(const char *name, char *buffer, uint32_t size) {
  const char *value = getenv(name);
  return value ? snprintf(buffer, size, "%s", value) : 0;
}

static void ConfigureSignals() { signal(SIGPIPE, SIG_IGN); }

static void print(const char *name) {
  char buffer[32];
  bool found = PalGetEnvironmentVariable(name, buffer, sizeof buffer);
  printf("%s: %s\n", name, found ? buffer : "not found");
}

int main() {
  struct sigaction action;
  ConfigureSignals();
  sigaction(SIGPIPE, nullptr, &action);
  print("DOTNET_GCHeapHardLimit");
  print("POSIXLY_CORRECT");
  printf("SIGPIPE: %s\n", action.sa_handler == SIG_IGN ? "ignored" : "default");
}
