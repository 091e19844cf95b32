/* Stands in for the .NET runtime's native library: finds settings and ignores SIGPIPE as that does, under the
   names of .NET 10, or of .NET 9 if NET9 is defined. The program prints what came of both. */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

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

static void *print_thread(void *) {
  size_t size;
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstacksize(&attributes, &size);
  printf("thread: %zu KiB\n", size / 1024);
  return NULL;
}

static void start_threads(int count) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  while (count--) {
    pthread_t thread;
    pthread_create(&thread, &attributes, print_thread, NULL);
    usleep(100000);
  }
}

int main() {
  struct sigaction action;
  ConfigureSignals();
  sigaction(SIGPIPE, nullptr, &action);
  print("DOTNET_GCHeapHardLimit");
  print("POSIXLY_CORRECT");
  struct statfs64 status;
  puts(fopen64("/proc/self/maps", "r") || opendir("/") || !statfs64("/", &status) ? "files" : "no files");
  puts(madvise(NULL, 1, MADV_DONTDUMP) ? "dumps" : "no dumps");
  start_threads(2);
  printf("SIGPIPE: %s\n", action.sa_handler == SIG_IGN ? "ignored" : "default");
}
