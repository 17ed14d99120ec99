import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withOrigin } from '@busbar/polling'
import type { ExchangeData } from './exchange-event.ts'
import { diagnosedLine } from './testing/diagnosed-line.ts'

/** Collects the events of a listener. */
const looker = ({ diagnosis, netId }: ReturnType<typeof diagnosedLine>) => {
  const stream = diagnosis.exchanges.open(netId, { lastEventId: undefined, isAllowed: () => Promise.resolve(true) })
  assert.ok(stream)
  return {
    heard: () => {
      let text = ''
      for (let part = stream.read() as Buffer | null; part !== null; part = stream.read() as Buffer | null) text += part
      const events = text.matchAll(/event: (\w+)\ndata: (.*)\n/g)
      return Array.from(events, ([, name, data]) => ({ name, data: JSON.parse(data ?? '') as ExchangeData }))
    },
    close: () => stream.destroy(),
  }
}

test('a listener receives every exchange of a network, with its bytes and values', async (t) => {
  const line = diagnosedLine()
  t.after(line.stop)
  await line.clock.advanceAsync(20_000)
  assert.equal(line.diagnosis.isTapped(line.netId), false, 'nothing is kept while nobody looks')
  const { heard, close } = looker(line)
  await line.clock.advanceAsync(5000)
  const events = heard()
  assert.equal(events.length, 10)
  const first = events.find(({ data }) => data.unit === 2)?.data
  assert.ok(first)
  const { on, tookMs, heard: bytes, words, values, ...rest } = first
  assert.deepEqual(rest, {
    unit: 2,
    by: 'poll',
    fn: 4,
    address: rest.address,
    count: 1,
    outcome: 'ok',
    sent: rest.sent,
  })
  assert.match(on, /^2026-05-04T12:00:2/)
  assert.ok(tookMs > 5 && tookMs < 50)
  assert.match(rest.sent ?? '', /^0204000[01]0001.{4}$/)
  assert.match(bytes ?? '', /^020402.{4}.{4}$/)
  assert.deepEqual(words, [Number.parseInt(bytes?.slice(6, 10) ?? '', 16)])
  assert.deepEqual(Object.keys(values ?? {}), [String(20 + (rest.address ?? 0))])
  close()
})

test('shows damaged responses as received, and unsolicited frames', async (t) => {
  const line = diagnosedLine()
  t.after(line.stop)
  line.plant.faults.set('line/2', 'bad-crc')
  line.plant.faults.set('line/3', 'wrong-unit', { by: 5 })
  const { heard, close } = looker(line)
  await line.clock.advanceAsync(9000)
  const events = heard()
  const damaged = events.find(({ data }) => data.outcome === 'crc')?.data
  assert.deepEqual([damaged?.unit, damaged?.heard?.slice(0, 6)], [2, '020402'])
  const frame = events.find(({ name }) => name === 'frame')?.data
  assert.deepEqual([frame?.unit, frame && 'asked' in frame && frame.asked], [8, 3])
  close()
})

test('shows the origin of requests, but no passwords', async (t) => {
  const line = diagnosedLine()
  t.after(line.stop)
  await line.clock.advanceAsync(2000)
  const { heard, close } = looker(line)
  const link = line.field.link(line.netId)
  assert.ok(link)
  const write = { fn: 16, address: 100, words: [49, 50, 0] } as const
  const send = (kind: 'raw' | 'passwords') =>
    withOrigin(link, { kind, person: 'Ann' }).ask(1, write, { priority: 'write' })
  await line.clock.runUntil(send('passwords'))
  await line.clock.runUntil(send('raw'))
  const [secret, plain] = heard()
    .map(({ data }) => data)
    .filter(({ fn }) => fn === 16)
  assert.deepEqual(
    [secret?.by, secret?.person, secret?.sent, secret?.heard, secret?.words],
    ['passwords', 'Ann', undefined, undefined, undefined],
  )
  assert.match(plain?.sent ?? '', /^011000640003060031003200/)
  close()
})

test('five minutes after the last one left nothing is kept any more', async (t) => {
  const line = diagnosedLine()
  t.after(line.stop)
  line.diagnosis.exchanges.start()
  t.after(() => line.diagnosis.exchanges.stop())
  const { close } = looker(line)
  close()
  await line.clock.advanceAsync(200_000)
  assert.equal(line.diagnosis.isTapped(line.netId), true)
  await line.clock.advanceAsync(120_000)
  assert.equal(line.diagnosis.isTapped(line.netId), false)
})

test('shows the load of each unit, and that of ten more', async (t) => {
  const line = diagnosedLine()
  t.after(line.stop)
  await line.clock.advanceAsync(100_000)
  const { units, budget, measuredSec } = line.shown()
  assert.equal(measuredSec, 100)
  // Two requests each five seconds, of 8 and 7 characters at 9600 baud and the quiet between.
  for (const { share } of units) assert.ok(share > 0.005 && share < 0.015, String(share))
  assert.ok(Math.abs(budget.load - 5 * (budget.perDevice ?? 0)) < 1e-9)
  assert.ok(Math.abs((budget.withTenMore ?? 0) - 3 * budget.load) < 1e-9)
  assert.equal(budget.roomFor, Math.floor((0.9 - budget.load) / (budget.perDevice ?? 1)))
})
