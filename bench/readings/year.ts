import type { Readings } from '@busbar/series'
import { paramIdOf, readOnOf } from './fleet.ts'
import { Meter, periodMs } from './meter.ts'

/** A voltage, a current, a power, a reactive power and a counter: the queried columns of each device. */
export const askedColumns = [0, 3, 6, 9, 12] as const
const devices = 20
const dayMs = 86_400_000
/** Days that are stored of devices other than the first. */
const shortDays = 7

/** The day that is not over. */
const today = Date.UTC(2026, 0, 15)

/** A history that both stores get alike: days of the first device, a week of the others, and today's polls of all. */
export interface HistoryExtent {
  days: number
  todayHours: number
}

/** When everything is asked: right after the last poll. */
export const nowOf = ({ todayHours }: HistoryExtent): number => today + todayHours * 3_600_000 - 1

/** A hundred parameters, five of each device. */
export const askedParams = Array.from({ length: devices }, (_, i) =>
  askedColumns.map((column) => ({ deviceId: i + 1, id: paramIdOf(i + 1, column) })),
).flat()

/** The parameters that have all days. */
export const longParams = askedColumns.map((column) => paramIdOf(1, column))

export interface DeviceHistory {
  deviceId: number
  /** Queried columns up to today. */
  columns: Readings[]
  /** Polls of today: all columns. */
  polls: { readOn: number; values: number[] }[]
}

/** Yields one device after another: all together would need gigabytes. */
export const pasts = function* (past: HistoryExtent): Generator<DeviceHistory> {
  for (let deviceId = 1; deviceId <= devices; deviceId += 1) {
    const meter = new Meter(deviceId)
    const days = deviceId === 1 ? past.days : Math.min(past.days, shortDays)
    const count = (days * dayMs) / periodMs
    const from = today - days * dayMs
    const times = new Float64Array(count)
    const columns = askedColumns.map(() => new Float64Array(count))
    for (let round = 0; round < count; round += 1) {
      const values = meter.next()
      times[round] = readOnOf(from, round, deviceId)
      for (const [place, column] of askedColumns.entries()) (columns[place] ?? times)[round] = values[column] ?? 0
    }
    const polls = Array.from({ length: (past.todayHours * 3_600_000) / periodMs }, (_, round) => ({
      readOn: readOnOf(today, round, deviceId),
      values: meter.next(),
    }))
    yield { deviceId, columns: columns.map((values) => ({ times, values })), polls }
  }
}
