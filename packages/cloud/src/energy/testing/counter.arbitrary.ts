import * as fc from 'fast-check'
import type { Row } from './ledger.ts'

/** Events of a counter between two polls. */
type CounterEvent =
  | { kind: 'count'; by: number }
  | { kind: 'reset'; to: number }
  | { kind: 'replaced'; to: number }
  | { kind: 'wrong'; value: number }
  | { kind: 'nothing'; value: number }
  | { kind: 'plateau'; value: number; length: number }
  | { kind: 'jump'; by: number }
  | { kind: 'gap'; ms: number }

const happenings: fc.Arbitrary<CounterEvent> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ kind: fc.constant('count' as const), by: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reset' as const), to: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replaced' as const), to: fc.nat(65_535) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wrong' as const), value: fc.nat(65_535) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('nothing' as const), value: fc.constantFrom(0, 65_535) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('plateau' as const),
      value: fc.oneof(fc.constantFrom(0, 65_535), fc.nat(65_535)),
      length: fc.integer({ min: 2, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump' as const), by: fc.nat(20_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('gap' as const), ms: fc.nat(30 * 3_600_000) }) },
)

export interface CounterLife {
  rows: Row[]
  /** Number of raw counts before the register returns to zero. */
  steps: number
  multiplier: number
}

/**
 * The readings of a u16 counter: it counts, rolls over, is reset, replaced, jumps, is misread once or for hours, and not read at all. Before that
 * it counts for some hours and nothing happens.
 */
export const counterLife = (from: number, maxLength: number, quietHours = 0): fc.Arbitrary<CounterLife> =>
  fc
    .record({
      start: fc.oneof(fc.nat(1000), fc.integer({ min: 65_000, max: 65_535 })),
      periodMs: fc.constantFrom(60_000, 600_000, 900_000, 3_600_000),
      jitterMs: fc.nat(5000),
      multiplier: fc.constantFrom(1, 0.1, 0.001, 10),
      quiet: fc.array(fc.nat(3), { minLength: quietHours, maxLength: quietHours }),
      life: fc.array(happenings, { minLength: 1, maxLength, size: 'max' }),
    })
    .map(({ start, periodMs, jitterMs, multiplier, quiet, life }) => {
      const rows: Row[] = []
      let on = from
      let raw = start
      const show = (shown: number): void => void rows.push([on, Number((shown * multiplier).toFixed(3))])
      for (const by of quiet) {
        on += 3_600_000
        raw = (raw + by) % 65_536
        show(raw)
      }
      for (const [at, one] of life.entries()) {
        on += one.kind === 'gap' ? one.ms + 1 : periodMs + (at % 2) * jitterMs
        if (one.kind === 'count' || one.kind === 'jump') raw = (raw + one.by) % 65_536
        else if (one.kind === 'reset' || one.kind === 'replaced') raw = one.to
        show('value' in one ? one.value : raw)
        for (let left = one.kind === 'plateau' ? one.length : 1; left > 1; left -= 1) {
          on += periodMs
          show('value' in one ? one.value : raw)
        }
      }
      return { rows, steps: 65_536, multiplier }
    })
