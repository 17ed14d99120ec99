import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AlertStatus, ConnectedDevice, ConnectedParam } from '../directory.sql.ts'
import { AlertBoard } from './alert-board.ts'
import { withRemoved } from './discovery.rules.ts'
import { RetainedTopics, topicsOfDevices } from './retained-topics.ts'
import { topicsOf } from './topics.rules.ts'

const topics = topicsOf('r')

describe('topics that a broker keeps', () => {
  const device = {
    net: 'hall',
    slug: 'a',
    params: new Map([[1, { slug: 'u' } as ConnectedParam]]),
  } as unknown as ConnectedDevice
  const states = ['r/$state', 'r/hall/$state', 'r/hall/a/$state']
  const rows: [retain: boolean, shape: 'device' | 'param' | 'both', topics: string[]][] = [
    [true, 'device', [...states, 'r/hall/a']],
    [true, 'param', [...states, 'r/hall/a/u']],
    [true, 'both', [...states, 'r/hall/a', 'r/hall/a/u']],
    [false, 'both', states],
  ]
  for (const [retain, shape, expected] of rows) {
    test(`${shape}, ${retain ? 'kept' : 'not kept'}`, () =>
      assert.deepEqual(topicsOfDevices([device], { retain, shape }, topics), expected))
  }

  const setUp = (stored: string[]) => {
    const [told, kept]: [string[], { topics: readonly string[]; stores: number }] = [[], { topics: stored, stores: 0 }]
    const one = () =>
      new RetainedTopics({
        load: () => Promise.resolve(kept.topics),
        store: async (all) => {
          kept.topics = all
          kept.stores += 1
        },
        forget: (topic) => void told.push(topic),
      })
    return { one, told, kept }
  }

  test('removed topics are cleared, and remembered until the broker has confirmed that', async () => {
    const { one, told, kept } = setUp(['old', 'a'])
    await one().replace(['a', 'b'])
    // The process dies before the broker is updated; the next one updates it.
    assert.deepEqual([told.splice(0), kept.topics], [['old'], ['old', 'a', 'b']])
    const next = one()
    await next.replace(['a', 'b'])
    assert.deepEqual(told.splice(0), ['old'])
    await next.confirmSent()
    assert.deepEqual(kept.topics, ['a', 'b'])
    await next.replace(['a', 'b'])
    await next.confirmSent()
    assert.deepEqual([told, kept.stores], [[], 2])
  })

  test('it is stored before it is published, and written only when it changes', async () => {
    const { one, told, kept } = setUp([])
    const topicsKept = one()
    await topicsKept.replace(['a'])
    await topicsKept.confirmSent()
    await topicsKept.replace(['a'])
    assert.deepEqual([kept, told], [{ topics: ['a'], stores: 1 }, []])
    await topicsKept.replace(['b'])
    await topicsKept.confirmSent()
    assert.deepEqual([kept.topics, told], [['b'], ['a']])
  })
})

test('a component that went is named once more with its platform alone, and then left out', () => {
  const device = { device: {} }
  const both = JSON.stringify({
    ...device,
    components: { p1: { p: 'sensor', name: 'U' }, p2: { p: 'switch', name: 'S' } },
  })
  const one = JSON.stringify({ ...device, components: { p1: { p: 'sensor', name: 'U' } } })
  assert.equal(withRemoved(undefined, one), one)
  const between = withRemoved(both, one)
  assert.deepEqual(JSON.parse(between), {
    device: {},
    components: { p1: { p: 'sensor', name: 'U' }, p2: { p: 'switch' } },
  })
  assert.equal(withRemoved(between, one), one)
})

describe('alerts', () => {
  const standing = (slug: string, more: Partial<AlertStatus> = {}): AlertStatus => ({
    slug,
    isActive: true,
    isConfirmed: false,
    on: Date.UTC(2026, 10, 15),
    ...more,
  })
  const t = '2026-11-15T00:00:00.000Z'

  test('publishes changed alerts by name and clears deleted ones', async () => {
    let alerts = [standing('hot'), standing('full', { isActive: false })]
    const put: [string, string][] = []
    const board = new AlertBoard(
      topics,
      () => Promise.resolve(alerts),
      (topic, payload) => void put.push([topic, payload]),
    )
    await board.update()
    assert.deepEqual(put.splice(0), [
      ['r/$alerts/hot', JSON.stringify({ active: true, t, confirmed: false })],
      ['r/$alerts/full', JSON.stringify({ active: false, t, confirmed: false })],
    ])
    await board.update()
    assert.deepEqual(put.splice(0), [])
    alerts = [standing('hot', { isConfirmed: true })]
    await board.update()
    assert.deepEqual(put.splice(0), [
      ['r/$alerts/hot', JSON.stringify({ active: true, t, confirmed: true })],
      ['r/$alerts/full', ''],
    ])
    board.clear()
    await board.update()
    assert.equal(put.length, 1)
  })

  test('a thousand changes at once are two looks', async () => {
    let looks = 0
    const board = new AlertBoard(
      topics,
      () => Promise.resolve(((looks += 1), [])),
      () => {},
    )
    await Promise.all(Array.from({ length: 1000 }, () => board.update()))
    assert.ok(looks <= 2, String(looks))
  })
})
