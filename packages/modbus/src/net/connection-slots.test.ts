import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { ConnectionSlots } from './connection-slots.ts'
import { sourceOf } from './source.ts'

test('counts addresses of one household as one source', () => {
  for (const [address, source] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ] as const) {
    assert.equal(sourceOf(address), source)
  }
})

/** Slots with owners by name, and who had to leave. */
const setUp = (options: Partial<ConstructorParameters<typeof ConnectionSlots>[0]> = {}) => {
  let nowMs = 0
  const left: string[] = []
  const fullReports: object[] = []
  const seats = new ConnectionSlots({
    max: 4,
    perSourceMax: 2,
    now: () => nowMs,
    onFull: (facts) => fullReports.push(facts),
    ...options,
  })
  const take = (name: string, address: string, idleSince?: () => number | null) =>
    seats.take(address, { leave: () => left.push(name), ...(idleSince && { idleSince }) })
  const pass = (ms: number): void => {
    nowMs += ms
  }
  return { seats, take, left, fullReports, pass }
}

describe('seats', () => {
  test('limits connections per source and in total', () => {
    const { seats, take } = setUp()
    const first = take('a', '10.0.0.1')
    assert.ok(first && take('b', '10.0.0.1'))
    assert.equal(take('c', '::ffff:10.0.0.1'), null)
    assert.ok(take('d', '2001:db8::1') && take('e', '2001:db8::ffff'))
    assert.equal(take('f', '10.0.0.2'), null)
    first.free()
    first.free()
    assert.equal(seats.size, 3)
    assert.ok(take('f', '10.0.0.2'))
    assert.equal(seats.refused, 2)
  })

  test('counts known clients and shared addresses only in total', () => {
    const { take } = setUp({ isShared: (address) => address === '10.0.0.9' })
    take('a', '10.0.0.1')?.countInTotalOnly()
    for (const name of ['b', 'c']) assert.ok(take(name, '10.0.0.1'))
    assert.equal(take('d', '10.0.0.1'), null)
    assert.ok(take('e', '10.0.0.9'))
    assert.equal(take('f', '10.0.0.9'), null)
  })

  test('closes the connection that has been idle longest, if it was idle long enough', () => {
    const { take, left, pass } = setUp({ idleMsMin: 100 })
    take('young', '10.0.0.1', () => 60)
    take('old', '10.0.0.1', () => 50)
    take('busy', '10.0.0.2', () => null)
    take('forever', '10.0.0.3')
    pass(149)
    assert.equal(take('x', '10.0.0.4'), null)
    pass(1)
    assert.ok(take('x', '10.0.0.4', () => 150))
    assert.deepEqual(left, ['old'])
    pass(9)
    assert.equal(take('y', '10.0.0.5'), null)
  })

  test('a source that has all its seats makes room among its own', () => {
    const { take, left, pass } = setUp({ idleMsMin: 100 })
    take('other', '10.0.0.2', () => 0)
    take('a', '10.0.0.1', () => 20)
    take('b', '10.0.0.1', () => 10)
    pass(500)
    assert.ok(take('c', '10.0.0.1'))
    assert.deepEqual(left, ['b'])
  })

  test('logs once a minute that no slot is free', () => {
    const { take, fullReports, pass } = setUp({ max: 1 })
    take('a', '10.0.0.1')
    for (let i = 0; i < 5; i += 1) take('b', '10.0.0.2')
    pass(60_000)
    take('b', '10.0.0.2')
    assert.deepEqual(fullReports, [
      { seats: 1, source: '10.0.0.2', refused: 1 },
      { seats: 1, source: '10.0.0.2', refused: 5 },
    ])
  })

  test('limits hold, whatever comes and goes', () => {
    const step = fc.record({
      source: fc.nat(3),
      does: fc.constantFrom('come', 'come', 'go', 'countInTotalOnly'),
      which: fc.nat(20),
    })
    fc.assert(
      fc.property(fc.array(step), fc.option(fc.nat(3)), (steps, idle) => {
        const inside = new Map<
          object,
          { source: number; isTotalOnly: boolean; free(): void; countInTotalOnly(): void }
        >()
        const seats = new ConnectionSlots({
          max: 5,
          perSourceMax: 2,
          now: () => 10,
          ...(idle !== null && { idleMsMin: idle }),
        })
        for (const { source, does, which } of steps) {
          const one = [...inside][which % Math.max(1, inside.size)]
          if (does === 'come') {
            const owner = { idleSince: () => which, leave: () => void inside.delete(owner) }
            const seat = seats.take(`10.0.0.${source}`, owner)
            if (seat !== null) inside.set(owner, { source, isTotalOnly: false, ...seat })
          } else if (one !== undefined && does === 'go') {
            one[1].free()
            inside.delete(one[0])
          } else if (one !== undefined) {
            one[1].countInTotalOnly()
            one[1].isTotalOnly = true
          }
          assert.equal(seats.size, inside.size)
          assert.ok(inside.size <= 5)
          const counted = [...inside.values()].filter(({ isTotalOnly }) => !isTotalOnly)
          for (const own of [0, 1, 2, 3]) assert.ok(counted.filter((seat) => seat.source === own).length <= 2)
        }
      }),
    )
  })
})
