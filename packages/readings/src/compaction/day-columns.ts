import { at, missingElement } from '@busbar/kit'
import { type Readings } from '@busbar/series'
import { type Gap, gapsOf } from '@busbar/series/gaps'
import { readInstant } from '../history/recent/hot-records.ts'
import { type CellPlace, placesOf } from '../recording/row-layout.ts'
import type { PackedFailures, PackedPolls, StoredLayout } from './polls.sql.ts'

/** Target columns of a layout's cells, in the order of the column; null for parameters that are not wanted. */
interface Targets {
  narrow: Target[]
  wide: Target[]
}

type Target = { values: Float64Array; place: CellPlace } | null

const noTargets: Targets = { narrow: [], wide: [] }

/** Converts the polls of a device's day to columns, for some of its parameters. */
export class DayColumns {
  readonly #columns: ReadonlyMap<number, Float64Array>
  readonly #layouts: ReadonlyMap<number, StoredLayout>
  readonly #targets: ReadonlyMap<number, Targets>
  readonly #times: Float64Array
  readonly #layoutIds: Int32Array
  #count = 0
  #sorted: Uint32Array | null = null

  constructor(paramIds: readonly number[], layouts: readonly StoredLayout[], pollsMax: number) {
    this.#columns = new Map(paramIds.map((id) => [id, new Float64Array(pollsMax).fill(Number.NaN)]))
    this.#layouts = new Map(layouts.map((layout) => [layout.id, layout]))
    this.#targets = new Map(layouts.map((layout) => [layout.id, targetsOf(layout, this.#columns)]))
    this.#times = new Float64Array(pollsMax)
    this.#layoutIds = new Int32Array(pollsMax)
  }

  add({ layoutId, times, narrow, wide }: PackedPolls): void {
    const targets = this.#targets.get(layoutId) ?? noTargets
    const count = times.length / 8
    this.#times.set(readInstants(times), this.#count)
    this.#layoutIds.fill(layoutId, this.#count, this.#count + count)
    readArrays(viewOf(narrow), targets.narrow, this.#count, (from, offset) => from.getInt32(offset))
    readArrays(viewOf(wide), targets.wide, this.#count, (from, offset) => from.getFloat64(offset))
    this.#count += count
  }

  /** Returns readings in chronological order. NaN marks a missing reading; no reading is NaN. */
  readings(paramId: number): Readings {
    const column = this.#columns.get(paramId) ?? new Float64Array(0)
    const times = new Float64Array(this.#count)
    const values = new Float64Array(this.#count)
    const order = this.#order()
    let count = 0
    for (const poll of order) {
      const value = column[poll] ?? Number.NaN
      if (Number.isNaN(value)) continue
      times[count] = this.#times[poll] ?? missingElement(this.#times, poll)
      values[count] = value
      count += 1
    }
    return { times: times.subarray(0, count), values: values.subarray(0, count) }
  }

  /** Texts are in no layout, so every poll counts as one that read them. */
  gaps(paramId: number, isText: boolean, failures: readonly PackedFailures[]): Gap[] {
    const reasons = new Map<number, string>()
    for (const { times, errors } of failures) {
      const reason = errors[''] ?? errors[paramId]
      if (reason === undefined) continue
      for (const time of readInstants(times)) reasons.set(time, reason)
    }
    if (reasons.size === 0) return []
    const layouts = [...this.#layouts.values()].filter(({ paramIds }) => isText || paramIds.includes(paramId))
    const layoutIds = new Set(layouts.map(({ id }) => id))
    const polls = this.#order().filter((poll) => layoutIds.has(at(this.#layoutIds, poll)))
    const times = Float64Array.from(polls, (poll) => at(this.#times, poll))
    return gapsOf(
      times,
      Array.from(times, (time) => reasons.get(time) ?? null),
    )
  }

  /** Indexes of the polls in chronological order. */
  #order(): Uint32Array {
    if (this.#sorted?.length === this.#count) return this.#sorted
    const times = this.#times
    const order = Uint32Array.from({ length: this.#count }, (_, poll) => poll)
    this.#sorted = order.toSorted(
      (a, b) => (times[a] ?? missingElement(times, a)) - (times[b] ?? missingElement(times, b)),
    )
    return this.#sorted
  }
}

/** Parses consecutive timestamps in PostgreSQL's binary form. */
export function readInstants(bytes: Uint8Array): Float64Array {
  const view = viewOf(bytes)
  const times = new Float64Array(bytes.length / 8)
  for (let index = 0; index < times.length; index += 1) times[index] = readInstant(view, index * 8)
  return times
}

function targetsOf({ paramIds, cells }: StoredLayout, columns: ReadonlyMap<number, Float64Array>): Targets {
  const targets: Targets = { narrow: [], wide: [] }
  for (const [id, place] of placesOf(paramIds, cells)) {
    const values = columns.get(id)
    targets[place.column][place.index - 1] = values === undefined ? null : { values, place }
  }
  return targets
}

/**
 * Parses arrays in PostgreSQL's binary form, one per poll: header (dimensions, flags, type), length, lower bound,
 * elements.
 */
function readArrays(
  view: DataView,
  targets: readonly Target[],
  firstPoll: number,
  read: (from: DataView, offset: number) => number,
): void {
  for (let offset = 0, poll = firstPoll; offset < view.byteLength; poll += 1) {
    const isEmpty = view.getInt32(offset) === 0
    const length = isEmpty ? 0 : view.getInt32(offset + 12)
    offset += isEmpty ? 12 : 20
    for (let index = 0; index < length; index += 1) {
      const bytes = view.getInt32(offset)
      offset += 4
      if (bytes < 0) continue
      const target = targets[index]
      if (target) target.values[poll] = target.place.decode(read(view, offset))
      offset += bytes
    }
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
