import { EventEmitter } from 'node:events'
import { closeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import type { ByteStream } from '@busbar/modbus'
import { requireBinary } from '@lydell/node-pty/requireBinary.js'
import { SerialPort } from 'serialport'
import { makeLink } from './link.ts'
import { Outbox } from './outbox.ts'

/** Makes a serial port out of nothing: what is written to it here is read by whoever opens its `path`, and vice versa. */
export async function openPty({ link }: { link?: string } = {}): Promise<Pty> {
  const { master, slave, pty: path } = requireBinary('pty.node').open(80, 24)
  try {
    // Our opening makes the port raw, without echo. It stays, so that others may come and go: the master fails without any.
    const held = await SerialPort.binding.open({ path, baudRate: 9600, lock: false })
    try {
      const unlink = link === undefined ? () => undefined : makeLink(link, path)
      return new Pty(path, master, async () => {
        unlink()
        await held.close()
      })
    } catch (error) {
      await held.close()
      throw error
    }
  } catch (error) {
    closeSync(master)
    throw error
  } finally {
    closeSync(slave)
  }
}

/** The near end of a pseudo-terminal. */
export class Pty
  extends EventEmitter<{ data: [Uint8Array]; drain: []; close: []; error: [Error] }>
  implements ByteStream
{
  /** For others to open. */
  readonly path: string
  readonly #master: ReadStream
  // Not through the master's stream: that one blocks the whole process while the other end is full.
  readonly #outbox: Outbox
  readonly #release: () => Promise<void>
  #closed: Promise<void> | undefined

  constructor(path: string, fd: number, release: () => Promise<void>) {
    super()
    this.path = path
    this.#release = release
    this.#outbox = new Outbox(
      fd,
      () => this.emit('drain'),
      (error) => this.#lost(error),
    )
    this.#master = new ReadStream(fd)
    this.#master.on('data', (bytes: Uint8Array) => this.emit('data', bytes))
    this.#master.on('error', (error) => this.#lost(error))
  }

  write(bytes: Uint8Array): boolean {
    return this.#closed === undefined && this.#outbox.write(bytes)
  }

  destroy(): this {
    void this.close()
    return this
  }

  /** Done when the port and its link are gone; whoever has it open finds that it vanished. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  #lost(error: Error): void {
    if (this.#closed !== undefined) return
    this.#closed = this.#close()
    this.emit('error', error)
  }

  async #close(): Promise<void> {
    this.#outbox.clear()
    this.#master.destroy()
    await this.#release()
    this.emit('close')
  }
}
