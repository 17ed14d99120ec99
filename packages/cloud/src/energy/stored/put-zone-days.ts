import type { Tx } from '@busbar/database'
import { dayMs } from './hold.rules.ts'
import { emptyStep, pack, unpack } from './packed.ts'
import { putHalves, setBuilt, storedBounds, storedDays, storedHalves } from './stored.sql.ts'
import { daysTouched, sumDay } from './zone-days.ts'

const daysOfHalf = 184
/** UTC days that are read together. */
const piece = 366

/** Sums up again the local days that these UTC days are parts of. */
export const putZoneDays = async (
  tx: Tx,
  orgId: number,
  seriesId: number,
  timeZone: string,
  firstDay: number,
  lastDay: number,
): Promise<void> => {
  const touched = daysTouched(timeZone, firstDay * dayMs, (lastDay + 1) * dayMs)
  const halves = Map.groupBy(touched, ({ half }) => half)
  // A day of a place may be part of three of UTC.
  const rows = await storedDays(tx, orgId, seriesId, firstDay - 2, lastDay + 2)
  const steps = new Map(rows.map(({ day, amounts }) => [day, unpack(amounts)]))
  const stored = await storedHalves(tx, orgId, seriesId, timeZone, [...halves.keys()])
  const before = new Map(stored.map(({ half, amounts }) => [half, unpack(amounts)]))
  const updated = [...halves].map(([half, days]) => {
    const cells = before.get(half) ?? Array.from({ length: daysOfHalf }, () => emptyStep)
    for (const day of days) cells[day.index] = sumDay(day, (utcDay) => steps.get(utcDay))
    return { timeZone, half, amounts: pack(cells) }
  })
  await putHalves(tx, orgId, seriesId, updated)
}

/** Sums up all days of a place, when it has become one of the series'. */
export const buildZone = async (tx: Tx, orgId: number, seriesId: number, timeZone: string): Promise<void> => {
  const { first, last } = await storedBounds(tx, orgId, seriesId)
  if (first !== null && last !== null) {
    for (let from = first; from <= last; from += piece) {
      await putZoneDays(tx, orgId, seriesId, timeZone, from, Math.min(last, from + piece - 1))
    }
  }
  await setBuilt(tx, orgId, seriesId, timeZone)
}
