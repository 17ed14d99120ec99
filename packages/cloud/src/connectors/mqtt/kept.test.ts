import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AlertStanding, ConnectedDevice, ConnectedParam } from '../directory.sql.ts'
import { AlertBoard } from './alert-board.ts'
import { withRemoved } from './discovery.rules.ts'
import { goneTopics } from './gone.rules.ts'
import { topicsOf } from './topics.rules.ts'

const topics = topicsOf('r')

describe('what is gone', () => {
  const deviceOf = (net: string, slug: string): ConnectedDevice =>
    ({ net, slug, params: new Map([[1, { slug: 'u' } as ConnectedParam]]) }) as unknown as ConnectedDevice

  const rows: [name: string, before: ConnectedDevice[], after: ConnectedDevice[], gone: string[]][] = [
    ['nothing', [deviceOf('hall', 'a')], [deviceOf('hall', 'a')], []],
    ['at the start', [], [deviceOf('hall', 'a')], []],
    [
      'a device',
      [deviceOf('hall', 'a'), deviceOf('hall', 'b')],
      [deviceOf('hall', 'a')],
      ['r/hall/b', 'r/hall/b/$state', 'r/hall/b/u'],
    ],
    [
      'a network with it, under its old name',
      [deviceOf('hall', 'a')],
      [deviceOf('mill', 'a')],
      ['r/hall/$state', 'r/hall/a', 'r/hall/a/$state', 'r/hall/a/u'],
    ],
  ]
  for (const [name, before, after, gone] of rows) {
    test(name, () => assert.deepEqual(goneTopics(before, after, topics), gone))
  }
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
  const standing = (slug: string, more: Partial<AlertStanding> = {}): AlertStanding => ({
    slug,
    isActive: true,
    isConfirmed: false,
    on: Date.UTC(2026, 10, 15),
    ...more,
  })
  const t = '2026-11-15T00:00:00.000Z'

  test('what changed is told, by the name of the alert; what is gone is forgotten', async () => {
    let alerts = [standing('hot'), standing('full', { isActive: false })]
    const put: [string, string][] = []
    const board = new AlertBoard(
      topics,
      () => Promise.resolve(alerts),
      (topic, payload) => void put.push([topic, payload]),
    )
    await board.tell()
    assert.deepEqual(put.splice(0), [
      ['r/$alerts/hot', JSON.stringify({ active: true, t, confirmed: false })],
      ['r/$alerts/full', JSON.stringify({ active: false, t, confirmed: false })],
    ])
    await board.tell()
    assert.deepEqual(put.splice(0), [])
    alerts = [standing('hot', { isConfirmed: true })]
    await board.tell()
    assert.deepEqual(put.splice(0), [
      ['r/$alerts/hot', JSON.stringify({ active: true, t, confirmed: true })],
      ['r/$alerts/full', ''],
    ])
    board.clear()
    await board.tell()
    assert.equal(put.length, 1)
  })

  test('a thousand changes at once are two looks', async () => {
    let looks = 0
    const board = new AlertBoard(
      topics,
      () => Promise.resolve(((looks += 1), [])),
      () => {},
    )
    await Promise.all(Array.from({ length: 1000 }, () => board.tell()))
    assert.ok(looks <= 2, String(looks))
  })
})
