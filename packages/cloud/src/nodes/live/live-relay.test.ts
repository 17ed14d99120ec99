import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { Poll } from '@busbar/readings'
import { Diagnosis } from '../../field/diagnosis/diagnosis.ts'
import { LiveHub } from '../../live/live-hub.ts'
import { LocalServer } from '../testing/local-messages.ts'
import { LiveRelay } from './live-relay.ts'

const isAllowed = () => Promise.resolve(true)
const poll: Poll = {
  orgId: 1,
  deviceId: 5,
  readOn: Date.UTC(2026, 0, 1),
  params: [
    { id: 51, valueType: 'u16' },
    { id: 52, valueType: 'string' },
    { id: 53, valueType: 'u16' },
  ],
  values: [7, null, null],
  texts: new Map([[1, 'on']]),
  errors: new Map([[2, 'Timeout']]),
}

const setUp = (t: TestContext) => {
  const clock = new VirtualClock()
  const server = new LocalServer()
  let boots = 0
  const node = (id: string, computedOrgs: number[] = []) => {
    const messages = server.connect()
    const newBoot = (): string => `${id}${(boots += 1)}`
    const now = (): Date => new Date(0)
    const live = new LiveHub({ clock, now, newBoot })
    const { exchanges } = new Diagnosis({ clock, newBoot, now })
    const polls: Poll[] = []
    const onPoll = (one: Poll): void => void polls.push(one)
    const relay = new LiveRelay({ id, messages, clock, live, exchanges, computedOrgs: () => computedOrgs, onPoll })
    relay.start()
    t.after(() => {
      relay.stop()
      live.stop()
      exchanges.stop()
    })
    const published: string[] = []
    const publish = messages.publish.bind(messages)
    messages.publish = (subject, bytes) => {
      if (!subject.endsWith('wants')) published.push(subject)
      publish(subject, bytes)
    }
    return { live, exchanges, messages, polls, published }
  }
  return { clock, a: node('a'), b: node('b'), computing: (orgId: number) => node('c', [orgId]) }
}

/** All that came since the last look. */
const heard = (stream: Readable | null): string => {
  let text = ''
  for (let chunk: Buffer | null; (chunk = (stream?.read() ?? null) as Buffer | null) !== null; )
    text += chunk.toString()
  return text
}

test('listeners of one node receive polls of another, and nothing is sent without listeners', async (t) => {
  const { clock, a, b } = setUp(t)
  await clock.advanceAsync(0)
  b.live.publishReadings([poll])
  assert.deepEqual(b.published, [])
  const stream = a.live.open(1, { lastEventId: undefined, isAllowed })
  await clock.advanceAsync(0)
  heard(stream)
  b.live.publishReadings([poll, { ...poll, orgId: 2 }])
  b.live.publishConnection({ orgId: 1, netId: 9, isConnected: false, on: 0, error: 'gone' })
  await clock.advanceAsync(0)
  assert.deepEqual(b.published, ['live.1', 'live.1'])
  const text = heard(stream)
  assert.match(
    text,
    /event: readings\ndata: \{"deviceId":5,.*"values":\{"51":"7","52":"on"\},"errors":\{"53":"Timeout"\}/,
  )
  assert.match(text, /event: connection\ndata: \{"netId":9,"connected":false/)
  stream?.destroy()
  a.live.stop()
  await clock.advanceAsync(10_000)
  b.live.publishReadings([poll])
  assert.equal(b.published.length, 2, 'the last listener is gone')
})

test('a stream restarts when it moves to another node, and all streams restart after lost messages', async (t) => {
  const { clock, a, b } = setUp(t)
  const there = b.live.open(1, { lastEventId: undefined, isAllowed })
  await clock.advanceAsync(0)
  const lastEventId = /id: (\S+)/.exec(heard(there))?.[1]
  const here = a.live.open(1, { lastEventId, isAllowed })
  await clock.advanceAsync(0)
  assert.match(heard(here), /event: reset/)
  a.messages.isConnected = false
  a.messages.back()
  await clock.advanceAsync(0)
  assert.match(heard(here), /^id: a\d-0\nevent: reset\ndata: \{\}\n\n$/)
})

test('followers within a process and computed devices receive whole polls', async (t) => {
  const { clock, a, b, computing } = setUp(t)
  const followed: Poll[] = []
  a.live.follow(1, {
    readings: (one) => void followed.push(one),
    connection: () => {},
    alert: () => {},
    missed: () => {},
  })
  const c = computing(1)
  await clock.advanceAsync(0)
  b.live.publishReadings([poll])
  await clock.advanceAsync(0)
  assert.deepEqual(followed, [poll])
  assert.deepEqual(c.polls, [poll])
})

test('shows exchanges of a network on the node of the viewer', async (t) => {
  const { clock, a, b } = setUp(t)
  const stream = a.exchanges.open(9, { lastEventId: undefined, isAllowed })
  await clock.advanceAsync(0)
  heard(stream)
  assert.equal(b.exchanges.hasListeners(9), true)
  b.exchanges.publish(9, () => ({ name: 'exchange', data: { unit: 3 } }) as never)
  await clock.advanceAsync(0)
  assert.match(heard(stream), /event: exchange\ndata: \{"unit":3\}/)
})

test('reports missed polls after a gap and after a device moved between nodes', async (t) => {
  const { clock, a, b, computing } = setUp(t)
  const told: (string | number | null)[] = []
  a.live.follow(1, {
    readings: ({ deviceId }) => void told.push(`poll of ${deviceId}`),
    connection: () => {},
    alert: () => {},
    missed: (deviceId) => void told.push(deviceId),
  })
  const since = (): unknown[] => told.splice(0)
  await clock.advanceAsync(0)
  b.live.publishReadings([poll, { ...poll, deviceId: 6 }])
  await clock.advanceAsync(0)
  assert.deepEqual(since(), ['poll of 5', 'poll of 6'])
  // Its messages do not leave.
  b.messages.isConnected = false
  b.live.publishReadings([poll])
  b.messages.isConnected = true
  b.live.publishReadings([poll])
  await clock.advanceAsync(0)
  assert.deepEqual(since(), [null, 'poll of 5'])
  // It is killed, and has stored what it did not tell.
  const c = computing(2)
  c.live.publishReadings([{ ...poll, orgId: 2 }])
  await clock.advanceAsync(2000)
  c.live.publishReadings([poll, poll])
  await clock.advanceAsync(0)
  assert.deepEqual(since(), [5, 'poll of 5', 'poll of 5'])
  a.live.publishReadings([poll])
  assert.deepEqual(since(), ['poll of 5', 5], 'it is read here now')
  a.messages.isConnected = false
  a.messages.back()
  assert.deepEqual(since(), [null], 'messages were cut off here')
})
