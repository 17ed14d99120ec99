import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { Plant, serveTcp, swarm } from '@busbar/simulator'
import { read, setUpRemote } from './testing/remote.ts'

const [firstSite] = swarm({ sites: 1, units: 3 }).sites

/** Sockets take real time, which a busy machine prolongs: the test clock advances 5 ms in this time. */
const socketMs = 2

const setUp = async (t: TestContext, protocol: 1 | 2) => {
  const clock = new VirtualClock()
  const site = { ...(firstSite ?? assert.fail()), envelope: protocol === 1 ? ('rtu' as const) : ('tcp' as const) }
  const plant = new Plant({ name: 'one', seed: 'one', sites: [site] }, { clock, startMs: 0, speed: 0 })
  const served = await serveTcp(plant, { port: 0 })
  t.after(() => served.close())
  const remote = await setUpRemote(t, [{ connPort: served.sites[0]?.port ?? 0, protocol }], { clock })
  await remote.stateIs('connected')
  return { ...remote, plant }
}

/** Tests the reported failure of a faulty unit, and whether its connection survives. */
describe('a unit that is not as it should be', () => {
  for (const [protocol, fault, params, expected, dialsExpected] of [
    [1, 'dead', {}, 'timeout', 1],
    [2, 'dead', {}, 'timeout', 1],
    [1, 'slow', { ms: 900 }, 'ok', 1],
    [2, 'slow', { ms: 900 }, 'ok', 1],
    [1, 'late', { ms: 1500 }, 'timeout', 1],
    [2, 'late', { ms: 1500 }, 'timeout', 1],
    [1, 'bad-crc', {}, 'crc', 1],
    [2, 'bad-crc', {}, 'timeout', 2],
    [1, 'wrong-unit', {}, 'timeout', 1],
    [2, 'wrong-unit', {}, 'timeout', 2],
    [1, 'exception', { code: 4 }, '8304', 1],
    [2, 'exception', { code: 4 }, '8304', 1],
    [1, 'drip', { ms: 200 }, 'timeout', 1],
    [2, 'drip', { ms: 200 }, 'timeout', 1],
    [1, 'drip', { ms: 50 }, 'ok', 1],
    [2, 'drip', { ms: 50 }, 'ok', 1],
  ] as const) {
    test(`${protocol === 1 ? 'RAW' : 'Modbus TCP'}, ${fault} ${JSON.stringify(params)}: ${expected}`, async (t) => {
      const { plant, clock, ask, stateIs, dials } = await setUp(t, protocol)
      plant.faults.set('site-1/2', fault, params)
      const outcomes: string[] = []
      const pendingAnswer = ask(read(2, 0)).then((answer) => {
        const outcome = 'ok' in answer ? Buffer.from(answer.ok).toString('hex') : answer.err
        outcomes.push(outcome.startsWith('0302') ? 'ok' : outcome)
      })
      while (outcomes.length === 0) {
        await clock.advanceAsync(5)
        await setTimeout(socketMs)
      }
      await pendingAnswer
      assert.deepEqual(outcomes, [expected])
      plant.faults.clear('site-1/2')
      if (dialsExpected === 2) await stateIs('waiting')
      clock.advance(20_000)
      await stateIs('connected')
      assert.ok('ok' in (await ask(read(1, 0))))
      assert.equal(dials.length, dialsExpected)
    })
  }
})

test('reaches a server that comes and goes whenever it is there', async (t) => {
  const { plant, clock, stateIs, ask } = await setUp(t, 2)
  plant.faults.set('site-1', 'flapping', { upMs: 60_000, downMs: 60_000 })
  for (let i = 0; i < 3; i += 1) {
    clock.advance(60_000)
    await stateIs('waiting')
    // A request makes it connect, without success.
    assert.ok('err' in (await ask(read(1, 0))))
    clock.advance(60_000)
    await stateIs('connected')
    assert.ok('ok' in (await ask(read(1, 0))))
  }
})
