import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { dial } from '@busbar/modbus/net'
import { Plant, serveTcp, swarm } from '@busbar/simulator'
import type { RemoteRow } from './settings.ts'
import { MirrorServer, read, setUpRemote, unused } from './testing/remote.ts'

const identity = (unit: number) => ({ by: 'tcp 1', unit, pdu: Uint8Array.of(43, 14, 1, 0) })

/** A plant of five units behind one port, and a row that leads to it. */
const setUp = async (t: TestContext, protocol: 1 | 2, more: Partial<RemoteRow> = {}) => {
  const clock = new VirtualClock()
  const { sites, ...description } = swarm({ sites: 1, units: 5 })
  const envelope = protocol === 1 ? 'rtu' : 'tcp'
  const described = { ...description, sites: sites.map((site) => ({ ...site, envelope }) as const) }
  const plant = new Plant(described, { clock, startMs: 0, speed: 0 })
  const served = await serveTcp(plant, { port: 0 })
  t.after(() => served.close())
  const [site] = served.sites
  const connPort = site?.port ?? 0
  const remote = await setUpRemote(t, [{ ...more, protocol, connPort }], { clock })
  await remote.stateIs('connected')
  const direct = await dial({ host: '127.0.0.1', port: connPort, envelope, timeoutMs: 60_000 })
  t.after(() => direct.close())
  return { ...remote, plant, direct, connPort }
}

for (const protocol of [1, 2] as const) {
  describe(protocol === 1 ? 'RAW' : 'Modbus TCP', () => {
    test('units answer as if polled directly, and the state reports them', async (t) => {
      const { ask, direct, servers, clock, connPort } = await setUp(t, protocol)
      clock.advance(7900)
      for (const unit of [1, 2, 5]) {
        assert.deepEqual(await ask(identity(unit)), await direct.transact(unit, identity(unit).pdu))
      }
      clock.advance(2200)
      assert.deepEqual(servers.status(), [
        {
          state: 'connected',
          waitingTimeSec: null,
          interface: 'eth',
          remoteIp: '192.0.2.1',
          remotePort: connPort,
          connectionTimeSec: 10,
          idleTimeSec: 2,
        },
      ])
    })

    test('with virtual units they are counted from 1', async (t) => {
      const { servers, ask, direct } = await setUp(t, protocol, { uidRange: '112-115', virtualUids: true })
      assert.deepEqual(await ask(identity(113)), await direct.transact(2, identity(2).pdu))
      assert.equal(servers.transact(identity(2)), undefined)
    })

    test('silence is waited for as long as the row says, and others are asked then', async (t) => {
      const { ask, plant, clock } = await setUp(t, protocol, { delayForRcvMs: 3000 })
      plant.faults.set('site-1/2', 'dead')
      const answers: string[] = []
      const dead = ask(identity(2)).then((answer) => void answers.push(JSON.stringify(answer)))
      const alive = ask({ ...identity(1), by: 'tcp 2' })
      await clock.advanceAsync(2999)
      assert.deepEqual(answers, [])
      await clock.advanceAsync(1)
      await dead
      assert.deepEqual(answers, ['{"err":"timeout"}'])
      assert.ok('ok' in (await alive))
    })

    test('a request in progress during a disconnect is unclear, later ones are not sent, and the gateway reconnects', async (t) => {
      const { ask, plant, servers, clock, stateIs, dials } = await setUp(t, protocol)
      plant.faults.set('site-1/2', 'dead')
      const [sent, waiting] = [ask(identity(2)), ask(identity(1))]
      plant.faults.set('site-1', 'half-open')
      plant.faults.clear('site-1')
      assert.deepEqual(await Promise.all([sent, waiting]), [{ err: 'timeout' }, { err: 'closed' }])
      const [status] = servers.status()
      assert.deepEqual([status?.state, status?.waitingTimeSec], ['waiting', 10])
      assert.deepEqual(await ask(identity(1)), { err: 'closed' })
      clock.advance(10_000)
      await stateIs('connected')
      assert.equal(dials.length, 2)
      assert.ok('ok' in (await ask(identity(1))))
    })

    test('reconnects to a server that keeps the connection without responding', async (t) => {
      const { ask, plant, clock, logLines, stateIs } = await setUp(t, protocol, { delayForRcvMs: 7000 })
      plant.faults.set('site-1', 'half-open')
      for (const unit of [1, 2, 3, 4, 5]) {
        const pendingAnswer = ask(identity(unit))
        assert.deepEqual(await clock.runUntil(pendingAnswer), { err: 'timeout' })
      }
      assert.ok(logLines.includes('remote server stopped responding; reconnecting'))
      plant.faults.clear('site-1')
      await stateIs('connected')
    })
  })
}

test('an answer that comes too late is dropped, and the connection goes on', async (t) => {
  const { ask, direct, plant, clock, dials } = await setUp(t, 2)
  plant.faults.set('site-1/2', 'late', { ms: 1500 })
  const late = ask(read(2, 0))
  await until(() => clock.pending > 1)
  assert.deepEqual(await clock.runUntil(late), { err: 'timeout' })
  plant.faults.clear('site-1/2')
  const next = await ask(identity(2))
  await clock.advanceAsync(5000)
  assert.deepEqual(next, await direct.transact(2, identity(2).pdu))
  assert.ok('ok' in (await ask(identity(2))))
  assert.equal(dials.length, 1)
})

describe('no server is there', () => {
  test('it is tried later each time', async (t) => {
    const dialled = async (): Promise<never> => {
      throw new Error('refused')
    }
    const { servers, clock, dials, ask } = await setUpRemote(t, [{}], { dial: dialled })
    const waits: (number | null | undefined)[] = []
    for (let i = 0; i < 7; i += 1) {
      await clock.advanceAsync(0)
      const wait = servers.status()[0]?.waitingTimeSec
      waits.push(wait)
      assert.deepEqual(await ask(read(1, 0)), { err: 'closed' })
      await clock.advanceAsync((wait ?? 0) * 1000)
    }
    assert.deepEqual(waits, [10, 20, 40, 80, 160, 240, 240])
    assert.equal(dials.length, 8)
  })

  for (const [about, row, isOwn] of [
    ['the row is off', { connMode: null }, false],
    ['the row has no address', { ip: '' }, false],
    ['the row wants GSM alone', { connMode: 4 }, false],
    ['it would be this gateway itself', {}, true],
  ] as const) {
    test(`does not connect: ${about}`, async (t) => {
      const { servers, clock, dials } = await setUpRemote(t, [row], { isOwn: () => isOwn })
      await clock.advanceAsync(100_000)
      assert.equal(servers.status()[0]?.state, 'waiting')
      assert.equal(servers.status()[0]?.waitingTimeSec === null, !isOwn)
      assert.deepEqual(dials, [])
    })
  }
})

describe('a password', () => {
  /** A server that remembers what it heard. */
  const mirrored = async (t: TestContext, row: Partial<RemoteRow>, delayMs: () => number | null = () => 0) => {
    const clock = new VirtualClock()
    const mirror = new MirrorServer('tcp', clock, delayMs)
    const remote = await setUpRemote(t, [row], { clock, dial: async () => mirror })
    await clock.advanceAsync(0)
    const receivedRequests = () => mirror.heard.map(({ unit, pdu }) => [unit, Buffer.from(pdu).toString('hex')])
    const ask = (unit: number) => clock.runUntil(remote.ask(read(unit, 7)))
    return { ...remote, ask, receivedRequests }
  }

  test('is written where the remote gateway answers for itself, before anything is asked', async (t) => {
    const { ask, receivedRequests } = await mirrored(t, {
      gateUid: 99,
      password: 'ab',
      virtualUids: true,
      uidRange: '50-60',
    })
    assert.ok('ok' in (await ask(50)))
    assert.deepEqual(receivedRequests(), [
      [99, '100064000306006100620000'],
      [1, '0300070001'],
    ])
  })

  for (const row of [
    { gateUid: null, password: 'ab' },
    { gateUid: 99, password: '' },
  ]) {
    test(`is not written with ${JSON.stringify(row)}`, async (t) => {
      const { ask, receivedRequests } = await mirrored(t, row)
      await ask(50)
      assert.deepEqual(receivedRequests(), [[50, '0300070001']])
    })
  }

  test('an unanswered password is reported, and the units can still be polled', async (t) => {
    const silences = [null]
    const { servers, ask, logLines, clock } = await mirrored(t, { gateUid: 9, password: 'x' }, () =>
      silences.length > 0 ? (silences.pop() ?? null) : 0,
    )
    assert.equal(servers.status()[0]?.state, 'connecting')
    await clock.advanceAsync(1000)
    assert.deepEqual(logLines, ['remote server refused the password', 'remote server connected'])
    assert.ok('ok' in (await ask(50)))
  })
})

describe('other settings', () => {
  test('changes of times and units apply at once and keep the connection', async (t) => {
    const { servers, settings, ask, plant, clock, dials } = await setUp(t, 2)
    await servers.apply(settings.map((row) => ({ ...row, delayForRcvMs: 50, uidRange: '2', delayForConnSec: 7 })))
    assert.equal(servers.transact(identity(1)), undefined)
    plant.faults.set('site-1/2', 'dead')
    const pendingAnswer = ask(identity(2))
    await clock.advanceAsync(50)
    assert.deepEqual(await pendingAnswer, { err: 'timeout' })
    assert.equal(dials.length, 1)
  })

  test('changes of the server apply with a new connection; waiting requests fail', async (t) => {
    const { servers, settings, ask, plant, stateIs, dials, connPort } = await setUp(t, 2)
    plant.faults.set('site-1/2', 'dead')
    const [sent, waiting] = [ask(identity(2)), ask(identity(1))]
    await servers.apply(settings.map((row) => ({ ...row, ip: '192.0.2.2' })))
    assert.deepEqual(await Promise.all([sent, waiting]), [{ err: 'timeout' }, { err: 'closed' }])
    await stateIs('connected')
    assert.deepEqual(dials, [`192.0.2.1:${connPort}`, `192.0.2.2:${connPort}`])
    await servers.apply([unused])
    assert.deepEqual(servers.status()[0]?.state, 'waiting')
    assert.equal(servers.transact(identity(1)), undefined)
  })

  test('each row has a connection of its own', async (t) => {
    const { connPort, plant } = await setUp(t, 2)
    const rows = [
      { connPort, uidRange: '1-2' },
      { connPort: 1, uidRange: '3' },
      { connPort, uidRange: '4-9' },
    ]
    const { stateIs, ask } = await setUpRemote(t, rows)
    await Promise.all([stateIs('connected', 0), stateIs('waiting', 1), stateIs('connected', 2)])
    assert.ok('ok' in (await ask(identity(1))))
    assert.deepEqual(await ask(identity(3)), { err: 'closed' })
    assert.ok('ok' in (await ask(identity(4))))
    assert.equal(plant.faults.list().length, 0)
  })

  test('all rows change together: no request with the new units reaches the old server', async (t) => {
    const { connPort } = await setUp(t, 2)
    const rows = [{ uidRange: '' }, { connPort, uidRange: '1-2' }]
    const { servers, settings, stateIs, ask, dials } = await setUpRemote(t, rows)
    await stateIs('connected', 1)
    const applied = servers.apply(settings.map((row) => ({ ...row, ip: '192.0.2.2' })))
    assert.ok('ok' in (await ask(identity(1))))
    assert.equal(dials.at(-1), `192.0.2.2:${connPort}`)
    await applied
  })
})

describe('waiting requests', () => {
  test('have turns: who asks much does not keep others from it, and has 16 waiting at most', async (t) => {
    const { ask, plant, clock } = await setUp(t, 2)
    plant.faults.set('site-1', 'slow', { ms: 100 })
    const order: string[] = []
    const crowd = Array.from({ length: 18 }, () =>
      ask(identity(1)).then((answer) => ('err' in answer ? answer.err : 'ok')),
    )
    const other = ask({ ...identity(2), by: 'tcp 2' }).then(() => void order.push('other'))
    for (const one of crowd.slice(2, 4)) void one.then(() => order.push('crowd'))
    const all = Promise.all([...crowd, other])
    const running = new Set([all])
    void all.finally(() => running.clear())
    while (running.size > 0) await clock.advanceAsync(10)
    assert.deepEqual(
      (await all).filter((one) => one === 'full'),
      ['full'],
    )
    assert.equal(order[0], 'other')
  })

  test('and have gone are not asked for', async (t) => {
    const { ask, plant, clock } = await setUp(t, 2)
    plant.faults.set('site-1', 'dead')
    const gone = new AbortController()
    const first = ask(identity(1))
    const dropped = ask({ ...identity(2), signal: gone.signal })
    gone.abort()
    assert.deepEqual(await dropped, { err: 'dropped' })
    await clock.advanceAsync(1000)
    assert.deepEqual(await first, { err: 'timeout' })
    assert.deepEqual(await ask({ ...identity(2), signal: gone.signal }), { err: 'dropped' })
  })
})
