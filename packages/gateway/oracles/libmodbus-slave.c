// A libmodbus slave on a serial port: `libmodbus-slave PATH BAUD UNIT`. Prints a line when it is open; ends with its standard input.
// Discrete input i is on when i is divisible by 3, input register i is 655 i + 7.
#include <errno.h>
#include <modbus.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { table_size = 300 };

static void *end_with_input(void *unused) {
  while (getchar() != EOF) {
  }
  exit(0);
  return unused;
}

int main(int count, char **arguments) {
  uint8_t query[MODBUS_RTU_MAX_ADU_LENGTH];
  pthread_t watcher;
  modbus_mapping_t *map = modbus_mapping_new(table_size, table_size, table_size, table_size);
  modbus_t *link;
  if (count != 4 || map == NULL) return 1;
  link = modbus_new_rtu(arguments[1], atoi(arguments[2]), 'E', 8, 1);
  if (link == NULL || modbus_set_slave(link, atoi(arguments[3])) != 0 || modbus_connect(link) != 0) return 1;
  for (int i = 0; i < table_size; i += 1) {
    map->tab_input_bits[i] = i % 3 == 0;
    map->tab_input_registers[i] = 655 * i + 7;
  }
  puts("open");
  fflush(stdout);
  pthread_create(&watcher, NULL, end_with_input, NULL);
  for (;;) {
    int length = modbus_receive(link, query);
    if (length > 0) modbus_reply(link, query, length, map);
    else if (length < 0 && errno == EIO) return 1;
  }
}
