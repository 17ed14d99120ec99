import { EventEmitter } from 'node:events'
import type { ByteStream } from '@busbar/modbus'
import { Outbox } from './outbox.ts'

/** A stream over a descriptor of ours, which closes once. */
export abstract class PortStream
  extends EventEmitter<{ data: [Uint8Array]; drain: []; close: []; error: [Error] }>
  implements ByteStream
{
  /** For others to open. */
  readonly path: string
  readonly #outbox: Outbox
  #closed: Promise<void> | undefined

  constructor(path: string, fd: number) {
    super()
    this.path = path
    this.#outbox = new Outbox(
      fd,
      () => this.emit('drain'),
      (error) => this.lost(error),
    )
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  write(bytes: Uint8Array): boolean {
    return !this.isClosed && this.#outbox.write(bytes)
  }

  destroy(): this {
    void this.close()
    return this
  }

  /** Done when another program can open the port, or finds that it vanished. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  /** The port is gone: 'error', then 'close'. */
  protected lost(cause: Error): void {
    if (this.isClosed) return
    this.#closed = this.#close()
    this.emit('error', new Error(`${this.path} is gone: ${cause.message}`, { cause }))
  }

  /** Closes the resources of the system. */
  protected abstract release(): Promise<void>

  async #close(): Promise<void> {
    this.#outbox.clear()
    await this.release()
    this.emit('close')
  }
}
