import * as fc from 'fast-check'
import { dayMs } from '../days/days.ts'

/** The first of `days` days that everything happens in. */
export const day0 = Date.UTC(2026, 0, 5)
export const days = 3
const hourMs = 3_600_000
export const end = day0 + days * dayMs
export const paramCount = 3

/** Borders of days and hours, what is next to them, and anything. In tenths of a second, as recorded. */
const time = fc
  .oneof(
    fc.tuple(fc.nat({ max: days - 1 }), fc.constant(dayMs)),
    fc.tuple(fc.nat({ max: days * 24 - 1 }), fc.constant(hourMs)),
    fc.tuple(fc.nat({ max: days * 24 * 60 - 1 }), fc.constant(60_000)),
  )
  .chain(([at, unit]) => fc.constantFrom(0, 100, -100, 200).map((off) => day0 + at * unit + off))
  .filter((on) => on >= day0 && on < end)

const value = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: -100_000, max: 100_000 }).map((whole) => whole / 100),
  fc.float({ noNaN: true, noDefaultInfinity: true }).map((float) => float || 0),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }).map((double) => double || 0),
)

/** A poll before there are parameters. */
export interface PollShape {
  on: number
  asked: boolean[]
  /** Null where reading failed. */
  values: (number | null)[]
  /** True if nothing was read at all. */
  isSilent: boolean
  reason: string
}

const poll: fc.Arbitrary<PollShape> = fc.record({
  on: time,
  asked: fc.array(fc.boolean(), { minLength: paramCount, maxLength: paramCount }),
  values: fc.array(fc.option(value, { freq: 6 }), { minLength: paramCount, maxLength: paramCount }),
  isSilent: fc.nat({ max: 3 }).map((n) => n === 0),
  reason: fc.constantFrom('Timeout', 'Crc'),
})

export type HistoryOperation =
  | { kind: 'polls'; polls: PollShape[] }
  | { kind: 'digits'; from: number; param: number }
  | { kind: 'compact'; day: number; minutes: number; crashAt: number | null }
  | { kind: 'delete'; param: number }

export const op: fc.Arbitrary<HistoryOperation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('polls' as const), polls: fc.array(poll, { maxLength: 12 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('digits' as const), from: time, param: fc.nat({ max: paramCount - 1 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('compact' as const),
      day: fc.nat({ max: days - 1 }),
      minutes: fc.constantFrom(360, 720, 1080, 1440, 0, 61),
      crashAt: fc.option(fc.nat({ max: 30 }), { freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), param: fc.nat({ max: paramCount - 1 }) }) },
)

/** An instant to ask for: a poll's or a border's, or next to it. */
const instant = fc
  .tuple(fc.oneof(time, fc.constantFrom(day0 - dayMs, end)), fc.constantFrom(0, 1, -1))
  .map(([on, off]) => on + off)

export const question = fc
  .record({ a: instant, b: instant, points: fc.integer({ min: 1, max: 60 }), newest: fc.integer({ min: 1, max: 8 }) })
  .map(({ a, b, ...rest }) => ({ from: Math.min(a, b), till: Math.max(a, b), ...rest }))
