import { at } from '@busbar/kit'
import type { Readings } from '@busbar/series'
import { type CellPlace, placesOf } from '../../recording/row-layout.ts'

/** PostgreSQL's epoch. */
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
  for (let offset = 0; offset < bytes.length; count += 1) {
    const cell = view.getUint8(offset + 8)
    times[count] = readInstant(view, offset)
    values[count] = cell === wide ? view.getFloat64(offset + 9) : placeFor(cell).decode(view.getInt32(offset + 9))
    offset += cell === wide ? 17 : 13
  }
  return sorted({ times: times.subarray(0, count), values: values.subarray(0, count) })
}

/** Converts PostgreSQL's binary timestamp to Unix time in milliseconds. */
export const readInstant = (view: DataView, offset: number): number =>
  (view.getInt32(offset) * high + view.getUint32(offset + 4)) / 1000 + epochMs

const wide = 'w'.charCodeAt(0)
const places: CellPlace[] = []

function placeFor(cell: number): CellPlace {
  const place = places[cell] ?? placesOf([0], String.fromCharCode(cell)).get(0)
  if (place === undefined) throw new Error(`unknown cell type ${cell}`)
  places[cell] = place
  return place
}

/** They come in order mostly, or newest first, but that is not promised. */
function sorted(readings: Readings): Readings {
  const { times, values } = readings
  if (times.length > 1 && at(times, 0) > at(times, times.length - 1)) {
    times.reverse()
    values.reverse()
  }
  let ascends = true
  for (let index = 1; index < times.length && ascends; index += 1) {
    ascends = at(times, index - 1) < at(times, index)
  }
  if (ascends) return readings
  const order = Uint32Array.from(times, (_, index) => index).toSorted((a, b) => at(times, a) - at(times, b))
  return {
    times: Float64Array.from(order, (index) => at(times, index)),
    values: Float64Array.from(order, (index) => at(values, index)),
  }
}
