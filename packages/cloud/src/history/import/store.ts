import type { Database } from '@busbar/database'
import { type History, loadChunks } from '@busbar/readings'
import { valueText } from '@busbar/readings/history'
import { lastPolledReadings } from '@busbar/readings/last-values'
import type { EnergyMarks } from '../needs.ts'
import type { GatheredParam, Gatherer } from './gather.ts'
import { insertTexts, type TargetParam, upsertImported } from './import.sql.ts'

interface StoreOptions {
  db: Pick<Database, 'sql'>
  history: History
  energy: Pick<EnergyMarks, 'markDaysInTx'>
  orgId: number
  isDry: boolean
  into: 'past' | 'gaps'
}

const hourMs = 3_600_000
const textsAtOnce = 1000

/** Stores what was gathered, parameter by parameter; the answer is how many readings are new. */
export const storeGathered = async (options: StoreOptions, gatherer: Gatherer): Promise<number> => {
  let stored = 0
  for (const gathered of gatherer.release()) stored += await storeParam(options, gatherer, gathered)
  return stored
}

const storeParam = async (
  options: StoreOptions,
  gatherer: Gatherer,
  { param, values, texts }: GatheredParam,
): Promise<number> => {
  const { history, orgId, isDry, into } = options
  const times = [...new Set([...values.keys(), ...texts.keys()])].toSorted((a, b) => a - b)
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return 0
  const existing = await storedTimes(history, orgId, param.id, first, last)
  const hours = new Set(Array.from(existing, (time) => Math.floor(time / hourMs)))
  const fresh = times.filter((time) => !existing.has(time))
  gatherer.setAside('there-already', times.length - fresh.length)
  const newTimes = into === 'past' ? fresh : fresh.filter((time) => !hours.has(Math.floor(time / hourMs)))
  gatherer.setAside('hour-has-readings', fresh.length - newTimes.length)
  if (isDry) return newTimes.length
  await storeTimes(options, newTimes, { param, values, texts })
  await updateLastValue(options, param, last)
  return newTimes.length
}

const storeTimes = async (
  { db, energy, orgId }: StoreOptions,
  newTimes: readonly number[],
  { param, values, texts }: GatheredParam,
): Promise<void> => {
  const numbers = newTimes.filter((time) => values.has(time))
  if (numbers.length > 0) {
    const readings = {
      times: Float64Array.from(numbers),
      values: Float64Array.from(numbers, (time) => values.get(time) ?? 0),
    }
    await loadChunks(db.sql, orgId, param.id, readings, (tx, days) =>
      energy.markDaysInTx(
        tx,
        orgId,
        days.map((day) => ({ paramId: param.id, day })),
      ),
    )
  }
  const rows = newTimes.flatMap((on) => {
    const text = texts.get(on)
    return text === undefined ? [] : [{ on, text }]
  })
  for (let at = 0; at < rows.length; at += textsAtOnce) {
    await insertTexts(db.sql, orgId, param.id, rows.slice(at, at + textsAtOnce))
  }
}

/** The newest stored reading up to the end of the file becomes the last value, unless the device has returned a newer one. */
const updateLastValue = async (
  { db, history, orgId }: StoreOptions,
  { id, deviceId }: TargetParam,
  till: number,
): Promise<void> => {
  const [newest] = await history.onTime(orgId, [id], till)
  if (!newest) return
  const polled = (await lastPolledReadings(db.sql, [{ orgId, deviceId, id }])).get(id)?.last
  if (polled && polled.readOn >= newest.on) return
  const { number, on: readOn } = newest
  await upsertImported(db.sql, { orgId, deviceId, paramId: id }, { value: valueText(newest), number, readOn })
}

/** Times of readings that a parameter has in a span, of an hour around it. */
const storedTimes = async (
  history: History,
  orgId: number,
  paramId: number,
  first: number,
  last: number,
): Promise<Set<number>> => {
  const stored = new Set<number>()
  const till = Math.ceil((last + 1) / hourMs) * hourMs
  for await (const { times } of history.stream(orgId, [paramId], Math.floor(first / hourMs) * hourMs, till)) {
    for (const time of times) stored.add(time)
  }
  return stored
}
