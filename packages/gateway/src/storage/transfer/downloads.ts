import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from '@busbar/wire/server'
import { CardError } from '../card/card-error.ts'
import { cardErrorOf } from '../card/errno.rules.ts'

const openMax = 16
const chunkBytes = 65_536

/** Downloads in progress. Ejecting the card ends them. */
export class Downloads {
  readonly #open = new Set<Readable>()

  /** Checked before the file is opened, so that nothing must be closed. */
  checkLimit(): void {
    if (this.#open.size >= openMax) {
      throw new CardError('ERROR_FR_TOO_MANY_OPEN_FILES', `${openMax} files are being read: end one, or wait`)
    }
  }

  stream(handle: FileHandle, part: ByteRange, path: string): Readable {
    const stream = Readable.from(chunks(handle, part, path), { objectMode: false })
    this.#open.add(stream)
    stream.once('close', () => {
      this.#open.delete(stream)
      // A stream that was never read does not close its file.
      handle.close().catch(() => undefined)
    })
    return stream
  }

  end(): void {
    const ejected = new CardError('ERROR_FR_NOT_ENABLED', 'The card was ejected')
    for (const stream of this.#open) stream.destroy(ejected)
  }
}

/** Sends exactly the announced range or fails: a file that shrinks meanwhile must not look complete. */
async function* chunks(handle: FileHandle, { first, last }: ByteRange, path: string): AsyncGenerator<Buffer> {
  try {
    for (let at = first; at <= last; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(chunkBytes, last + 1 - at)), {
        position: at,
      })
      if (bytesRead === 0) throw new CardError('ERROR_FR_DISK_ERR', `${path} ended early`)
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } catch (error) {
    throw cardErrorOf(error, path)
  }
}
