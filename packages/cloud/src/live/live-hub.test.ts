import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import type { Poll } from '@busbar/readings'
import { LiveHub, streamsPerOrgMax } from './live-hub.ts'

const poll = (orgId: number, value: number): Poll => ({
  orgId,
  deviceId: 7,
  readOn: Date.UTC(2026, 10, 14),
  params: [
    { id: 1, valueType: 'f64' },
    { id: 2, valueType: 'string' },
    { id: 3, valueType: 'u16' },
  ],
  values: [value, null, null],
  texts: new Map([[1, '=x']]),
  errors: new Map([[2, 'timeout']]),
})

const start = () => {
  const clock = new VirtualClock()
  let boots = 0
  const now = (): Date => new Date(Date.UTC(2026, 10, 14) + clock.now())
  const hub = new LiveHub({ clock, now, newBoot: () => `b${++boots}` })
  hub.start()
  const listen = (orgId = 1, lastEventId?: string, isAllowed = async () => true): Readable => {
    const stream = hub.open(orgId, { lastEventId, isAllowed })
    assert.ok(stream)
    return stream
  }
  return { clock, hub, listen }
}

/** Everything buffered in a stream. */
const received = async (stream: Readable): Promise<string> => {
  await setImmediate()
  const parts: Buffer[] = []
  for (let part = stream.read() as Buffer | null; part !== null; part = stream.read() as Buffer | null) parts.push(part)
  return Buffer.concat(parts).toString()
}
/** The same without server times. */
const heard = async (stream: Readable): Promise<string> => (await received(stream)).replaceAll(/: time .*\n\n/g, '')
const idsIn = (text: string): string[] => [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id)

describe('the live hub', () => {
  test('closes the stream of a client that lost access at once, with one check at a time', async () => {
    const { hub, listen } = start()
    let asked = 0
    const isAllowed = async () => {
      asked += 1
      return asked === 1
    }
    let askedElsewhere = 0
    const isAllowedElsewhere = async () => {
      askedElsewhere += 1
      return true
    }
    const [stream, other] = [listen(1, undefined, isAllowed), listen(1)]
    listen(2, undefined, isAllowedElsewhere).resume()
    stream.resume()
    other.resume()
    hub.recheck(1)
    hub.recheck(1)
    hub.recheck(1)
    await once(stream, 'close')
    assert.deepEqual([asked, askedElsewhere], [2, 0])
    hub.recheck(2)
    hub.recheck(null)
    await setImmediate()
    assert.deepEqual([asked, askedElsewhere], [2, 2])
    assert.equal(hub.status().streams, 2)
  })

  test('sends events to all listeners of the organization only', async () => {
    const { hub, listen } = start()
    const [first, second, other] = [listen(), listen(), listen(2)]
    const greetings = [await heard(first), await heard(second), await heard(other)]
    assert.deepEqual(greetings, ['retry: 3000\nid: b1-0\n\n', 'retry: 3000\nid: b1-0\n\n', 'retry: 3000\nid: b2-0\n\n'])
    hub.publishReadings([poll(1, 1e-7), poll(3, 9)])
    const data =
      '{"deviceId":7,"readOn":"2026-11-14T00:00:00.000Z","values":{"1":"0.0000001","2":"=x"},"errors":{"3":"timeout"}}'
    assert.equal(await heard(first), `id: b1-1\nevent: readings\ndata: ${data}\n\n`)
    assert.equal(await heard(second), `id: b1-1\nevent: readings\ndata: ${data}\n\n`)
    assert.equal(await heard(other), '')
    hub.publishConnection({ orgId: 2, netId: 5, isConnected: false, on: 0, error: 'refused' })
    hub.publishConnection({ orgId: 2, netId: 5, isConnected: true, on: 1000, error: null })
    const events = await heard(other)
    assert.match(events, /data: \{"netId":5,"connected":false,"on":"1970-01-01T00:00:00.000Z","error":"refused"\}\n\n/)
    assert.match(events, /data: \{"netId":5,"connected":true,"on":"1970-01-01T00:00:01.000Z"\}\n\n/)
  })

  test('sends alert events, with a negative ID for alerts about a network', async () => {
    const { hub, listen } = start()
    assert.equal(hub.hasListeners(1), false)
    hub.publishAlert({ orgId: 1, alertId: 7, isActive: true, on: 0, recordId: 3 })
    const stream = listen()
    await heard(stream)
    assert.deepEqual([hub.hasListeners(1), hub.hasListeners(2)], [true, false])
    hub.publishAlert({ orgId: 1, alertId: 7, isActive: true, on: 0, recordId: 3 })
    hub.publishAlert({ orgId: 1, alertId: -5, isActive: false, on: 1000, recordId: null })
    assert.equal(
      await heard(stream),
      'id: b1-1\nevent: alert\ndata: {"alertId":7,"isActive":true,"on":"1970-01-01T00:00:00.000Z","recordId":3}\n\n' +
        'id: b1-2\nevent: alert\ndata: {"netId":5,"isActive":false,"on":"1970-01-01T00:00:01.000Z"}\n\n',
    )
  })

  test('a device that did not answer is one error', async () => {
    const { hub, listen } = start()
    const stream = listen()
    await heard(stream)
    hub.publishReadings([{ ...poll(1, 0), values: [null, null, null], texts: null, errors: 'no-connection' }])
    assert.match(await heard(stream), /"values":\{\},"error":"no-connection"\}/)
  })

  test('sends missed events after a reconnect', async () => {
    const { hub, listen } = start()
    listen().destroy()
    for (let i = 1; i <= 3; i += 1) hub.publishReadings([poll(1, i)])
    assert.deepEqual(idsIn(await heard(listen(1, 'b1-1'))), ['b1-2', 'b1-3'])
    assert.deepEqual(idsIn(await heard(listen(1, 'b1-0'))), ['b1-1', 'b1-2', 'b1-3'])
    assert.equal(await heard(listen(1, 'b1-3')), 'retry: 3000\n\n')
  })

  for (const id of ['b1-4', 'b0-1', 'b1-', 'b1-x', '', '7', 'b1-1-1']) {
    test(`an unknown event ID restarts the stream: ${JSON.stringify(id)}`, async () => {
      const { hub, listen } = start()
      listen()
      for (let i = 1; i <= 3; i += 1) hub.publishReadings([poll(1, i)])
      assert.equal(await heard(listen(1, id)), 'retry: 3000\nid: b1-3\nevent: reset\ndata: {}\n\n')
    })
  }

  test('events are kept for five minutes, and no more than ten thousand', async () => {
    const { clock, hub, listen } = start()
    listen().resume()
    hub.publishReadings([poll(1, 1)])
    clock.advance(200_000)
    hub.publishReadings([poll(1, 2)])
    clock.advance(110_000)
    assert.match(await heard(listen(1, 'b1-0')), /event: reset/)
    assert.deepEqual(idsIn(await heard(listen(1, 'b1-1'))), ['b1-2'])
    for (let i = 0; i < 10_000; i += 1)
      hub.publishConnection({ orgId: 1, netId: 1, isConnected: true, on: 0, error: null })
    assert.match(await heard(listen(1, 'b1-1')), /event: reset/)
    assert.equal(idsIn(await heard(listen(1, 'b1-2'))).length, 10_000)
  })

  test('no more bytes than two million are kept', async () => {
    const { hub, listen } = start()
    listen().resume()
    const error = 'x'.repeat(1000)
    for (let i = 0; i < 4000; i += 1) hub.publishConnection({ orgId: 1, netId: 1, isConnected: false, on: 0, error })
    assert.match(await heard(listen(1, 'b1-1')), /event: reset/)
    assert.equal(idsIn(await heard(listen(1, 'b1-3000'))).length, 1000)
  })

  test('an organization without listeners is forgotten', async () => {
    const { clock, hub, listen } = start()
    const stream = listen()
    stream.destroy()
    await once(stream, 'close')
    clock.advance(300_000)
    assert.deepEqual(hub.status(), { streams: 0, rooms: 1 })
    clock.advance(15_000)
    assert.deepEqual(hub.status(), { streams: 0, rooms: 0 })
    hub.publishReadings([poll(1, 1)])
    assert.match(await heard(listen(1, 'b1-0')), /id: b2-0\nevent: reset/)
  })

  test('sends the time of the server as a comment, at first and every 5 seconds', async () => {
    const { clock, listen } = start()
    clock.advance(1500)
    const stream = listen()
    const timeAt = (text: string): string => `: time 2026-11-14T00:00:${text}Z\n\n`
    assert.equal(await received(stream), `retry: 3000\nid: b1-0\n\n${timeAt('01.500')}`)
    clock.advance(10_000)
    assert.equal(await received(stream), timeAt('05.000') + timeAt('10.000'))
  })

  for (const [why, isAllowed] of [
    ['who lost the right', async () => false],
    ['who cannot be asked about', () => Promise.reject(new Error('no database'))],
  ] as const) {
    test(`${why} is let go within 30 seconds`, async () => {
      const { clock, hub, listen } = start()
      const [gone, kept] = [listen(1, undefined, isAllowed), listen()]
      gone.resume()
      kept.resume()
      const end = once(gone, 'close')
      await clock.advanceAsync(30_000)
      await end
      assert.equal(hub.status().streams, 1)
    })
  }

  test('a reader that is too slow is cut off, and can catch up', async () => {
    const { hub, listen } = start()
    const [slow, quick] = [listen(), listen()]
    quick.on('data', () => {})
    await setImmediate()
    const error = 'x'.repeat(10_000)
    const end = once(slow, 'close')
    for (let i = 0; i < 500; i += 1) hub.publishConnection({ orgId: 1, netId: 1, isConnected: false, on: 0, error })
    await end
    assert.deepEqual([slow.destroyed, quick.destroyed], [true, false])
    assert.deepEqual(idsIn(await heard(listen(1, 'b1-498'))), ['b1-499', 'b1-500'])
  })

  test('an organization has a hundred listeners at most', async () => {
    const { hub, listen } = start()
    const [first] = Array.from({ length: streamsPerOrgMax }, () => listen())
    const one = { lastEventId: undefined, isAllowed: async () => true }
    assert.equal(hub.open(1, one), null)
    assert.ok(hub.open(2, one))
    assert.ok(first)
    first.destroy()
    await once(first, 'close')
    assert.ok(hub.open(1, one))
  })

  test('listeners by share links have room of their own, and hear their part', async () => {
    const { hub, listen } = start()
    const none = { lastEventId: undefined, isAllowed: async () => true }
    const byLink = (linkId: number) => hub.open(1, { ...none, part: { linkId, filter: () => null } })
    for (let one = 0; one < 25; one += 1) assert.ok(byLink(1))
    assert.equal(byLink(1), null)
    for (let one = 0; one < 75; one += 1) assert.ok(byLink(2 + (one % 3)))
    assert.equal(byLink(9), null)
    for (let one = 0; one < streamsPerOrgMax - 1; one += 1) assert.ok(listen())
    const all = listen()
    assert.equal(hub.open(1, none), null)
    await heard(all)
    hub.publishReadings([poll(1, 5)])
    assert.match(await heard(all), /event: readings/)
  })

  test('stopping ends every stream at once', async () => {
    const { clock, hub, listen } = start()
    const [reading, stuck] = [listen(), listen()]
    reading.resume()
    const ends = Promise.all([once(reading, 'end'), once(stuck, 'close')])
    await setImmediate()
    hub.stop()
    await ends
    assert.equal(clock.pending, 0)
    assert.equal(hub.open(1, { lastEventId: undefined, isAllowed: async () => true }), null)
  })
})
