import type { Database } from '../db/open.ts'
import type { Sql, Tx } from '../db/types.ts'
import { type Standing, standingOf } from './permission.sql.ts'
import type { ObjectKind } from './words.ts'

const channel = 'busbar_access_changed'
const knownMax = 100_000

/**
 * Where callers stand with objects. What was found is kept until somebody's role changes or an object is deleted, of which the
 * database tells every node; the node where it happens forgets before it answers.
 */
export class Standings {
  readonly #sql: Sql
  readonly #known = new Map<string, Standing>()
  #forgotten = 0
  #isListening = false
  #unlisten: () => Promise<void> = async () => {}

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async start(): Promise<void> {
    // Also called when a lost connection is there again: meanwhile nobody told of changes.
    const begin = (): void => {
      this.forget()
      this.#isListening = true
    }
    const listening = await this.#sql.listen(channel, () => this.forget(), begin)
    this.#unlisten = () => listening.unlisten()
  }

  async stop(): Promise<void> {
    this.#isListening = false
    this.forget()
    await this.#unlisten()
  }

  /** Null when the object is not there, or not for the caller. */
  find(kind: ObjectKind, id: number, accountId: number): Standing | null | Promise<Standing | null> {
    const name = `${kind} ${id} ${accountId}`
    return this.#known.get(name) ?? this.#read(name, kind, id, accountId)
  }

  /** The same database; whatever is changed through it is forgotten here before anybody hears that it is done. */
  watch(db: Database): Database {
    const tx = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      try {
        return await db.tx(work)
      } finally {
        this.forget()
      }
    }
    return { ...db, tx }
  }

  forget(): void {
    this.#known.clear()
    this.#forgotten += 1
  }

  async #read(name: string, kind: ObjectKind, id: number, accountId: number): Promise<Standing | null> {
    const forgotten = this.#forgotten
    const standing = await standingOf(this.#sql, kind, id, accountId)
    // What was read before a change must not be kept after it.
    if (standing !== null && this.#isListening && forgotten === this.#forgotten) this.#remember(name, standing)
    return standing
  }

  #remember(name: string, standing: Standing): void {
    this.#known.set(name, standing)
    const [oldest] = this.#known.keys()
    if (this.#known.size > knownMax && oldest !== undefined) this.#known.delete(oldest)
  }
}
