import type { ChartSeries, LinePoints } from '@busbar/charts'
import type { LiveEvent } from '../../data/live/live-event.ts'

interface Line {
  times: number[]
  values: (number | null)[]
}

/** More than that is asked from the service again, which keeps it better. */
const pointsMax = 4000

/** What was read since a chart is open, by parameter. A reading that failed is a break. */
export class LivePoints {
  readonly #lines = new Map<number, Line>()

  of(paramId: number): LinePoints {
    return this.#lines.get(paramId) ?? { times: [], values: [] }
  }

  /** When something was read last; 0 is never. */
  get latest(): number {
    return Math.max(0, ...[...this.#lines.values()].map(({ times }) => times.at(-1) ?? 0))
  }

  /** Whether anything was of these parameters, and whether there is too much now, of which the older half is forgotten. */
  take(series: readonly ChartSeries[], events: readonly LiveEvent[]): { isOther: boolean; isTooMuch: boolean } {
    const found = { isOther: false, isTooMuch: false }
    for (const event of events) {
      if (event.kind !== 'readings') continue
      for (const { paramId, deviceId } of series) {
        if (event.deviceId !== deviceId) continue
        const text = event.values[paramId]
        const isFailure = event.error !== undefined || event.errors?.[paramId] !== undefined
        if (text === undefined && !isFailure) continue
        found.isOther = true
        if (this.#add(paramId, Date.parse(event.readOn), text === undefined ? null : Number(text)))
          found.isTooMuch = true
      }
    }
    return found
  }

  #add(paramId: number, on: number, value: number | null): boolean {
    const line = this.#lines.get(paramId) ?? { times: [], values: [] }
    this.#lines.set(paramId, line)
    if (on <= (line.times.at(-1) ?? 0)) return false
    line.times.push(on)
    line.values.push(Number.isNaN(value) ? null : value)
    if (line.times.length <= pointsMax) return false
    line.times.splice(0, pointsMax / 2)
    line.values.splice(0, pointsMax / 2)
    return true
  }
}
