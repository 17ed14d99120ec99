import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '../types.ts'

/** Lines for one table, in a transaction. */
export class CopyIn {
  readonly #tx: Tx
  readonly #stream: Writable
  readonly #finished: Promise<void>

  private constructor(tx: Tx, stream: Writable) {
    this.#tx = tx
    this.#stream = stream
    this.#finished = finished(stream)
    this.#finished.catch(() => {})
  }

  static async open(tx: Tx, table: string): Promise<CopyIn> {
    return new CopyIn(tx, await tx.unsafe(`copy ${table} from stdin`).writable())
  }

  /** Resolves when the lines have left us; rejects when the server has refused some before. */
  async write(lines: Buffer): Promise<void> {
    const { promise: sent, resolve, reject } = Promise.withResolvers<void>()
    this.#stream.write(lines, (error) => (error ? reject(error) : resolve()))
    await Promise.race([sent, this.#finished])
  }

  /** When the server refuses the end, the client tells nobody; but then the next statement of the transaction fails. */
  async end(): Promise<void> {
    const tx = this.#tx
    this.#stream.end()
    await nextTurn()
    await Promise.all([this.#finished, tx`select`])
  }

  /** Leaves the table without the lines, and the connection free for the rollback. */
  abort(): void {
    this.#stream.destroy(new Error('aborted'))
  }
}
