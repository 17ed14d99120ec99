// Asks a server for what mbpoll cannot, and prints each answer on a line. Arguments: port, unit.
#include <errno.h>
#include <modbus.h>
#include <stdio.h>
#include <stdlib.h>

static void tell(const char *what, int result) {
  printf("%s %s\n", what, result < 0 ? modbus_strerror(errno) : "ok");
}

static void tell_words(const char *what, int count, const uint16_t *words) {
  printf("%s", what);
  if (count < 0) printf(" %s", modbus_strerror(errno));
  for (int i = 0; i < count; i += 1) printf(" %04x", words[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  uint16_t words[MODBUS_MAX_WR_READ_REGISTERS];
  uint16_t sent[MODBUS_MAX_WR_WRITE_REGISTERS] = {0x1111, 0x2222, 0x3333};
  uint8_t id[MODBUS_MAX_PDU_LENGTH];
  modbus_t *link = modbus_new_tcp("127.0.0.1", atoi(argv[1]));
  modbus_set_slave(link, atoi(argv[2]));
  if (modbus_connect(link) != 0) return 1;

  tell("mask", modbus_mask_write_register(link, 4, 0x00f2, 0x0025));
  tell_words("masked", modbus_read_registers(link, 4, 1, words), words);
  tell("mask outside", modbus_mask_write_register(link, 60000, 0, 0));
  tell_words("exchange", modbus_write_and_read_registers(link, 10, 3, sent, 9, 5, words), words);
  tell_words("exchange, writing outside", modbus_write_and_read_registers(link, 60000, 3, sent, 9, 5, words), words);
  tell_words("exchange, reading outside", modbus_write_and_read_registers(link, 20, 3, sent, 60000, 5, words), words);
  tell_words("nothing written", modbus_read_registers(link, 20, 3, words), words);
  int most = modbus_write_and_read_registers(link, 0, MODBUS_MAX_WR_WRITE_REGISTERS, sent, 0, MODBUS_MAX_WR_READ_REGISTERS, words);
  printf("the most %d\n", most);
  int id_length = modbus_report_slave_id(link, sizeof id, id);
  printf("id %d %d %.*s\n", id[0], id[1], id_length < 2 ? 0 : id_length - 2, (const char *)id + 2);

  modbus_close(link);
  modbus_free(link);
  return 0;
}
