import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { CopyTx } from '../sql.ts'

/** Lines for one table, in a transaction. */
export class CopyIn {
  readonly #stream: Writable
  readonly #finished: Promise<void>

  constructor(tx: CopyTx, table: string) {
    this.#stream = tx.copyIn(`copy ${table} from stdin`)
    this.#finished = finished(this.#stream)
    this.#finished.catch(() => {})
  }

  /** Resolves when there is room for more; rejects when the server has refused some before. */
  async write(lines: Buffer): Promise<void> {
    if (this.#stream.write(lines)) return
    await Promise.race([once(this.#stream, 'drain'), this.#finished])
  }

  async end(): Promise<void> {
    this.#stream.end()
    await this.#finished
  }
}
