const advices: readonly [RegExp, string][] = [
  [
    /no such file|no such device|cannot find/i,
    'there is no such port; is the adapter plugged in? Its lasting name is in /dev/serial/by-id',
  ],
  [
    /permission denied/i,
    'not allowed; add your user to the dialout group (sudo usermod -aG dialout $USER) and log in again',
  ],
  [/cannot lock|busy/i, 'another program uses it; stop that program or choose another port'],
  [/inappropriate ioctl|is a directory/i, 'this is not a serial port'],
]

/** Says in one line why a port does not open and what to do about it. */
export function openAdvice(path: string, reason: string): string {
  const advice = advices.find(([pattern]) => pattern.test(reason))?.[1]
  return `${path}: ${advice ?? reason}`
}
