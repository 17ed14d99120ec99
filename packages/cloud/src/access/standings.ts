import type { Database } from '../db/open.ts'
import type { Sql, Tx } from '../db/sql.ts'
import { type Standing, standingOf } from './permission.sql.ts'
import { ToldCache } from './told-cache.ts'
import type { ObjectId, ObjectKind } from './words.ts'

const channel = 'busbar_access_changed'
const knownMax = 100_000

/** Where callers stand with objects, kept until somebody's role changes or an object is deleted. */
export class Standings {
  readonly #sql: Sql
  readonly #known: ToldCache<Standing>

  constructor(sql: Sql) {
    this.#sql = sql
    this.#known = new ToldCache(sql, channel, knownMax)
  }

  start(): Promise<void> {
    return this.#known.start()
  }

  stop(): Promise<void> {
    return this.#known.stop()
  }

  /** Calls when somebody's role has changed, on whichever node; or when that may have been missed. */
  onChanged(listener: () => void): void {
    this.#known.onTold(listener)
  }

  /** Null when the object is not there, or not for the caller. */
  find(kind: ObjectKind, id: ObjectId, accountId: number): Standing | null | Promise<Standing | null> {
    const name = `${kind} ${id} ${accountId}`
    return this.#known.get(name) ?? this.#known.read(name, () => standingOf(this.#sql, kind, id, accountId))
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
    this.#known.forget('')
  }
}
