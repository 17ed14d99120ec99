import { setImmediate } from 'node:timers/promises'
import type { Sql, Tx } from '@busbar/database'
import { at } from '@busbar/kit'
import { type Readings } from '@busbar/series'
import { decodeGaps } from '@busbar/series/gaps'
import { dayMs, dayStart } from '../history/days/days.ts'
import { merge, within } from '../history/join.rules.ts'
import { type ChunkRow, chunkRow } from './chunk-row.ts'
import { type StoredChunk, selectChunks, upsertChunks } from './chunks.sql.ts'
import { growDay } from './grow-day.ts'

/** Limit per transaction. */
const daysMax = 64

/** Joins a transaction that writes days. */
type InTx = (tx: Tx, days: readonly number[]) => Promise<void>

/** Writes history directly as chunks. A stored reading with the same time wins. */
export const loadChunks = async (
  sql: Sql,
  orgId: number,
  paramId: number,
  readings: Readings,
  inTx: InTx = async () => {},
): Promise<void> => {
  const { times } = readings
  if (times.length === 0) return
  const end = at(times, times.length - 1)
  const stepMs = daysMax * dayMs
  for (let from = dayStart(at(times, 0)); from <= end; from += stepMs) {
    const some = within(readings, from, from + stepMs - 1)
    if (some.times.length === 0) continue
    await sql.begin(async (tx) => inTx(tx, await loadDays(tx, orgId, paramId, some)), 'isolation level repeatable read')
  }
}

const loadDays = async (tx: Tx, orgId: number, paramId: number, readings: Readings): Promise<number[]> => {
  const from = dayStart(at(readings.times, 0))
  const till = dayStart(at(readings.times, readings.times.length - 1))
  const stored = new Map((await selectChunks(tx, orgId, [paramId], from, till)).map((chunk) => [chunk.day, chunk]))
  const rows: ChunkRow[] = []
  for (let day = from; day <= till; day += dayMs) {
    const some = within(readings, day, day + dayMs - 1)
    if (some.times.length > 0) rows.push(merged(paramId, day, some, stored.get(day)))
    // Encoding a day takes some milliseconds, so the event loop continues in between.
    await setImmediate()
  }
  await upsertChunks(tx, orgId, rows)
  return rows.map(({ day }) => day)
}

const merged = (paramId: number, day: number, readings: Readings, stored: StoredChunk | undefined): ChunkRow =>
  chunkRow(paramId, day, growDay(stored, readings, day, merge), stored?.gaps ? decodeGaps(stored.gaps) : [])
