import { EventEmitter } from 'node:events'
import type { Clock } from '@busbar/kit'
import type { ByteStream } from '@busbar/modbus'
import type { LineFormat } from './waveform.ts'

export interface PortSettings extends LineFormat {
  /** A half-duplex adapter that hears what it says. */
  readonly echo: boolean
  /** How long a USB adapter gathers bytes before it hands them over; 0 hands over each one. */
  readonly latencyMs: number
}

/** The line as a port sees it. */
export interface PortLine {
  readonly clock: Clock
  /** Puts bytes on the wire behind those that wait; true when they need no time. */
  transmit(port: LinePort, bytes: Uint8Array): boolean
  leave(port: LinePort): void
  attach(settings: Partial<PortSettings>): LinePort
}

/** A port on the line: a stream whose bytes take the time of the wire. */
export class LinePort
  extends EventEmitter<{ data: [Uint8Array]; drain: []; close: []; error: [Error] }>
  implements ByteStream
{
  readonly isTimed = true
  readonly #wire: PortLine
  #settings: PortSettings
  #isOpen = true
  #gathered: number[] = []

  constructor(wire: PortLine, settings: PortSettings) {
    super()
    this.#wire = wire
    this.#settings = settings
  }

  get settings(): PortSettings {
    return this.#settings
  }

  /** Holds for bytes written or heard from now on. */
  update(change: Partial<PortSettings>): void {
    this.#settings = { ...this.#settings, ...change }
  }

  /** False while bytes are on their way; 'drain' follows when the last has left. A port that is closed says nothing. */
  write(bytes: Uint8Array): boolean {
    if (!this.#isOpen) return false
    return bytes.length === 0 || this.#wire.transmit(this, bytes)
  }

  destroy(): this {
    this.#close()
    return this
  }

  /** The adapter is pulled out: what it had not sent is lost, and the stream ends as that of a real port does. */
  unplug(): void {
    this.#close(new Error('The serial port was disconnected: its adapter was unplugged'))
  }

  /** The adapter is back, and was opened again. */
  replug(): LinePort {
    if (this.#isOpen) throw new Error('Unplug the port before plugging it in again')
    return this.#wire.attach(this.#settings)
  }

  /** For the line: bytes that reached this end. */
  receivedBytes(bytes: readonly number[]): void {
    if (!this.#isOpen || bytes.length === 0) return
    const { latencyMs } = this.#settings
    if (latencyMs <= 0 && this.#gathered.length === 0) {
      this.emit('data', Uint8Array.from(bytes))
      return
    }
    if (this.#gathered.length === 0) this.#wire.clock.after(latencyMs, () => this.#deliver())
    for (const byte of bytes) this.#gathered.push(byte)
  }

  /** For the line: nothing of what was written waits any more. */
  drained(): void {
    if (this.#isOpen) this.emit('drain')
  }

  #deliver(): void {
    const bytes = Uint8Array.from(this.#gathered)
    this.#gathered = []
    if (this.#isOpen) this.emit('data', bytes)
  }

  #close(error?: Error): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#wire.leave(this)
    queueMicrotask(() => {
      if (error !== undefined) this.emit('error', error)
      this.emit('close')
    })
  }
}
