import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constantFrom, assert as holds, integer, property, record, uniqueArray } from 'fast-check'
import type { Series } from '../prometheus/series.ts'
import { halved, isOneMoment } from './batch.rules.ts'

const seriesOf = (device: string, param: string, times: readonly number[]): Series => ({
  labels: { net: 'n', device, param },
  times: Float64Array.from(times),
  values: Float64Array.from(times, (time) => time / 2),
})
const shown = (series: readonly Series[] | undefined): string[] =>
  (series ?? [])
    .flatMap(({ labels, times }) => Array.from(times, (time) => `${labels['device']}/${labels['param']} ${time}`))
    .toSorted()

const rows: [what: string, series: Series[], halves: [string[], string[]] | null][] = [
  ['one sample', [seriesOf('a', 'p', [1])], null],
  ['two devices', [seriesOf('a', 'p', [1, 2]), seriesOf('b', 'p', [1])], [['a/p 1', 'a/p 2'], ['b/p 1']]],
  ['two moments of one', [seriesOf('a', 'p', [1, 2]), seriesOf('a', 'q', [2])], [['a/p 1'], ['a/p 2', 'a/q 2']]],
  ['one moment of one', [seriesOf('a', 'p', [1]), seriesOf('a', 'q', [1])], [['a/p 1'], ['a/q 1']]],
]
for (const [what, series, halves] of rows) {
  test(`${what} in two`, () => {
    const found = halved(series)
    assert.deepEqual(found && [shown(found[0]), shown(found[1])], halves)
    assert.equal(isOneMoment(series), what.startsWith('one'))
  })
}

test('halves are smaller, and nothing is lost or doubled on the way down to single samples', () => {
  const times = uniqueArray(integer({ min: 1, max: 9 }), { minLength: 1 }).map((all) => all.toSorted((a, b) => a - b))
  const one = record({ device: constantFrom('a', 'b', 'c'), param: constantFrom('p', 'q', 'r'), times })
  const all = uniqueArray(one, { selector: ({ device, param }) => `${device} ${param}`, minLength: 1 })
  holds(
    property(all, (given) => {
      const series = given.map(({ device, param, times: on }) => seriesOf(device, param, on))
      const waiting: (readonly Series[])[] = [series]
      const single: string[] = []
      for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
        const halves = halved(part)
        if (halves === null) single.push(...shown(part))
        else for (const half of halves) assert.ok(shown(half).length < shown(part).length)
        waiting.push(...(halves ?? []))
      }
      assert.deepEqual(single.toSorted(), shown(series))
    }),
  )
})
