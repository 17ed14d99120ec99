import { decodeBackwards } from '../chunk/chunk.ts'
import type { Readings } from '../readings.ts'
import { placesOf } from '../recording/row-layout.ts'
import type { DevicePoll, OnTimeRow } from './on-time.sql.ts'

/** A reading. `text` are its digits where a double does not hold them; `number` is null for a text. */
export interface Latest {
  on: number
  number: number | null
  text: string | null
}

type RoomFor = (count: number) => Readings

/** Of all that is known of a parameter, with its latest hot reading; undefined where more of the day has to be read. */
export function latestOf(row: OnTimeRow, hot: Hot | null, till: number, roomFor: RoomFor): Latest | null | undefined {
  const cold = coldOf(row, till, roomFor)
  if (cold === undefined) return undefined
  const number = hot === null || (cold !== null && cold.on >= hot.on) ? cold : { ...hot, text: null }
  const { text, textOn } = row
  if (text === null || textOn === null || (number !== null && number.on > textOn)) return number
  return number?.on === textOn ? { ...number, text } : { on: textOn, number: null, text }
}

export interface Hot {
  on: number
  number: number
}

/** What a device's latest poll has of a parameter; undefined where it has nothing of it. */
export function hotReader({ readOn, paramIds, cells, ...row }: DevicePoll): (paramId: number) => Hot | undefined {
  const places = placesOf(paramIds, cells)
  return (paramId) => {
    const place = places.get(paramId)
    const raw = place && row[place.column]?.[place.index - 1]
    return place === undefined || raw === undefined || raw === null
      ? undefined
      : { on: readOn, number: place.decode(raw) }
  }
}

/** Undefined where `data` begins after the instant. */
function coldOf({ last, lastOn, data }: OnTimeRow, till: number, roomFor: RoomFor): Latest | null | undefined {
  if (last === null || lastOn === null) return null
  if (data === null) return { on: lastOn, number: last, text: null }
  for (const { times, values } of decodeBackwards(data, till, roomFor)) {
    const on = times.at(-1)
    if (on !== undefined) return { on, number: values.at(-1) ?? 0, text: null }
  }
  return undefined
}
