import type { Clock } from '@busbar/kit'
import type { ByteStream } from '@busbar/modbus'
import type { LineSettings } from './request.ts'

/** Opens the port for a line's speed and format; fails with a sentence that says what to do. */
export type OpenPort = (line: LineSettings) => Promise<ByteStream>

/** Opening or closing that takes longer has failed. */
const limitMs = 5000

/** The port, or an error. One that opens when nobody waits for it any more is closed again. */
export const openInTime = (openPort: OpenPort, line: LineSettings, clock: Clock): Promise<ByteStream> =>
  new Promise((resolve, reject) => {
    let isLate = false
    const callOff = clock.after(limitMs, () => {
      isLate = true
      reject(new Error('the port does not open; is its adapter hanging?'))
    })
    void attempt(openPort, line).then(
      (port) => {
        callOff()
        if (isLate) void closeInTime(port, clock)
        else resolve(port)
      },
      (error: unknown) => {
        callOff()
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })

/** Done when the port is free for the next who opens it. */
export const closeInTime = (port: ByteStream, clock: Clock): Promise<void> =>
  new Promise((done) => {
    const callOff = clock.after(limitMs, done)
    port.on('error', () => {})
    port.on('close', () => {
      callOff()
      done()
    })
    port.destroy()
  })

/** What is thrown at once is a failure like any other. */
const attempt = async (openPort: OpenPort, line: LineSettings): Promise<ByteStream> => openPort(line)
