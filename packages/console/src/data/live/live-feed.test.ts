import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type LiveEvent, LiveFeed, type LiveState, liveEventOf } from './live-feed.ts'

const reading = (id: string, deviceId: number): string =>
  `id: ${id}\nevent: readings\ndata: {"deviceId":${deviceId},"readOn":"2026-11-14T00:00:00.000Z","values":{}}\n\n`

/** A feed whose stream, timers and chances the test has in its hands. */
const start = () => {
  const streams: { write(text: string): void; end(): void; lastEventId: string | null; signal: AbortSignal }[] = []
  const timers: { ms: number; act: () => void }[] = []
  const batches: LiveEvent[][] = []
  const states: LiveState[] = []
  const waits: number[] = []
  const received = { count: 0 }
  const outcome = { isRefused: false }
  const feed = new LiveFeed<LiveEvent>({
    open: (lastEventId, signal) => {
      if (outcome.isRefused) return Promise.resolve({ err: { code: 'Unreachable', message: '', status: 0 } })
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      writer.closed.catch(() => {})
      const write = (text: string): void => void writer.write(new TextEncoder().encode(text)).catch(() => {})
      streams.push({ write, end: () => void writer.close(), lastEventId, signal })
      return Promise.resolve({ ok: new Response(readable) })
    },
    after: (ms, act) => {
      const timer = { ms, act }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
    },
    random: () => 1,
    eventOf: liveEventOf,
    reset: { kind: 'reset' },
    onBatch: (events) => batches.push([...events]),
    onState: (state, retryMs) => {
      states.push(state)
      if (retryMs !== undefined) waits.push(retryMs)
    },
    onReceived: () => {
      received.count += 1
    },
  })
  feed.start()
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  }
  const fire = async (ms: number): Promise<void> => {
    const timer = timers.find((one) => one.ms === ms)
    assert.ok(timer, `a timer of ${ms} ms among ${timers.map((one) => one.ms).join()}`)
    timers.splice(timers.indexOf(timer), 1)
    timer.act()
    await settle()
  }
  return { feed, streams, timers, batches, states, waits, received, outcome, settle, fire }
}

describe('the live feed', () => {
  test('gives events in batches', async () => {
    const { streams, batches, states, settle, fire } = start()
    await settle()
    streams[0]?.write(reading('b1-1', 7) + reading('b1-2', 8))
    await settle()
    assert.equal(batches.length, 0)
    await fire(250)
    assert.deepEqual(
      batches.map((events) => events.map((event) => event.kind === 'readings' && event.deviceId)),
      [[7, 8]],
    )
    assert.deepEqual(states, ['connecting', 'live'])
  })

  test('goes on where it was after a break, and waits longer after each failure', async () => {
    const { streams, outcome, states, settle, fire } = start()
    await settle()
    streams[0]?.write(reading('b1-5', 7))
    await settle()
    streams[0]?.end()
    await settle()
    outcome.isRefused = true
    for (const ms of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) await fire(ms)
    outcome.isRefused = false
    await fire(30_000)
    assert.equal(streams[1]?.lastEventId, 'b1-5')
    assert.equal(states.at(-1), 'live')
  })

  test('a line that is silent for too long is given up', async () => {
    const { streams, settle, fire } = start()
    await settle()
    streams[0]?.write(': \n\n')
    await settle()
    await fire(20_000)
    assert.equal(streams[0]?.signal.aborted, true)
    await fire(1000)
    assert.equal(streams.length, 2)
  })

  test('says when it heard anything, and how long it waits before it tries again', async () => {
    const { streams, received, waits, settle } = start()
    await settle()
    streams[0]?.write(': \n\n')
    await settle()
    streams[0]?.write(': \n\n')
    await settle()
    assert.equal(received.count, 2)
    streams[0]?.end()
    await settle()
    assert.deepEqual(waits, [1000])
  })

  test('an answer that never begins is given up too', async () => {
    const { streams, states, settle, fire } = start()
    await settle()
    await fire(20_000)
    assert.equal(streams[0]?.signal.aborted, true)
    assert.equal(states.at(-1), 'waiting')
  })

  test('without a network it is given up at once, and tried again when asked', async () => {
    const { feed, streams, states, timers, settle } = start()
    await settle()
    feed.breakOff()
    feed.breakOff()
    await settle()
    assert.deepEqual([streams[0]?.signal.aborted, states.at(-1)], [true, 'waiting'])
    assert.deepEqual(
      timers.map(({ ms }) => ms),
      [1000],
    )
    feed.retryNow()
    feed.retryNow()
    await settle()
    assert.deepEqual([streams.length, states.at(-1)], [2, 'live'])
  })

  test('too much at once is one reset', async () => {
    const { streams, batches, settle, fire } = start()
    await settle()
    streams[0]?.write(Array.from({ length: 5001 }, (_, i) => reading(`b1-${i}`, i)).join(''))
    await settle()
    await fire(250)
    assert.deepEqual(batches, [[{ kind: 'reset' }]])
  })

  test('stopped, it does nothing any more', async () => {
    const { feed, streams, timers, states, settle } = start()
    await settle()
    streams[0]?.write(reading('b1-1', 7))
    await settle()
    feed.stop()
    await settle()
    assert.deepEqual([timers.length, streams[0]?.signal.aborted, states.at(-1)], [0, true, 'stopped'])
  })
})
