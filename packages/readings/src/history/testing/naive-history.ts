import { at } from '@busbar/kit'
import { type Gap, gapsOf } from '@busbar/series/gaps'
import { sumOf } from '@busbar/series/hours'
import type { TestPoll } from '../../compaction/testing/polls.ts'
import { dayStart } from '../days/days.ts'
import type { Figure } from '../figures.rules.ts'

/** The readings of each segment, by the words of the contract: equal parts of the span, each with its beginning, the last with its end. */
export const segmentsOf = (
  readings: readonly [number, number][],
  from: number,
  till: number,
  points: number,
): [number, number][][] => {
  const parts = Array.from({ length: points }, (): [number, number][] => [])
  for (const reading of readings) {
    const [on] = reading
    if (on < from || on > till) continue
    const part = from === till ? 0 : Math.floor(((on - from) * points) / (till - from))
    parts[Math.min(points - 1, part)]?.push(reading)
  }
  return parts
}

/** Returns the figures of a segment with values of two decimals; null for no readings. */
export const figureOf = (readings: readonly [number, number][]): Figure | null => {
  const values = readings.map(([, value]) => value)
  if (values.length === 0) return null
  const hundredths = values.reduce((sum, value) => sum + Math.round(value * 100), 0)
  return {
    count: values.length,
    first: at(values, 0),
    min: values.reduce((a, b) => Math.min(a, b)),
    mean: hundredths / 100 / values.length,
    max: values.reduce((a, b) => Math.max(a, b)),
  }
}

/** History as a plain list of polls and texts: slow, and too simple to be wrong. */
export class NaiveHistory {
  polls: TestPoll[] = []
  texts: { on: number; paramId: number; text: string }[] = []

  add(polls: readonly TestPoll[]): void {
    this.polls = [...this.polls, ...polls].toSorted((a, b) => a.on - b.on)
  }

  raw(paramId: number, from: number, till: number): [number, number][] {
    return this.polls.flatMap(({ on, paramIds, values }) => {
      const value = values[paramIds.indexOf(paramId)] ?? null
      return value === null || on < from || on > till ? [] : [[on, value] as [number, number]]
    })
  }

  segments(paramId: number, from: number, till: number, points: number): [number, number][][] {
    return segmentsOf(this.raw(paramId, from, till), from, till, points)
  }

  extremes(paramId: number, from: number, till: number): object | null {
    const readings = this.raw(paramId, from, till)
    const min = Math.min(...readings.map(([, value]) => value))
    const max = Math.max(...readings.map(([, value]) => value))
    const onOf = (sought: number): number | undefined => readings.find(([, value]) => value === sought)?.[0]
    return readings.length === 0 ? null : { min, minOn: onOf(min), max, maxOn: onOf(max) }
  }

  times(paramId: number): number[] {
    const texts = this.texts.filter((text) => text.paramId === paramId).map(({ on }) => on)
    return [...this.raw(paramId, -Infinity, Infinity).map(([on]) => on), ...texts].toSorted((a, b) => a - b)
  }

  onTime(paramId: number, till: number): object | null {
    const on = this.times(paramId).findLast((time) => time <= till)
    if (on === undefined) return null
    const number = this.raw(paramId, on, on)[0]?.[1] ?? null
    const text = this.texts.find((one) => one.paramId === paramId && one.on === on)?.text ?? null
    return { on, number, text }
  }

  means(paramId: number, stepMs: number, from: number, count: number): (number | null)[] {
    return Array.from({ length: count }, (_, step) => {
      const readings = this.raw(paramId, from + step * stepMs, from + (step + 1) * stepMs - 1)
      return readings.length === 0 ? null : sumOf(Float64Array.from(readings, ([, value]) => value)) / readings.length
    })
  }

  /** Failed reads one by one. */
  failures(paramId: number, isText: boolean): { on: number; reason: string }[] {
    return this.polls.flatMap(({ on, paramIds, errors }) => {
      const reason = errors?.[''] ?? errors?.[paramId]
      return reason === undefined || !(isText || paramIds.includes(paramId)) ? [] : [{ on, reason }]
    })
  }

  /** As runs, when no poll came late. */
  gaps(paramId: number, isText: boolean): Gap[] {
    const reads = this.times(paramId).map((on) => ({ on, reason: null }))
    const polls = [...this.failures(paramId, isText), ...reads].toSorted((a, b) => a.on - b.on)
    return [...Map.groupBy(polls, ({ on }) => dayStart(on)).values()].flatMap((day) =>
      gapsOf(
        Float64Array.from(day, ({ on }) => on),
        day.map(({ reason }) => reason),
      ),
    )
  }
}
