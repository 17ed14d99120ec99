import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { FairQueue } from './fair-queue.ts'

interface TestRequest {
  by: string
  unit: number
  seq: number
}

const limits = { perSource: 16, sources: 128 }
const anyone = (): boolean => true

test('sixteen wait of one source, and no more than 128 sources', () => {
  const turns = new FairQueue<TestRequest>(limits)
  const added = Array.from({ length: 17 }, (_, seq) => turns.add({ by: 'a', unit: 1, seq }))
  assert.deepEqual(added, [...Array<boolean>(16).fill(true), false])
  const others = Array.from({ length: 128 }, (_, seq) => turns.add({ by: `other ${seq}`, unit: 1, seq }))
  assert.deepEqual(others, [...Array<boolean>(127).fill(true), false])
  assert.equal(turns.all().length, 143)
  turns.clear()
  assert.deepEqual([turns.size, turns.all()], [0, []])
})

test('between two turns of a source that waits, every other that waits has exactly one', () => {
  const source = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.array(source, { minLength: 1, maxLength: 60 }), (sources) => {
      const turns = new FairQueue<TestRequest>(limits)
      const waiting = new Map<string, number>()
      sources.forEach((by, seq) => {
        if (turns.add({ by, unit: 1, seq })) waiting.set(by, (waiting.get(by) ?? 0) + 1)
      })
      const served: TestRequest[] = []
      for (let item = turns.take(anyone); item !== undefined; item = turns.take(anyone)) {
        // Each that still waits has been served at most once less than this one.
        const of = (by: string): number => served.filter((other) => other.by === by).length
        for (const [by, count] of waiting) if (of(by) < count) assert.ok(of(item.by) <= of(by))
        served.push(item)
      }
      for (const by of waiting.keys()) {
        const order = served.filter((item) => item.by === by).map(({ seq }) => seq)
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
          'first in, first out',
        )
      }
      assert.equal(
        served.length,
        [...waiting.values()].reduce((sum, count) => sum + count, 0),
      )
    }),
  )
})

test('against a plain model: adding, taking what may go, removing', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), by: fc.constantFrom('a', 'b', 'c'), unit: fc.nat(3) }),
    fc.record({ do: fc.constant('take' as const), held: fc.nat(3) }),
    fc.record({ do: fc.constant('remove' as const), at: fc.nat(10) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const turns = new FairQueue<TestRequest>(limits)
      let model: TestRequest[] = []
      let order: string[] = []
      steps.forEach((action, seq) => {
        if (action.do === 'add') {
          const item = { by: action.by, unit: action.unit, seq }
          const isRoom = model.filter(({ by }) => by === item.by).length < 16
          assert.equal(turns.add(item), isRoom)
          if (!isRoom) return
          model.push(item)
          if (!order.includes(item.by)) order.push(item.by)
        } else if (action.do === 'take') {
          const may = ({ unit }: TestRequest): boolean => unit !== action.held
          const by = order.find((source) => model.some((item) => item.by === source && may(item)))
          const expected = model.find((item) => item.by === by && may(item))
          assert.equal(turns.take(may), expected)
          model = model.filter((item) => item !== expected)
          if (by !== undefined) order = [...order.filter((source) => source !== by), by]
        } else {
          const item = model[action.at]
          if (item === undefined) return
          assert.equal(turns.remove(item), true)
          assert.equal(turns.remove(item), false)
          model = model.filter((other) => other !== item)
        }
        order = order.filter((source) => model.some(({ by }) => by === source))
        assert.equal(turns.size, model.length)
      })
    }),
  )
})

test('sources that have gone make room for others', () => {
  const turns = new FairQueue<TestRequest>(limits)
  for (let seq = 0; seq < 1000; seq += 1) {
    assert.equal(turns.add({ by: `visitor ${seq}`, unit: 1, seq }), true)
    assert.equal(turns.take(anyone)?.seq, seq)
    turns.charge(`visitor ${seq}`, 500)
  }
})

test('sources have the same time, whatever one request takes of it', () => {
  const costMs = fc.integer({ min: 1, max: 1000 })
  fc.assert(
    fc.property(fc.array(costMs, { minLength: 2, maxLength: 6 }), (costs) => {
      const turns = new FairQueue<TestRequest>(limits)
      const hadMs = costs.map(() => 0)
      costs.forEach((_, at) => turns.add({ by: `${at}`, unit: 1, seq: at }))
      for (let nowMs = 0; nowMs < 100_000; ) {
        const item = turns.take(anyone)
        assert.ok(item)
        const cost = costs[item.seq] ?? 0
        hadMs[item.seq] = (hadMs[item.seq] ?? 0) + cost
        nowMs += cost
        turns.charge(item.by, cost)
        turns.add(item)
      }
      // In each round a source has what is granted, or all it wants of it.
      const wanted = costs.map((cost) => Math.min(20, cost))
      const perRound = wanted.reduce((sum, ms) => sum + ms, 0)
      hadMs.forEach((had, at) => {
        const fairMs = (100_000 * (wanted[at] ?? 0)) / perRound
        assert.ok(Math.abs(had - fairMs) <= 2500, `${costs.join()}: ${hadMs.join()}`)
      })
    }),
    { numRuns: 50 },
  )
})

test('does not starve a source behind requests under ever new source names', () => {
  const turns = new FairQueue<TestRequest>(limits)
  turns.add({ by: 'old', unit: 1, seq: -1 })
  turns.take(anyone)
  turns.charge('old', 500)
  turns.add({ by: 'old', unit: 1, seq: -1 })
  for (let seq = 0; ; seq += 1) {
    turns.add({ by: `new ${seq}`, unit: 1, seq })
    const item = turns.take(anyone)
    if (item?.by === 'old') return
    assert.ok(seq < 30, 'in as many rounds as it was ahead')
  }
})

test('keeps all debts in a round in which no source may send', () => {
  const turns = new FairQueue<TestRequest>(limits)
  const [slow, quick] = [
    { by: 'slow', unit: 1, seq: 0 },
    { by: 'quick', unit: 1, seq: 1 },
  ]
  turns.add(slow)
  turns.take(anyone)
  turns.charge('slow', 100)
  turns.add(quick)
  for (let round = 0; round < 10; round += 1)
    assert.equal(
      turns.take(() => false),
      undefined,
    )
  turns.add(slow)
  assert.equal(turns.take(anyone), quick)
  turns.add(quick)
  assert.equal(turns.take(anyone), quick, 'the slow one is still passed over')
})

test('ignores the removal of an item that was never added', () => {
  const turns = new FairQueue<TestRequest>(limits)
  assert.equal(turns.remove({ by: 'a', unit: 1, seq: 0 }), false)
  assert.equal(turns.size, 0)
})

// A round grants 20 ms, and as much may be saved up.
for (const [usedMs, next] of [
  [40, 'a'],
  [41, 'b'],
] as const) {
  test(`after ${usedMs} ms of the line in one turn the next but one is ${next}`, () => {
    const turns = new FairQueue<TestRequest>(limits)
    for (const by of ['a', 'b']) for (const seq of [0, 1, 2]) turns.add({ by, unit: 1, seq })
    assert.equal(turns.take(anyone)?.by, 'a')
    turns.charge('a', usedMs)
    assert.equal(turns.take(anyone)?.by, 'b')
    assert.equal(turns.take(anyone)?.by, next)
  })
}
