import type { Clock } from '@busbar/kit'
import { at } from '@busbar/kit'
import { isExceptionPdu } from '@busbar/modbus'
import type { LoggedExchange } from './exchange-log.ts'
import type { DisturbedBy } from './request.ts'
import { type Source, sourceOf } from './source.rules.ts'

/** A day in quarters of an hour. */
export const cellMs = 900_000
export const cellsOfDay = 96
const minutesMax = 60
/** A disturbance is reported until this long after it was last found. */
const disturbanceMs = 3_600_000
/** An unresponsive unit is removed this long after its last request. */
const forgottenMs = 3_600_000
/** Maximum number of disturbances in a report to the cloud. */
const disturbancesMax = 32
/** Answered, timeouts, damaged, exceptions. */
const counts = 4

type DayCell = readonly [answered: number, timeouts: number, damaged: number, exceptions: number]

/** Responses that could not be trusted. */
interface Disturbance {
  readonly cause: DisturbedBy
  /** Failed requests of this cause since the disturbance started. */
  readonly count: number
  readonly lastMs: number
}

export interface UnitDay {
  readonly unit: number
  /** Undefined without a disturbance in the last hour. */
  readonly disturbance: Disturbance | undefined
  /** Time by the clock of the bus; undefined without an answer. */
  readonly answeredMs: number | undefined
  /** Duration of the last answer. */
  readonly tookMs: number | undefined
  /** In a row, up to now. */
  readonly failedInRow: number
  /** Oldest first; null for a time without requests. */
  readonly cells: readonly (DayCell | null)[]
}

export interface SourceUse {
  readonly source: Source
  readonly requests: number
  readonly failed: number
  /** Time on the line. */
  readonly busyMs: number
}

interface Unit {
  askedMs: number
  disturbance: Disturbance | undefined
  readonly cells: Uint32Array
  /** The number of the newest cell, counted from the start of the clock. */
  newest: number
  answeredMs: number | undefined
  tookMs: number | undefined
  failedInRow: number
}

/** Exchanges of the last day: each unit by quarter of an hour, each source in total, and the load by minute. */
export class DayStatistics {
  readonly #clock: Clock
  readonly #units = new Map<number, Unit>()
  readonly #sources = new Map<Source, { requests: number; failed: number; busyMs: number }>()
  readonly #minutes = new Float64Array(minutesMax + 1)
  #minute: number
  readonly #startMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startMs = clock.now()
    this.#minute = Math.floor(this.#startMs / 60_000)
  }

  add(exchange: LoggedExchange): void {
    const { by, unit, sentMs, tookMs, error } = exchange
    const source = sourceOf(by)
    // A broadcast has no response, and a unit that a search does not find may not exist.
    if (unit !== 0 && !(source === 'search' && error !== undefined)) this.#count(exchange)
    const use = this.#sources.get(source) ?? { requests: 0, failed: 0, busyMs: 0 }
    use.requests += 1
    use.failed += error === undefined ? 0 : 1
    use.busyMs += tookMs
    this.#sources.set(source, use)
    this.#turnMinutes(sentMs)
    const index = Math.floor(sentMs / 60_000) % this.#minutes.length
    this.#minutes[index] = at(this.#minutes, index) + tookMs
  }

  units(): UnitDay[] {
    const nowMs = this.#clock.now()
    const now = Math.floor(nowMs / cellMs)
    for (const [unit, { failedInRow, askedMs }] of this.#units)
      if (failedInRow > 0 && nowMs - askedMs >= forgottenMs) this.#units.delete(unit)
    return [...this.#units]
      .toSorted(([a], [b]) => a - b)
      .map(([unit, { cells, newest, answeredMs, tookMs, failedInRow, disturbance }]) => ({
        unit,
        disturbance: disturbance !== undefined && nowMs - disturbance.lastMs < disturbanceMs ? disturbance : undefined,
        answeredMs,
        tookMs,
        failedInRow,
        cells: Array.from({ length: cellsOfDay }, (_, cell) => cellAt(cells, newest, now - cellsOfDay + 1 + cell)),
      }))
  }

  /** Line facts that the cloud shows. */
  summary(): { readonly disturbances: { readonly uid: number; readonly cause: DisturbedBy }[] } {
    const disturbances = this.units().flatMap(({ unit, disturbance }) =>
      disturbance === undefined ? [] : [{ uid: unit, cause: disturbance.cause }],
    )
    return { disturbances: disturbances.slice(0, disturbancesMax) }
  }

  sources(): SourceUse[] {
    return Array.from(this.#sources, ([source, use]) => ({ source, ...use }))
  }

  /** Percent of each whole minute of the last hour, oldest first; as many as there were. */
  load(): number[] {
    const nowMs = this.#clock.now()
    this.#turnMinutes(nowMs)
    const now = Math.floor(nowMs / 60_000)
    const there = Math.min(minutesMax, now - Math.floor(this.#startMs / 60_000))
    return Array.from({ length: there }, (_, minute) => {
      const busyMs = at(this.#minutes, (now - there + minute) % this.#minutes.length)
      return Math.min(100, Math.round(busyMs / 600))
    })
  }

  #count({ unit, answer, error, sentMs, tookMs }: LoggedExchange): void {
    const cell = Math.floor(sentMs / cellMs)
    const entry = this.#units.get(unit) ?? newUnit(cell)
    this.#units.set(unit, entry)
    for (; entry.newest < cell; entry.newest += 1) {
      const next = ((entry.newest + 1) % cellsOfDay) * counts
      entry.cells.fill(0, next, next + counts)
    }
    if (error === 'ForeignTraffic' || error === 'DuplicateUnit') disturb(entry, error, sentMs + tookMs)
    const kind =
      error === 'timeout' ? 1 : error !== undefined ? 2 : answer !== undefined && isExceptionPdu(answer) ? 3 : 0
    const index = (cell % cellsOfDay) * counts + kind
    entry.cells[index] = at(entry.cells, index) + 1
    entry.askedMs = sentMs
    entry.failedInRow = error === undefined ? 0 : entry.failedInRow + 1
    if (error !== undefined) return
    entry.answeredMs = sentMs + tookMs
    entry.tookMs = tookMs
  }

  /** Minutes without use are empty. */
  #turnMinutes(nowMs: number): void {
    const now = Math.floor(nowMs / 60_000)
    const from = Math.max(this.#minute + 1, now - this.#minutes.length + 1)
    for (let minute = from; minute <= now; minute += 1) this.#minutes[minute % this.#minutes.length] = 0
    this.#minute = Math.max(this.#minute, now)
  }
}

const disturb = (unit: Unit, cause: DisturbedBy, nowMs: number): void => {
  const before = unit.disturbance
  const isSame = before?.cause === cause && nowMs - before.lastMs < disturbanceMs
  unit.disturbance = { cause, count: isSame ? before.count + 1 : 1, lastMs: nowMs }
}

const newUnit = (newest: number): Unit => ({
  askedMs: 0,
  disturbance: undefined,
  cells: new Uint32Array(cellsOfDay * counts),
  newest,
  answeredMs: undefined,
  tookMs: undefined,
  failedInRow: 0,
})

const cellAt = (cells: Uint32Array, newest: number, cell: number): DayCell | null => {
  if (cell < 0 || cell > newest || cell <= newest - cellsOfDay) return null
  const start = (cell % cellsOfDay) * counts
  const [answered = 0, timeouts = 0, damaged = 0, exceptions = 0] = cells.subarray(start, start + counts)
  return answered + timeouts + damaged + exceptions === 0 ? null : [answered, timeouts, damaged, exceptions]
}
