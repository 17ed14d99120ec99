import { plainNumber } from '@busbar/kit'
import { placesOf } from '../../recording/row-layout.ts'
import type { DevicePoll, OnTimeRow } from './latest-readings.sql.ts'

/** A reading. `text` has the digits that a double cannot hold; `number` is null for a text. */
export type LatestReading = { on: number } & ({ number: number; text: string | null } | { number: null; text: string })

/** Decimal with all digits, or text. */
export const valueText = ({ number, text }: LatestReading): string =>
  number === null ? text : (text ?? plainNumber(number))

/** Selects the latest reading from a parameter's facts and its latest hot and cold reading. */
export function latestOf(
  { text, textOn }: OnTimeRow,
  hot: NumberReading | null,
  cold: NumberReading | null,
): LatestReading | null {
  const later = hot === null || (cold !== null && cold.on >= hot.on) ? cold : hot
  const number = later === null ? null : { ...later, text: null }
  if (text === null || textOn === null || (number !== null && number.on > textOn)) return number
  return number?.on === textOn ? { ...number, text } : { on: textOn, number: null, text }
}

export interface NumberReading {
  on: number
  number: number
}

/** Returns a reader of one parameter from a device's latest poll; undefined if the poll does not contain it. */
export function hotReader({
  readOn,
  paramIds,
  cells,
  ...row
}: DevicePoll): (paramId: number) => NumberReading | undefined {
  const places = placesOf(paramIds, cells)
  return (paramId) => {
    const place = places.get(paramId)
    const raw = place && row[place.column]?.[place.index - 1]
    return place === undefined || raw === undefined || raw === null
      ? undefined
      : { on: readOn, number: place.decode(raw) }
  }
}
