import type { Clock } from '@busbar/kit'
import type { Sql } from '../../db/sql.ts'
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
  #cancel: () => void = () => {}
  #storing: Promise<void> = Promise.resolve()

  constructor(options: FigureKeeperOptions) {
    this.#options = options
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
    this.#arm()
  }

  async stop(): Promise<void> {
    this.#cancel()
    await this.#storing
    await this.#store(this.#slot())
  }

  #slot(): number {
    return slotOf(this.#options.now().getTime())
  }

  #arm(): void {
    const { clock, now } = this.#options
    const slot = this.#slot()
    this.#cancel = clock.after((slot + 1) * slotMs - now().getTime(), () => {
      this.#storing = this.#store(slot)
      this.#arm()
    })
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
