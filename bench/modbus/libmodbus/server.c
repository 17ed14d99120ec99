// Serves holding registers to one client at a time. Prints its port; then, for each byte on its standard input, its CPU
// microseconds so far. Ends with its standard input.
#include <arpa/inet.h>
#include <modbus.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static void *tell_cpu(void *unused) {
  while (getchar() != EOF) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    printf("%ld\n", (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000L + use.ru_utime.tv_usec + use.ru_stime.tv_usec);
    fflush(stdout);
  }
  exit(0);
  return unused;
}

int main(void) {
  uint8_t query[MODBUS_TCP_MAX_ADU_LENGTH];
  struct sockaddr_in at;
  socklen_t at_size = sizeof at;
  pthread_t teller;
  modbus_mapping_t *map = modbus_mapping_new(0, 0, 100, 0);
  modbus_t *link = modbus_new_tcp("127.0.0.1", 0);
  int listener = modbus_tcp_listen(link, 1);
  if (listener < 0 || getsockname(listener, (struct sockaddr *)&at, &at_size) != 0) return 1;
  for (int i = 0; i < 100; i += 1) map->tab_registers[i] = (i * 655 + 7) & 0xffff;
  printf("%d\n", ntohs(at.sin_port));
  fflush(stdout);
  pthread_create(&teller, NULL, tell_cpu, NULL);
  for (;;) {
    int length;
    if (modbus_tcp_accept(link, &listener) < 0) return 1;
    while ((length = modbus_receive(link, query)) >= 0) {
      if (length > 0) modbus_reply(link, query, length, map);
    }
    modbus_close(link);
  }
}
