export { type CharFormat, charFormats, charTimeMs } from './char-format.ts'
export { openPty, type Pty } from './pty.ts'
export { charFormatProblem, openSerialPort, type SerialPortOptions } from './serial-port.ts'
export type { SerialStream } from './serial-stream.ts'
