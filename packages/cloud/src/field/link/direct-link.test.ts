import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { freePort, until } from '@busbar/kit/testing'
import type { FieldNet } from '@busbar/polling'
import { Plant, serveTcp, workshop } from '@busbar/simulator'
import type { FieldOptions } from '../field.ts'
import { netOf, startMs, testField } from '../testing/test-field.ts'

const host = '127.0.0.1'

/** The simulated workshop on a real socket, and a field that is connected to it. The plant has a time of its own. */
const setUp = async (t: TestContext, overrides: Partial<FieldNet> = {}, options: Partial<FieldOptions> = {}) => {
  const plantClock = new VirtualClock()
  const plant = new Plant(workshop, { clock: plantClock, startMs, speed: 0 })
  const serve = (port: number) => serveTcp(plant, { port })
  // It goes and comes back there.
  const port = await freePort()
  const served = await serve(port)
  const { clock, field, events, nextEvent } = testField(options)
  t.after(() => served.close())
  t.after(() => field.stop())
  field.apply(netOf({ ip: host, port, ...overrides }))
  field.start()
  assert.equal((await nextEvent()).isConnected, true)
  const link = field.link(7)
  assert.ok(link)
  const read = (unit = 1, address = 0) =>
    link
      .ask(unit, { fn: 4, address, count: 2 }, { priority: 'poll' })
      .then((outcome) => ('ok' in outcome ? Array.from(outcome.ok.words) : outcome.err))
  const shown = (unit = 1, address = 0): number[] => {
    const words = plant.site('workshop').device(unit)?.read('input', address, 2)
    assert.ok(typeof words === 'object')
    return Array.from(words)
  }
  /** Asks until its time is out. */
  const miss = async (unit = 1): Promise<void> => {
    const missed = read(unit)
    await clock.advanceAsync(1000)
    assert.equal(await missed, 'timeout')
  }
  return { plant, plantClock, served, serve, port, clock, field, events, nextEvent, link, read, shown, miss }
}

test('a gateway that goes and comes back', async (t) => {
  const { served, serve, port, clock, nextEvent, link, read, shown } = await setUp(t)
  assert.deepEqual(link.status(), { isConnected: true, since: startMs, lastError: null, lastErrorOn: null })
  assert.deepEqual(await read(), shown())
  await clock.advanceAsync(5000)
  await served.close()
  const gone = await nextEvent()
  assert.deepEqual(
    { ...gone, error: null },
    { orgId: 1, netId: 7, isConnected: false, on: startMs + 5000, error: null },
  )
  assert.match(gone.error ?? '', /closed the connection|ECONNRESET/)
  assert.deepEqual(link.status(), {
    isConnected: false,
    since: null,
    lastError: gone.error,
    lastErrorOn: startMs + 5000,
  })
  assert.equal(await read(), 'no-connection')
  const again = await serve(port)
  t.after(() => again.close())
  await clock.advanceAsync(1000)
  assert.equal((await nextEvent()).isConnected, true)
  assert.deepEqual(await read(), shown())
  assert.equal(link.status().since, startMs + 6000)
})

test('an unreachable address is retried after 1 s, 2 s, 4 s and so on, until a response ends that', async (t) => {
  const dialledAt: number[] = []
  const set = await setUp(t)
  const { clock, field, served, serve, port, nextEvent, link, read } = set
  await served.close()
  await nextEvent()
  for (const ms of [1000, 2000, 4000, 8000]) {
    await clock.advanceAsync(ms - 1)
    const before = link.status().lastErrorOn
    await clock.advanceAsync(1)
    await until(() => link.status().lastErrorOn !== before)
    dialledAt.push(clock.now())
    assert.match(link.status().lastError ?? '', /ECONNREFUSED/)
  }
  assert.deepEqual(dialledAt, [1000, 3000, 7000, 15_000])
  const again = await serve(port)
  t.after(() => again.close())
  await clock.advanceAsync(16_000)
  assert.equal((await nextEvent()).isConnected, true)
  assert.ok(Array.isArray(await read()))
  assert.equal(field.link(7)?.drop(), 1)
  assert.equal((await nextEvent()).isConnected, false)
  await clock.advanceAsync(1000)
  assert.equal((await nextEvent()).isConnected, true, 'the first step again')
})

test('a gateway that flaps is found again each time, and dialled ever more seldom while it does', async (t) => {
  const { served, serve, port, plant, plantClock, clock, nextEvent, read, shown } = await setUp(t)
  plant.faults.set('workshop', 'flapping', { upMs: 1000, downMs: 1000 })
  for (let turn = 0; turn < 5; turn += 1) {
    await plantClock.advanceAsync(1000)
    assert.equal((await nextEvent()).isConnected, false)
    assert.equal(await read(), 'no-connection')
    await plantClock.advanceAsync(1000)
    await clock.advanceAsync(1000 * 2 ** turn)
    assert.equal((await nextEvent()).isConnected, true)
    assert.deepEqual(await read(), shown())
  }
  plant.faults.clear('workshop', 'flapping')
  await clock.advanceAsync(10_000)
  assert.deepEqual(await read(), shown(), 'a connection that lasted')
  await served.close()
  assert.equal((await nextEvent()).isConnected, false)
  const again = await serve(port)
  t.after(() => again.close())
  await clock.advanceAsync(1000)
  assert.equal((await nextEvent()).isConnected, true, 'the first step again')
})

test('a peer that accepts and closes every connection is not retried every second', async (t) => {
  const { plant, plantClock, clock, nextEvent } = await setUp(t)
  plant.faults.set('workshop', 'flapping', { upMs: 0, downMs: 1000 })
  await plantClock.advanceAsync(0)
  assert.equal((await nextEvent()).isConnected, false)
  for (const ms of [1000, 2000, 4000]) {
    const before = clock.now()
    await clock.advanceAsync(ms - 1)
    await clock.advanceAsync(1)
    assert.equal((await nextEvent()).isConnected, true)
    assert.equal((await nextEvent()).isConnected, false)
    assert.equal(clock.now() - before, ms)
  }
})

describe('a connection that leads nowhere', () => {
  test('is reset when nothing at all was answered for ten seconds', async (t) => {
    const { plant, clock, events, nextEvent, link, miss } = await setUp(t)
    plant.faults.set('workshop', 'half-open')
    for (let i = 0; i < 9; i += 1) await miss(1 + (i % 3))
    assert.deepEqual(events, [])
    await miss()
    const gone = await nextEvent()
    assert.equal(gone.error, 'no response for too long: the connection was reset')
    assert.equal(link.status().lastError, gone.error)
    plant.faults.clear('workshop')
    await clock.advanceAsync(1000)
    assert.equal((await nextEvent()).isConnected, true)
  })

  test('is kept while one unit answers', async (t) => {
    const { plant, events, link, read, miss } = await setUp(t)
    for (const unit of [1, 2]) plant.faults.set(`workshop/${unit}`, 'dead')
    for (let i = 0; i < 30; i += 1) {
      await miss(1 + (i % 2))
      if (i % 5 === 0) assert.ok(Array.isArray(await read(3)))
    }
    assert.deepEqual(events, [])
    assert.equal(link.counters.timeouts, 30)
  })

  test('and while answers come, if always too late', async (t) => {
    const { plant, plantClock, events, link, read, clock } = await setUp(t)
    plant.faults.set('workshop', 'late', { ms: 1500 })
    for (let i = 0; i < 15; i += 1) {
      const missed = read(1 + (i % 3))
      // The simulated gateway has the request when its answer is on the way.
      await until(() => plantClock.pending !== 0)
      await clock.advanceAsync(1000)
      assert.equal(await missed, 'timeout')
      await plantClock.advanceAsync(1500)
      for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate)
    }
    assert.deepEqual(events, [])
    assert.equal(link.counters.timeouts, 15)
  })
})

describe('effects of a unit on its own request', () => {
  test('a drip ends at the timeout, and the next request gets its own answer', async (t) => {
    const { plant, plantClock, clock, events, read, shown } = await setUp(t)
    plant.faults.set('workshop/1', 'drip', { ms: 200 })
    const dripped = read(1)
    await until(() => plantClock.pending !== 0)
    for (let i = 0; i < 5; i += 1) {
      await plantClock.advanceAsync(200)
      await clock.advanceAsync(200)
    }
    assert.equal(await dripped, 'timeout')
    await plantClock.advanceAsync(10_000)
    assert.deepEqual(await read(2), shown(2))
    assert.deepEqual(events, [])
  })

  test('a late answer is never another request\u2019s', async (t) => {
    const { plant, plantClock, clock, events, read, shown } = await setUp(t)
    plant.faults.set('workshop/1', 'late', { ms: 1500 })
    const late = read(1, 0)
    await until(() => plantClock.pending !== 0)
    await clock.advanceAsync(1000)
    assert.equal(await late, 'timeout')
    plant.faults.set('workshop/1', 'late', { ms: 2000 })
    const next = read(1, 2)
    await until(() => plantClock.pending >= 2)
    // The answer to the first leaves while the second waits for its own.
    await plantClock.advanceAsync(1500)
    await plantClock.advanceAsync(500)
    assert.deepEqual(await next, shown(1, 2))
    assert.notDeepEqual(shown(1, 0), shown(1, 2))
    assert.deepEqual(events, [])
  })

  for (const [fault, error] of [
    ['wrong-unit', 'an unsolicited response was received'],
    ['bad-crc', /protocol/],
  ] as const) {
    test(`${fault}: the response is discarded, and the link is reset with the reason`, async (t) => {
      const { plant, clock, nextEvent, link, read, shown } = await setUp(t)
      plant.faults.set('workshop/1', fault)
      const [wrong, waiting] = [read(1), read(2)]
      assert.equal(await wrong, 'closed')
      assert.equal(await waiting, 'no-connection')
      const gone = await nextEvent()
      assert.equal(link.status().lastError, gone.error)
      if (typeof error === 'string') assert.equal(gone.error, error)
      else assert.match(gone.error ?? '', error)
      await clock.advanceAsync(1000)
      assert.equal((await nextEvent()).isConnected, true)
      assert.deepEqual(await read(2), shown(2))
    })
  }
})

test('a dead unit takes one timeout a turn from its neighbours', async (t) => {
  const { plant, clock, read, shown } = await setUp(t)
  plant.faults.set('workshop/1', 'dead')
  const dead = [read(1), read(1), read(1)]
  const alive = read(2)
  await clock.advanceAsync(1000)
  assert.equal(await dead[0], 'timeout')
  await clock.advanceAsync(1000)
  assert.equal(await dead[1], 'timeout')
  assert.deepEqual(await alive, shown(2))
  assert.equal(clock.now(), 2000)
})
