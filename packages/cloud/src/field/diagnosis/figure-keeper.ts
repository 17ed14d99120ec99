import type { Queries, Sql } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import type { FigureBook, NetSlot } from './figure-book.ts'
import { type Figures, noFigures } from './figures.ts'
import { slotMs, slotOf, slotsPerDay } from './unit-day.ts'

/** Figures by unit, without zeros. */
type StoredUnits = Readonly<Record<string, Partial<Figures>>>

/** Adds nothing where the network is gone by now. */
const storeSlots = async (sql: Queries, slots: readonly NetSlot[]): Promise<void> => {
  if (slots.length === 0) return
  const rows = slots.map(({ netId, slot, units }) => ({
    netId,
    slot,
    units: Object.fromEntries(units.map(({ unit, figures }) => [unit, withoutZeros(figures)])),
  }))
  await sql`
    insert into net_figures (org_id, net_id, slot, units)
    select n.org_id, n.id, r.slot, r.units
    from jsonb_to_recordset(${sql.json(rows)}) as r ("netId" bigint, slot integer, units jsonb)
    join net n on n.id = r."netId"
    on conflict (org_id, net_id, slot) do update set units = excluded.units`
}

const deleteOldSlots = async (sql: Queries, oldest: number): Promise<void> => {
  await sql`delete from net_figures where slot < ${oldest}`
}

/** Oldest first. */
const storedSlots = async (sql: Queries, oldest: number, newest: number): Promise<NetSlot[]> => {
  const rows = await sql<{ netId: number; slot: number; units: StoredUnits }[]>`
    select net_id as "netId", slot, units from net_figures where slot between ${oldest} and ${newest} order by slot`
  return rows.map(({ netId, slot, units }) => ({
    netId,
    slot,
    units: Object.entries(units).map(([unit, figures]) => ({
      unit: Number(unit),
      figures: { ...noFigures(), ...figures },
    })),
  }))
}

const withoutZeros = (figures: Figures): Partial<Figures> =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== 0))

export interface FigureKeeperOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
  book: FigureBook
}

/**
 * Stores each finished slot, and the current one at shutdown: a restart loses nothing, a crash up to a quarter of an
 * hour.
 */
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
      onError: (error) => log.error({ err: error }, 'figures of units could not be stored'),
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
      log.error({ err: error }, 'figures of units could not be stored')
    }
  }
}
