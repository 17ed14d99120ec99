import type { Sql } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import type { FigureBook } from './figure-book.ts'
import { deleteOldSlots, storedSlots, storeSlots } from './figures.sql.ts'
import { slotMs, slotOf, slotsPerDay } from './unit-day.ts'

export interface FigureKeeperOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
  book: FigureBook
}

/** Stores each slot when it is over, and what there is at the end: a restart loses nothing, a crash a quarter of an hour. */
export class FigureKeeper {
  readonly #options: FigureKeeperOptions
  readonly #stores: Periodic
  /** The oldest slot that may not be stored yet. */
  #openSlot = 0

  constructor(options: FigureKeeperOptions) {
    const { clock, now, log } = options
    this.#options = options
    this.#stores = new Periodic({
      name: 'figures of units',
      clock,
      everyMs: () => (this.#openSlot + 1) * slotMs - now().getTime(),
      work: () => this.#storeEnded(),
      onError: (error) => log.error({ err: error }, 'figures of units were not stored'),
    })
  }

  /** Puts the day before into the book. What cannot be had is left out: nothing waits for it. */
  async start(): Promise<void> {
    const { sql, book, log } = this.#options
    const newest = this.#slot()
    try {
      for (const slot of await storedSlots(sql, newest - slotsPerDay + 1, newest)) book.restore(slot)
    } catch (error) {
      log.error({ err: error }, 'figures of units could not be read')
    }
    this.#openSlot = newest
    this.#stores.start()
  }

  async stop(): Promise<void> {
    await this.#stores.stop()
    await this.#store(this.#slot())
  }

  #slot(): number {
    return slotOf(this.#options.now().getTime())
  }

  /** Several slots have ended where the database took longer than one to answer. */
  async #storeEnded(): Promise<void> {
    const first = this.#openSlot
    const current = this.#slot()
    this.#openSlot = current
    await this.#store(first)
    for (let slot = Math.max(first + 1, current - slotsPerDay); slot < current; slot += 1) await this.#store(slot)
  }

  async #store(slot: number): Promise<void> {
    const { sql, book, log } = this.#options
    book.forgetOld(slot)
    try {
      await storeSlots(sql, book.slot(slot))
      await deleteOldSlots(sql, slot - slotsPerDay)
    } catch (error) {
      log.error({ err: error }, 'figures of units were not stored')
    }
  }
}
