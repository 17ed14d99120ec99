import { read } from 'node:fs'
import { isNotReady } from './outbox.ts'
import { PortStream } from './port-stream.ts'

const readBytesMax = 4096

/** The fields of an open port of serialport on Linux and macOS. */
export interface OpenPort {
  readonly fd: number | null
  readonly poller: { once(event: 'readable', listener: (error: Error | null) => void): unknown }
  close(): Promise<void>
}

/**
 * An open serial port.
 *
 * serialport opens, configures and polls the port. Reading is done here: its own reader waits on promises that its
 * poller leaves pending on Node 26 until something else happens in the process, and loops endlessly when the port
 * disappears.
 */
export class SerialStream extends PortStream {
  readonly #port: OpenPort
  readonly fd: number
  readonly #buffer = Buffer.alloc(readBytesMax)
  #reading: PromiseWithResolvers<void> | undefined

  constructor(path: string, port: OpenPort) {
    if (port.fd === null) throw new Error('the port is closed')
    super(path, port.fd)
    this.#port = port
    this.fd = port.fd
  }

  start(): void {
    this.#read()
  }

  protected override async release(): Promise<void> {
    // A read under way would read from whatever gets the number of the closed descriptor next.
    await this.#reading?.promise
    await this.#port.close()
  }

  #read(): void {
    if (this.isClosed) return
    this.#reading = Promise.withResolvers()
    read(this.fd, this.#buffer, 0, readBytesMax, null, (error, length) => {
      this.#reading?.resolve()
      this.#reading = undefined
      if (this.isClosed) return
      if (error !== null && isNotReady(error)) this.#await()
      else if (error !== null) this.lost(error)
      // A port that is there has bytes or is not ready.
      else if (length === 0) this.lost(new Error('the port was closed by the system'))
      else this.#onData(Uint8Array.from(this.#buffer.subarray(0, length)))
    })
  }

  #await(): void {
    this.#port.poller.once('readable', (error) => {
      if (error === null) this.#read()
      // The poller calls outside of any turn: promises that come of this must not be left lying either.
      else setImmediate(() => this.lost(error))
    })
  }

  #onData(bytes: Uint8Array): void {
    this.#read()
    this.emit('data', bytes)
  }
}
