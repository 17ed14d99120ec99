import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNumber } from '@busbar/modbus/decimal'
import { CounterWalk } from './counters/counter.rules.ts'
import { meterOf } from './counters/meter.rules.ts'

const hourMs = 3_600_000
const day = Date.UTC(2026, 2, 28)
const onHour = (hour: number): number => day + hour * hourMs
const meter = meterOf({ valueType: 'u32', bitsAmount: null, multiplier: '1', shift: '0' }, null)

/** A counter that is first read shortly before the first edge, and rises by one with each reading after that. */
const countedOf = (edges: readonly number[], readAt: readonly number[]) => {
  const times = Float64Array.from([onHour(edges[0] ?? 0) - 1, ...readAt.map(onHour)])
  const walk = new CounterWalk(edges.map(onHour), meter)
  walk.feed({ times, values: times.map((_, at) => 100 + at) })
  const { amounts, coverage } = walk.close()
  return { amounts: amounts.map((amount) => amount && toNumber(amount)), coverage }
}

const rows: [name: string, edges: number[], readAt: number[], amounts: (number | null)[], coverage: number[]][] = [
  ['an hour with a reading counts whole, and once', [0, 4], [1.1, 1.5, 1.999], [3], [0.25]],
  ['hours with readings add up', [0, 4], [0, 1, 3.999], [3], [0.75]],
  ['an hour that a segment has in part counts with that part', [0.5, 2], [0.6], [1], [1 / 3]],
  ['and at its end', [0, 1.5], [1.2], [1], [1 / 3]],
  ['a shorter segment is one', [0, 0.25, 0.5, 0.75], [0.3], [null, 1, null], [0, 1, 0]],
  ['so is one of an hour that begins between hours', [0.5, 1.5], [1.2], [1], [1]],
  ['a reading on an edge is of the segment that it begins', [0, 2, 4], [2], [null, 1], [0, 0.5]],
  ['one just before it is not', [0, 2, 4], [1.999], [1, null], [0.5, 0]],
  ['segments are passed over', [0, 1, 2, 3, 4], [0, 3.5], [1, null, null, 1], [1, 0, 0, 1]],
  ['one on the last edge is outside', [1, 2], [2], [null], [0]],
]
for (const [name, edges, readAt, amounts, coverage] of rows) {
  test(`coverage: ${name}`, () => assert.deepEqual(countedOf(edges, readAt), { amounts, coverage }))
}
