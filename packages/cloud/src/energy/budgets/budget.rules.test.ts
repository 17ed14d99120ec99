import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compare, type Decimal, parseDecimal, toText } from '@busbar/modbus/decimal'
import * as fc from 'fast-check'
import { type BudgetState, type DayUse, forecastOf, freshState, judgeBudget, percentAbove } from './budget.rules.ts'

const decimal = (value: number | string): Decimal => parseDecimal(String(value)) ?? { digits: 0n, scale: 0 }
const shown = (value: Decimal | null): string | null => value && toText(value)

/** Weekdays of so many days from a Monday on. */
const weekdays = (count: number, first = 1): number[] =>
  Array.from({ length: count }, (_, at) => ((first + at - 1) % 7) + 1)
const day = (weekday: number, use: number | null, some: Partial<DayUse> = {}): DayUse => ({
  weekday,
  use: use === null ? null : decimal(use),
  isComplete: use !== null,
  isInMonth: true,
  ...some,
})

describe('forecast of a month', () => {
  const working = (weekday: number): number => (weekday < 6 ? 10 : 2)
  const fourWeeks = weekdays(28).map((weekday) => day(weekday, working(weekday), { isInMonth: false }))
  const rows: [string, DayUse[], number[], string | null, string | null][] = [
    ['nothing is known', [], [1, 2], null, null],
    ['two complete days are too few', [day(1, 5), day(2, 5)], [3], '10', null],
    ['weekends count as weekends', [...fourWeeks, day(1, 12)], weekdays(6, 2), '12', '56'],
    ['today counts as much as usual', [...fourWeeks, day(1, 3, { isComplete: false })], [2], '3', '20'],
    ['or more, once it is more', [...fourWeeks, day(1, 30, { isComplete: false })], [2], '30', '40'],
    ['a day that was not read counts as usual', [...fourWeeks, day(6, null), day(7, 2)], [], '2', '4'],
    ['a weekday of which nothing is known, as all', [day(1, 3), day(2, 6), day(3, 9)], [4], '18', '24'],
  ]
  for (const [says, days, left, soFar, expected] of rows) {
    test(says, () => {
      const got = forecastOf(days, left)
      assert.deepEqual([shown(got.soFar), got.expected && shown(got.expected)], [soFar, expected])
    })
  }

  test('the same use every day comes to days times it, and a month never ends below what is used', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 3, maxLength: 40 }),
        fc.integer({ min: 0, max: 28 }),
        (uses, leftCount) => {
          const days = uses.map((use, at) => day((at % 7) + 1, use))
          const { soFar, expected } = forecastOf(days, weekdays(leftCount, 3))
          assert.ok(soFar && expected && compare(expected, soFar) >= 0)
          const same = forecastOf(
            uses.map((_, at) => day((at % 7) + 1, 7)),
            weekdays(leftCount, 3),
          )
          assert.equal(shown(same.expected), String(7 * (uses.length + leftCount)))
        },
      ),
    )
  })
})

describe('notifications', () => {
  /** Notifications for a series of months, sums and forecasts, with a plan of 100 and a limit of 105. */
  const eventsOf = (steps: readonly [string, number, number | null, boolean?][]): string[] => {
    let state: BudgetState = freshState
    return steps.map(([month, soFar, expected, isMuted = false]) => {
      const facts = {
        month,
        plan: decimal(100),
        tolerancePercent: 5,
        soFar: decimal(soFar),
        expected: expected === null ? null : decimal(expected),
        isMuted,
      }
      const judged = judgeBudget(state, facts)
      state = judged.state
      return judged.news === null ? '' : `${judged.news} ${state.episode}`
    })
  }
  const rows: [string, Parameters<typeof eventsOf>[0], string[]][] = [
    ['within the tolerance nothing is', [['11', 10, 105]], ['']],
    [
      'a crossing once',
      [
        ['11', 10, 106],
        ['11', 12, 130],
        ['11', 12, 101],
      ],
      ['forecast 1', '', ''],
    ],
    [
      'again after it was within plan',
      [
        ['11', 1, 106],
        ['11', 2, 100],
        ['11', 3, 106],
      ],
      ['forecast 1', '', 'forecast 2'],
    ],
    [
      'that the plan is used up',
      [
        ['11', 90, 120],
        ['11', 101, 121],
        ['11', 110, 122],
      ],
      ['forecast 1', 'exceeded 2', ''],
    ],
    [
      'used up without a forecast',
      [
        ['11', 101, null],
        ['11', 102, 190],
      ],
      ['exceeded 1', ''],
    ],
    [
      'each month anew',
      [
        ['11', 101, 130],
        ['12', 1, 99],
        ['12', 2, 110],
      ],
      ['exceeded 1', '', 'forecast 2'],
    ],
    [
      'while muted nothing, and then what still holds',
      [
        ['11', 10, 120, true],
        ['11', 10, 120],
      ],
      ['', 'forecast 1'],
    ],
    ['nothing is known', [['11', 10, null]], ['']],
  ]
  for (const [says, steps, gives] of rows) test(says, () => assert.deepEqual(eventsOf(steps), gives))
})

test('percent above plan', () => {
  for (const [value, plan, percent] of [
    ['112', '100', 12],
    ['95.5', '100', -5],
    ['1', '0', null],
  ] as const) {
    assert.equal(percentAbove(decimal(value), decimal(plan)), percent)
  }
})
