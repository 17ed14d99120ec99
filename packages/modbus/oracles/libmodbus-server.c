// A libmodbus server on a free port, for one client at a time. Prints the port; ends with its standard input.
// Inputs hold what the tests compute too: discrete input i is on when i is divisible by 3, input register i is 655 i + 7.
#include <arpa/inet.h>
#include <modbus.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { table_size = 2500 };

static void *end_with_input(void *unused) {
  while (getchar() != EOF) {
  }
  exit(0);
  return unused;
}

int main(void) {
  uint8_t query[MODBUS_TCP_MAX_ADU_LENGTH];
  struct sockaddr_in at;
  socklen_t at_size = sizeof at;
  pthread_t watcher;
  modbus_mapping_t *map = modbus_mapping_new(table_size, table_size, table_size, table_size);
  modbus_t *link = modbus_new_tcp("127.0.0.1", 0);
  int listener = modbus_tcp_listen(link, 1);
  if (map == NULL || listener < 0 || getsockname(listener, (struct sockaddr *)&at, &at_size) != 0) return 1;
  for (int i = 0; i < table_size; i += 1) {
    map->tab_input_bits[i] = i % 3 == 0;
    map->tab_input_registers[i] = 655 * i + 7;
  }
  // After some exceptions it waits that long, and then drops what came meanwhile.
  modbus_set_response_timeout(link, 0, 1000);
  printf("%d\n", ntohs(at.sin_port));
  fflush(stdout);
  pthread_create(&watcher, NULL, end_with_input, NULL);
  for (;;) {
    int length;
    if (modbus_tcp_accept(link, &listener) < 0) return 1;
    while ((length = modbus_receive(link, query)) >= 0) {
      if (length > 0) modbus_reply(link, query, length, map);
    }
    modbus_close(link);
  }
}
