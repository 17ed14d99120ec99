import type { Queries } from '../../db/sql.ts'
import { plainNumber } from '../plain-number.ts'
import { placesOf } from './cells.ts'
import { type DeviceKey, findLast, type LastRow } from './devices.sql.ts'

export interface LastReading {
  /** The last good value; null when there never was one. */
  last: LastValue | null
  /** Why the latest poll did not read it; null when it did. */
  error: { reason: string; on: number } | null
}

interface LastValue {
  /** A plain decimal with all its digits, or the text. */
  value: string
  /** The double nearest to it; null for texts. */
  number: number | null
  /** In milliseconds since 1970. */
  readOn: number
}

/** What is known of each parameter. Those of devices that were never polled are left out. */
export const lastReadings = async (
  sql: Queries,
  params: readonly (DeviceKey & { id: number })[],
): Promise<Map<number, LastReading>> => {
  const devices = new Map(params.map((param) => [param.deviceId, param]))
  const readings = new Map<number, LastReading>()
  if (devices.size === 0) return readings
  const rows = new Map((await findLast(sql, devices.values())).map((row) => [row.deviceId, readerOf(row)]))
  for (const { id, deviceId } of params) {
    const reading = rows.get(deviceId)?.(id)
    if (reading !== undefined) readings.set(id, reading)
  }
  return readings
}

/** What a device's row says of a parameter. */
export const readerOf = (row: LastRow): ((id: number) => LastReading) => {
  const { errors, failedOn } = row
  const places = placesOf(row.paramIds ?? [], row.cells ?? '')
  const numberOf = (id: number): [number, number] | undefined => {
    const place = places.get(id)
    const raw = place && row[place.column]?.[place.index - 1]
    return place === undefined || raw === undefined || raw === null || row.readOn === null
      ? row.older?.[id]
      : [place.decode(raw), row.readOn]
  }
  return (id) => {
    const reason = errors?.[id] ?? errors?.['']
    return {
      last: lastOf(numberOf(id), row.texts?.[id]),
      error: reason === undefined || failedOn === null ? null : { reason, on: failedOn },
    }
  }
}

/** A text beside a number has its digits, if they are of one poll; else it is what was read last. */
const lastOf = (number: [number, number] | undefined, text: [string, number] | undefined): LastValue | null => {
  if (text !== undefined) {
    return { value: text[0], number: number?.[1] === text[1] ? number[0] : null, readOn: text[1] }
  }
  return number === undefined ? null : { value: plainNumber(number[0]), number: number[0], readOn: number[1] }
}
