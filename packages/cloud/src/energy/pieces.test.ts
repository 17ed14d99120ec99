import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalOf } from '@busbar/modbus/decimal'
import { noReadings } from '@busbar/readings/history'
import { meterOf } from './counters/meter.rules.ts'
import { readCounter } from './counters/read-counter.ts'

const hourMs = 3_600_000
const day = Date.UTC(2026, 2, 28)
const meter = meterOf({ valueType: 'u32', bitsAmount: null, multiplier: '1', shift: '0' }, null)

/** A counter that is read twice in every hour and rises by one each time; hours claim to have so many readings. */
const historyOf = (counts: readonly number[], isRising: boolean) => {
  const asked: [fromHour: number, tillHour: number][] = []
  const firstOn = Float64Array.from(counts, (_, at) => day + at * hourMs)
  const lastOn = firstOn.map((on) => on + 1000)
  const first = Float64Array.from(counts, (_, at) => 100 + at * 2)
  const last = first.map((value) => value + 1)
  const min = isRising ? first : first.map((value) => value - 1)
  const history = {
    hours: async () => ({
      cold: { count: Float64Array.from(counts), firstOn, first, lastOn, last, min, max: last },
      hot: noReadings,
    }),
    onTime: async () => [null],
    digits: async () => new Map<number, string>(),
    raw: async (_orgId: number, _paramId: number, from: number, till: number) => {
      asked.push([(from - day) / hourMs, (till + 1 - day) / hourMs])
      const rows = counts
        .flatMap((_, at) => [
          [firstOn[at] ?? 0, first[at] ?? 0],
          [lastOn[at] ?? 0, last[at] ?? 0],
        ])
        .filter(([on = 0]) => on >= from && on <= till)
      return {
        times: Float64Array.from(rows, ([on = 0]) => on),
        values: Float64Array.from(rows, ([, value = 0]) => value),
      }
    },
  }
  return { history, asked }
}

const amountOf = async (history: ReturnType<typeof historyOf>['history'], hours: number) => {
  const { amounts } = await readCounter(history, 1, 1, [day, day + hours * hourMs], meter)
  return amounts
}

const rows: [name: string, counts: number[], asked: [number, number][]][] = [
  ['what fits is read at once', [250_000, 250_000], [[0, 2]]],
  [
    'an hour that does not fit begins the next piece',
    [250_000, 250_000, 1],
    [
      [0, 2],
      [2, 3],
    ],
  ],
  [
    'an hour that is larger than a piece is one',
    [600_000, 600_000, 10, 10],
    [
      [0, 1],
      [1, 2],
      [2, 4],
    ],
  ],
]
for (const [name, counts, expected] of rows) {
  test(`a long history in pieces: ${name}`, async () => {
    const { history, asked } = historyOf(counts, false)
    assert.deepEqual(await amountOf(history, counts.length), [decimalOf(counts.length * 2 - 1)])
    assert.deepEqual(asked, expected)
  })
}

test('pieces of bounds come to the same', async () => {
  const counts = [300_000, 300_000, 300_000, 300_000]
  const { history, asked } = historyOf(counts, true)
  assert.deepEqual(await amountOf(history, counts.length), [decimalOf(7)])
  // Only the very first hour is read: its first reading stands for nothing.
  assert.deepEqual(asked, [[0, 1]])
})

test('between no two edges nothing is asked for', async () => {
  const never = async (): Promise<never> => assert.fail('Somebody asked')
  for (const edges of [[], [day]]) {
    const history = { raw: never, hours: never, onTime: never, digits: never }
    const counted = await readCounter(history, 1, 1, edges, meter)
    assert.deepEqual(counted.amounts, [])
  }
})
