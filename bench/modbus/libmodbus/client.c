// Reads 100 holding registers again and again. Arguments: port, milliseconds.
// Prints: requests, seconds, CPU microseconds.
#include <modbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double now_sec(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec + at.tv_nsec / 1e9;
}

static double cpu_micros(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e6 + use.ru_utime.tv_usec + use.ru_stime.tv_usec;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  uint16_t words[100];
  long requests = 0;
  modbus_t *link = modbus_new_tcp("127.0.0.1", atoi(argv[1]));
  modbus_set_slave(link, 1);
  if (modbus_connect(link) != 0) return 1;
  double started = now_sec(), end = started + atoi(argv[2]) / 1e3, cpu_before = cpu_micros();
  for (; now_sec() < end; requests += 1) {
    if (modbus_read_registers(link, 0, 100, words) != 100) return 1;
  }
  printf("%ld %.6f %.0f\n", requests, now_sec() - started, cpu_micros() - cpu_before);
  modbus_close(link);
  modbus_free(link);
  return 0;
}
