import { decodeBackwards } from '../chunk/chunk.ts'
import { readHotRecords } from './hot-records.ts'
import { within } from './join.rules.ts'
import type { OnTimeRow } from './on-time.sql.ts'

/** A reading. `text` are its digits where a double does not hold them; `number` is null for a text. */
export interface Latest {
  on: number
  number: number | null
  text: string | null
}

export function latestOf(row: OnTimeRow, till: number): Latest | null {
  const number = numberOf(row, till)
  const { text, textOn } = row
  if (text === null || textOn === null || (number !== null && number.on > textOn)) return number
  return number?.on === textOn ? { ...number, text } : { on: textOn, number: null, text }
}

function numberOf(row: OnTimeRow, till: number): Latest | null {
  const hot = readHotRecords(row.hot)
  const cold = coldOf(row, till)
  const [on] = hot.times
  if (on === undefined || (cold !== null && cold.on >= on)) return cold
  return { on, number: hot.values[0] ?? 0, text: null }
}

function coldOf({ last, lastOn, data }: OnTimeRow, till: number): Latest | null {
  if (last === null || lastOn === null) return null
  if (data === null) return { on: lastOn, number: last, text: null }
  for (const part of decodeBackwards(data)) {
    const { times, values } = within(part, -Infinity, till, 1)
    if (times[0] !== undefined) return { on: times[0], number: values[0] ?? 0, text: null }
  }
  return null
}
