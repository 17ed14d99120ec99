import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degreeDaysOf } from './degree-days.rules.ts'

const hour = 3_600_000
const hours = (count: number, value: number | null): (number | null)[] => Array.from({ length: count }, () => value)

for (const [says, lengths, hourly, setting, gives] of [
  ['heating counts below the base', [24], hours(24, 5), { kind: 'heating', base: 15 }, [10]],
  ['not above it', [24], hours(24, 18), { kind: 'heating', base: 15 }, [0]],
  ['cooling counts above it', [24], hours(24, 25.5), { kind: 'cooling', base: 22 }, [3.5]],
  [
    'a day of 25 hours is one day',
    [25, 24],
    [...hours(25, 5), ...hours(24, 10)],
    { kind: 'heating', base: 15 },
    [10, 5],
  ],
  [
    'a day with 17 hours is not known',
    [24],
    [...hours(17, 5), ...hours(7, null)],
    { kind: 'heating', base: 15 },
    [null],
  ],
  ['one with 18 is', [24], [...hours(18, 5), ...hours(6, null)], { kind: 'heating', base: 15 }, [10]],
] as const) {
  test(`degree days: ${says}`, () => {
    const edges = lengths.reduce<number[]>((all, length) => [...all, (all.at(-1) ?? 0) + length * hour], [0])
    assert.deepEqual(
      degreeDaysOf(edges, hourly, setting).map(({ degreeDays }) => degreeDays),
      [...gives],
    )
  })
}
