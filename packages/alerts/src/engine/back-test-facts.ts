import { at } from '@busbar/kit'
import type { History } from '@busbar/readings'
import type { Slice } from '@busbar/readings/history'
import type { ReadingFact } from '../alert-state.ts'

const dayMs = 86_400_000

/**
 * All readings and failures in order of time, as one array per day. A run of failures yields its first and last one.
 */
export const factsByDay = async function* (
  history: Pick<History, 'stream' | 'gaps'>,
  orgId: number,
  paramIds: readonly number[],
  from: number,
  till: number,
): AsyncGenerator<ReadingFact[]> {
  const gaps = await history.gaps(orgId, paramIds, from, till)
  const failures = gaps
    .flatMap((some, index) => some.flatMap((gap) => failuresOf(gap, at(paramIds, index))))
    .filter(({ on }) => on >= from && on <= till)
    .toSorted(byTime)
  let next = 0
  for await (const slice of history.stream(orgId, paramIds, from, till)) {
    const dayEnd = (Math.floor(at(slice.times, 0) / dayMs) + 1) * dayMs
    const readings = readingFacts(slice, paramIds)
    const first = next
    while (next < failures.length && at(failures, next).on < dayEnd) next += 1
    yield [...failures.slice(first, next), ...readings].toSorted(byTime)
  }
  yield failures.slice(next)
}

/**
 * Returns the last reading of each parameter at that time and a later failure. Parameters with neither did not exist
 * yet. Their creation time is less reliable: readings may be imported, old ones are deleted, and an untracked parameter
 * is not silent.
 */
export const lastFacts = async (
  history: Pick<History, 'onTime' | 'gaps'>,
  orgId: number,
  paramIds: readonly number[],
  on: number,
): Promise<ReadingFact[]> => {
  const latest = await history.onTime(orgId, paramIds, on)
  const facts: ReadingFact[] = []
  for (const [index, paramId] of paramIds.entries()) {
    const reading = latest[index] ?? null
    const value = reading?.number == null ? null : (reading.text ?? reading.number)
    if (reading !== null) facts.push({ kind: 'reading', paramId, on: reading.on, value, reason: null })
    const [gaps = []] = await history.gaps(orgId, [paramId], reading?.on ?? 0, on)
    const gap = gaps.findLast(({ from, till }) => from <= on && till > (reading?.on ?? 0))
    if (gap) facts.push({ kind: 'reading', paramId, on: Math.min(gap.till, on), value: null, reason: gap.reason })
  }
  return facts
}

const byTime = (one: ReadingFact, other: ReadingFact): number => one.on - other.on

const failuresOf = (gap: { from: number; till: number; reason: string }, paramId: number): ReadingFact[] => {
  const { from, till, reason } = gap
  const times = from === till ? [from] : [from, till]
  return times.map((on) => ({ kind: 'reading', paramId, on, value: null, reason }))
}

/** A text is read, and has no number. */
const readingFacts = ({ times, columns }: Slice, paramIds: readonly number[]): ReadingFact[] => {
  const facts: ReadingFact[] = []
  for (const [column, { values, texts }] of columns.entries()) {
    const paramId = at(paramIds, column)
    for (const [index, on] of times.entries()) {
      const value = at(values, index)
      const text = texts.get(on)
      // The text of a number has the digits that it lacks.
      if (!Number.isNaN(value)) facts.push({ kind: 'reading', paramId, on, value: text ?? value, reason: null })
      else if (text !== undefined) facts.push({ kind: 'reading', paramId, on, value: null, reason: null })
    }
  }
  return facts
}
