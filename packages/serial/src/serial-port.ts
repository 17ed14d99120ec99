import { SerialPort } from 'serialport'
import { type CharFormat, charFormats } from './char-format.ts'
import { SerialStream } from './serial-stream.ts'

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

export interface SerialPortOptions {
  readonly path: string
  readonly baud: number
  readonly charFormat: CharFormat
  /** Runs before the first read, with the descriptor of the open port. */
  readonly prepare?: (fd: number) => Promise<void>
}

/** Why serial ports of this machine cannot use a format; null where they can. */
export const charFormatProblem = (charFormat: CharFormat): string | null =>
  charFormats[charFormat].parity === 'space'
    ? 'ports of this machine cannot send space parity; choose another format'
    : null

/** Opens a port of this machine for raw bytes and locks it. Its errors contain advice. */
export async function openSerialPort({ path, baud, charFormat, prepare }: SerialPortOptions): Promise<SerialStream> {
  const { parity, stopBits } = charFormats[charFormat]
  const problem = charFormatProblem(charFormat)
  if (parity === 'space' || problem !== null) throw new Error(`${path}: ${problem}`)
  try {
    const port = await SerialPort.binding.open({ path, baudRate: baud, dataBits: 8, parity, stopBits, lock: true })
    try {
      if (!('poller' in port)) throw new Error('serial ports are supported on Linux and macOS only')
      const stream = new SerialStream(path, port)
      await prepare?.(stream.fd)
      stream.start()
      return stream
    } catch (error) {
      await port.close()
      throw error
    }
  } catch (cause) {
    throw new Error(openAdvice(path, cause instanceof Error ? cause.message : String(cause)), { cause })
  }
}
