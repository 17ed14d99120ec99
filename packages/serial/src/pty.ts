import { closeSync, lstatSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { requireBinary } from '@lydell/node-pty/requireBinary.js'
import { SerialPort } from 'serialport'
import { PortStream } from './port-stream.ts'

/**
 * Creates a symbolic link and replaces an older link of that name. The returned function removes it if it is still
 * ours.
 */
function makeLink(path: string, target: string): () => void {
  if (pointsTo(path) !== undefined) unlinkSync(path)
  symlinkSync(target, path)
  return () => {
    if (pointsTo(path) === target) unlinkSync(path)
  }
}

function pointsTo(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isSymbolicLink())
    throw new Error(`${path} exists already and is not a link; choose another name or remove it`)
  return readlinkSync(path)
}

/** Makes a serial port out of nothing: what is written to it here is read by the program that opens its `path`, and vice versa. */
export async function openPty({ link }: { link?: string } = {}): Promise<Pty> {
  const { master, slave, pty: path } = requireBinary('pty.node').open(80, 24)
  try {
    // Our opening makes the port raw, without echo. It stays, so that others may come and go: the master fails without any.
    const rawPort = await SerialPort.binding.open({ path, baudRate: 9600, lock: false })
    try {
      const unlink = link === undefined ? () => undefined : makeLink(link, path)
      const pty = new Pty(path, master, async () => {
        unlink()
        await rawPort.close()
      })
      pty.start()
      return pty
    } catch (error) {
      await rawPort.close()
      throw error
    }
  } catch (error) {
    closeSync(master)
    throw error
  } finally {
    closeSync(slave)
  }
}

/** The near end of a pseudo-terminal; its `path` is the far one. */
export class Pty extends PortStream {
  readonly #master: ReadStream
  readonly #onRelease: () => Promise<void>

  constructor(path: string, fd: number, onRelease: () => Promise<void>) {
    super(path, fd)
    this.#onRelease = onRelease
    // For reading only: writing through it would block the whole process while the other end is full.
    this.#master = new ReadStream(fd)
  }

  start(): void {
    this.#master.on('data', (bytes: Uint8Array) => this.emit('data', bytes))
    this.#master.on('error', (error) => this.lost(error))
  }

  protected override async release(): Promise<void> {
    this.#master.destroy()
    await this.#onRelease()
  }
}
