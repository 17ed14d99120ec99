import type { Queries } from '@busbar/database'
import type { NetSlot } from './figure-book.ts'
import { type Figures, noFigures } from './figures.ts'

/** By unit; what is 0 is left out. */
type StoredUnits = Readonly<Record<string, Partial<Figures>>>

/** Adds nothing where the network is gone by now. */
export const storeSlots = async (sql: Queries, slots: readonly NetSlot[]): Promise<void> => {
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

export const deleteOldSlots = async (sql: Queries, oldest: number): Promise<void> => {
  await sql`delete from net_figures where slot < ${oldest}`
}

/** Oldest first. */
export const storedSlots = async (sql: Queries, oldest: number, newest: number): Promise<NetSlot[]> => {
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
