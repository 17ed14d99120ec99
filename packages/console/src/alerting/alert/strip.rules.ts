import type { AnswerOf } from '../../data/api/api-query.ts'

export type BackTest = Extract<AnswerOf<'backTest', 'run'>, { result: 'success' }>
export type Occurrence = BackTest['episodes'][number]

export interface Span {
  from: number
  till: number
}

/** A bar of the strip, in parts of its width. */
export interface Bar {
  x: number
  width: number
}

/** Thinner bars cannot be seen. */
const widthMin = 0.004

/** Where on a strip of `span` an occurrence is; one that is not over goes to the end. */
export const barOf = ({ startedOn, resolvedOn }: Occurrence, { from, till }: Span): Bar => {
  const part = (on: number): number => Math.min(1, Math.max(0, (on - from) / (till - from)))
  const start = part(Date.parse(startedOn))
  const end = resolvedOn === undefined ? 1 : part(Date.parse(resolvedOn))
  const width = Math.max(widthMin, end - start)
  return { x: Math.min(start, 1 - width), width }
}

/** How long it would have been active in all. */
export const activeMs = (occurrences: readonly Occurrence[], till: number): number =>
  occurrences.reduce((sum, { startedOn, resolvedOn }) => {
    const end = resolvedOn === undefined ? till : Date.parse(resolvedOn)
    return sum + Math.max(0, end - Date.parse(startedOn))
  }, 0)
