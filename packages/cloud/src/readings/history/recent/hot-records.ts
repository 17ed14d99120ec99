import type { Readings } from '../../readings.ts'
import { type CellPlace, placesOf } from '../../recording/row-layout.ts'

/** PostgreSQL counts microseconds from here. */
const epochMs = Date.UTC(2000, 0, 1)
const high = 2 ** 32

/**
 * Hot readings of one parameter as the database packs them: for each its time (8 bytes), its cell's name (1), and what
 * stands in the cell (4, or 8 of a wide one). Plain rows would take twice as long, most of it here.
 */
export function readHotRecords(bytes: Uint8Array | null): Readings {
  if (bytes === null) return { times: new Float64Array(0), values: new Float64Array(0) }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const countMax = Math.floor(bytes.length / 13)
  const times = new Float64Array(countMax)
  const values = new Float64Array(countMax)
  let count = 0
  for (let at = 0; at < bytes.length; count += 1) {
    const cell = bytes[at + 8] ?? 0
    times[count] = readInstant(view, at)
    values[count] = cell === wide ? view.getFloat64(at + 9) : placeFor(cell).decode(view.getInt32(at + 9))
    at += cell === wide ? 17 : 13
  }
  return sorted({ times: times.subarray(0, count), values: values.subarray(0, count) })
}

/** A timestamp in PostgreSQL's own eight bytes, as ms since 1970. */
export const readInstant = (view: DataView, at: number): number =>
  (view.getInt32(at) * high + view.getUint32(at + 4)) / 1000 + epochMs

const wide = 'w'.charCodeAt(0)
const places: CellPlace[] = []

function placeFor(cell: number): CellPlace {
  const place = places[cell] ?? placesOf([0], String.fromCharCode(cell)).get(0)
  if (place === undefined) throw new Error(`no cell is named ${cell}`)
  places[cell] = place
  return place
}

/** They come in order mostly, or newest first, but that is not promised. */
function sorted(readings: Readings): Readings {
  const { times, values } = readings
  if (times.length > 1 && (times[0] ?? 0) > (times.at(-1) ?? 0)) {
    times.reverse()
    values.reverse()
  }
  let ascends = true
  for (let at = 1; at < times.length && ascends; at += 1) ascends = (times[at - 1] ?? 0) < (times[at] ?? 0)
  if (ascends) return readings
  const order = Uint32Array.from(times, (_, index) => index).toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0))
  return {
    times: Float64Array.from(order, (index) => times[index] ?? 0),
    values: Float64Array.from(order, (index) => values[index] ?? 0),
  }
}
