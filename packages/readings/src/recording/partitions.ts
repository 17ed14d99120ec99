import type { Database, Tx } from '@busbar/database'

const dayMs = 86_400_000
const aheadDays = 2
/** Delay after a failure to create a partition that is not needed yet. */
const retryMs = 60_000
/** Number of the advisory lock, which no other lock has. */
const lock = 0x70_6f_6c_6c

/** UTC day of a time, counted from 1970. */
export const dayOf = (readOn: number): number => Math.floor(readOn / dayMs)

/** Partitions of `poll` by day, created before they are needed. */
export class Partitions {
  readonly #db: Pick<Database, 'tx'>
  readonly #now: () => Date
  #existing = new Set<number>()
  #failedOn = -Infinity

  constructor(db: Pick<Database, 'tx'>, now: () => Date) {
    this.#db = db
    this.#now = now
  }

  /** Creates required partitions, and future ones in advance. */
  async ensure(days: Iterable<number>): Promise<void> {
    for (const day of days) if (!this.#existing.has(day)) await this.#make(day)
    const now = this.#now().getTime()
    const last = dayOf(now) + aheadDays
    if (Math.abs(now - this.#failedOn) < retryMs || this.#existing.has(last)) return
    try {
      for (let day = dayOf(now); day <= last; day++) if (!this.#existing.has(day)) await this.#make(day)
    } catch {
      this.#failedOn = now
    }
  }

  /** Clears the list of known partitions, because one was dropped. */
  forget(): void {
    this.#existing = new Set()
    this.#failedOn = -Infinity
  }

  async #make(day: number): Promise<void> {
    await this.#db.tx((tx) => makeDay(tx, day))
    this.#existing.add(day)
  }
}

/**
 * Creates a table and attaches it: unlike `partition of`, this does not wait for readers and writers such as a backup.
 * The remaining waits are limited.
 */
const makeDay = async (tx: Tx, day: number): Promise<void> => {
  const [from, till] = [day, day + 1].map((at) => new Date(at * dayMs).toISOString())
  const name = `poll_${from?.slice(0, 10).replaceAll('-', '')}`
  await tx`set local lock_timeout = '2s'`
  await tx`select pg_advisory_xact_lock(${lock})`
  const [found] =
    await tx`select from pg_inherits where inhparent = 'poll'::regclass and inhrelid = to_regclass(${name})`
  if (found !== undefined) return
  await tx.unsafe(`create table ${name} (like poll including all)`)
  await tx.unsafe(`alter table poll attach partition ${name} for values from ('${from}') to ('${till}')`)
}
