import type { AnswerOf } from '../api/ask.ts'
import type { Points } from './align.rules.ts'

type Rows = AnswerOf<'readings', 'dispersed'>

/** One column of the answers for tiles that follow each other; those that are not there yet are undefined. */
export const columnOf = (tiles: readonly (Rows | undefined)[], column: number): Points => {
  const times: number[] = []
  const values: (number | null)[] = []
  for (const tile of tiles) {
    for (const [on, row] of tile ?? []) {
      const value = row[column] ?? null
      if (value === null) continue
      times.push(Date.parse(on))
      values.push(value)
    }
  }
  return { times, values }
}

/** What the service knew, and after it what was heard since. */
export const withLive = (known: Points, live: Points): Points => {
  const last = known.times.at(-1) ?? 0
  const from = live.times.findIndex((time) => time > last)
  if (from === -1) return known
  return { times: [...known.times, ...live.times.slice(from)], values: [...known.values, ...live.values.slice(from)] }
}

/** The least and the greatest value of a line in a span; null where there is none. */
export const extremesOf = (
  { times, values }: Points,
  from: number,
  till: number,
): { min: number; max: number } | null => {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  values.forEach((value, i) => {
    const time = times[i] ?? 0
    if (value === null || time < from || time > till) return
    min = Math.min(min, value)
    max = Math.max(max, value)
  })
  return min > max ? null : { min, max }
}

/** What a line says at a place: its value there, or the last one before. */
export const valueAt = (line: readonly (number | null | undefined)[], index: number): number | null => {
  for (let i = index; i >= 0; i -= 1) {
    const value = line[i]
    if (value !== undefined) return value
  }
  return null
}
