/*
 * A serial driver for the tests of busbar-tty, linked with -Wl,--wrap=ioctl. It keeps its configuration in the file RS485_STATE and
 * appends each request with the bytes of its struct to RS485_CALLS. RS485_DRIVER names its behaviour:
 *   full     uses what is requested, as the kernel passes it
 *   fixed    refuses RTS after sending, as sc16is7xx does
 *   silent   accepts every request and keeps RTS on send, as drivers did before Linux 6.0
 *   capped   has no delays and no termination
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void record(int fd, const char *request, const struct serial_rs485 *config) {
  const unsigned char *bytes = (const unsigned char *)config;
  FILE *calls = fopen(getenv("RS485_CALLS"), "a");
  fprintf(calls, "%d %s ", fd, request);
  for (size_t index = 0; index < sizeof *config; index++) fprintf(calls, "%02x", bytes[index]);
  fputc('\n', calls);
  fclose(calls);
}

int __wrap_ioctl(int fd, unsigned long request, struct serial_rs485 *config);

int __wrap_ioctl(int fd, unsigned long request, struct serial_rs485 *config) {
  const char *driver = getenv("RS485_DRIVER");
  struct serial_rs485 state;
  memset(&state, 0, sizeof state);
  int file = open(getenv("RS485_STATE"), O_RDWR | O_CREAT, 0600);
  if (read(file, &state, sizeof state) < 0) abort();
  if (request == TIOCGRS485) {
    *config = state;
  } else {
    record(fd, "TIOCSRS485", config);
    if (strcmp(driver, "fixed") == 0 && config->flags & SER_RS485_RTS_AFTER_SEND) {
      errno = EINVAL;
      return -1;
    }
    state = *config;
    if (strcmp(driver, "silent") == 0) state.flags = SER_RS485_ENABLED | SER_RS485_RTS_ON_SEND;
    if (strcmp(driver, "capped") == 0) {
      state.flags &= ~SER_RS485_TERMINATE_BUS;
      state.delay_rts_before_send = state.delay_rts_after_send = 0;
    }
    if (pwrite(file, &state, sizeof state, 0) < 0) abort();
    *config = state;
  }
  close(file);
  return 0;
}
