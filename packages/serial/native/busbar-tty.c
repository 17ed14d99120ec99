/*
 * Sets the RS-485 mode of the serial port that is open as descriptor 3.
 *
 *   busbar-tty rs485 FLAGS BEFORE_MS AFTER_MS
 *
 * FLAGS are the bits of struct serial_rs485 in <linux/serial.h>. Prints the configuration before the call and the configuration in use
 * after it, each as three numbers. A driver may accept the call and change the mode or the polarity; the previous configuration is then
 * restored, because a wrong polarity would keep the transmitter on. Exit status: 0 the driver uses the requested mode; 1 it does not
 * (the reason is printed); 2 wrong usage.
 *
 * Node.js has no ioctl, and this call needs no privilege beyond the open port.
 */
#include <errno.h>
#include <linux/serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#define PORT 3
/* The bits that decide when the transmitter is on. The kernel owns the others: it may add SER_RS485_RX_DURING_TX. */
#define MODE (SER_RS485_ENABLED | SER_RS485_RTS_ON_SEND | SER_RS485_RTS_AFTER_SEND)

static int fail(const char *request) {
  printf("%s %d %s\n", request, errno, strerror(errno));
  return 1;
}

static void show(const char *label, const struct serial_rs485 *config) {
  printf("%s %u %u %u\n", label, config->flags, config->delay_rts_before_send, config->delay_rts_after_send);
}

/* A driver without RS-485 clears all flags when the mode is switched off. */
static unsigned mode_of(unsigned flags) { return flags & SER_RS485_ENABLED ? flags & MODE : 0; }

static int parse(const char *text, unsigned *number) {
  char *end;
  errno = 0;
  unsigned long value = strtoul(text, &end, 10);
  if (errno != 0 || *text < '0' || *text > '9' || *end != '\0' || value > 0xffff) return 0;
  *number = (unsigned)value;
  return 1;
}

int main(int count, char **words) {
  struct serial_rs485 before, wanted, used;
  memset(&before, 0, sizeof before);
  memset(&wanted, 0, sizeof wanted);
  if (count != 5 || strcmp(words[1], "rs485") != 0 || !parse(words[2], &wanted.flags) ||
      !parse(words[3], &wanted.delay_rts_before_send) || !parse(words[4], &wanted.delay_rts_after_send)) {
    fputs("usage: busbar-tty rs485 FLAGS BEFORE_MS AFTER_MS 3<>PORT\n", stderr);
    return 2;
  }
  if (ioctl(PORT, TIOCGRS485, &before) < 0) return fail("TIOCGRS485");
  used = wanted;
  if (ioctl(PORT, TIOCSRS485, &used) < 0) return fail("TIOCSRS485");
  if (ioctl(PORT, TIOCGRS485, &used) < 0) return fail("TIOCGRS485");
  show("before", &before);
  show("used", &used);
  if (mode_of(used.flags) == mode_of(wanted.flags)) return 0;
  used = before;
  if (ioctl(PORT, TIOCSRS485, &used) < 0) return fail("TIOCSRS485");
  puts("restored");
  return 1;
}
