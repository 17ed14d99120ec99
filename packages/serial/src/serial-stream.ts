import { EventEmitter } from 'node:events'
import { read } from 'node:fs'
import type { ByteStream } from '@busbar/modbus'
import { isNotReady, Outbox } from './outbox.ts'

const readBytesMax = 4096

/** What serialport gives for an open port on Linux and macOS. */
export interface OpenPort {
  readonly fd: number | null
  readonly poller: { once(event: 'readable', listener: (error: Error | null) => void): unknown }
  close(): Promise<void>
}

/**
 * An open serial port. An adapter that vanishes gives 'error', then 'close'.
 *
 * serialport opens, sets and polls the port; reading is done here, because its own reader waits on promises that its poller
 * leaves lying on Node 26 until something else happens in the process, and turns round for ever when the port vanished.
 */
export class SerialStream
  extends EventEmitter<{ data: [Uint8Array]; drain: []; close: []; error: [Error] }>
  implements ByteStream
{
  readonly path: string
  readonly #port: OpenPort
  readonly #fd: number
  readonly #outbox: Outbox
  readonly #buffer = Buffer.alloc(readBytesMax)
  #reading: PromiseWithResolvers<void> | undefined
  #closed: Promise<void> | undefined

  constructor(path: string, port: OpenPort) {
    super()
    if (port.fd === null) throw new Error('the port is closed')
    this.path = path
    this.#port = port
    this.#fd = port.fd
    this.#outbox = new Outbox(
      port.fd,
      () => this.emit('drain'),
      (error) => this.#lost(error),
    )
  }

  start(): void {
    this.#read()
  }

  write(bytes: Uint8Array): boolean {
    return this.#closed === undefined && this.#outbox.write(bytes)
  }

  destroy(): this {
    void this.close()
    return this
  }

  /** Done when another program can open the port. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  #read(): void {
    if (this.#closed !== undefined) return
    this.#reading = Promise.withResolvers()
    read(this.#fd, this.#buffer, 0, readBytesMax, null, (error, length) => {
      this.#reading?.resolve()
      this.#reading = undefined
      if (this.#closed !== undefined) return
      if (error !== null && isNotReady(error)) this.#await()
      else if (error !== null) this.#lost(error)
      // A port that is there has bytes or is not ready.
      else if (length === 0) this.#lost(new Error('nothing is left to read from'))
      else this.#heard(Uint8Array.from(this.#buffer.subarray(0, length)))
    })
  }

  #await(): void {
    this.#port.poller.once('readable', (error) => {
      if (error === null) this.#read()
      // The poller calls outside of any turn: promises that come of this must not be left lying either.
      else setImmediate(() => this.#lost(error))
    })
  }

  #heard(bytes: Uint8Array): void {
    this.#read()
    this.emit('data', bytes)
  }

  #lost(cause: Error): void {
    if (this.#closed !== undefined) return
    this.#closed = this.#close()
    this.emit('error', new Error(`${this.path} is gone: ${cause.message}`, { cause }))
  }

  async #close(): Promise<void> {
    this.#outbox.clear()
    // A read under way would read from whatever gets the number of the closed descriptor next.
    await this.#reading?.promise
    await this.#port.close()
    this.emit('close')
  }
}
