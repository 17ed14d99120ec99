import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/modbus'
import { MirrorServer, read, setUpRemote } from './testing.ts'

/** A remote server that was not there three times; the next dial finds it. */
const setUp = async (t: TestContext) => {
  const clock = new VirtualClock()
  const found: { mirror: MirrorServer | null } = { mirror: null }
  const remote = await setUpRemote(t, [{}], {
    clock,
    dial: async () => {
      if (found.mirror === null) throw new Error('refused')
      return found.mirror
    },
  })
  const waitSec = async (): Promise<number | null | undefined> => {
    await clock.advanceAsync(0)
    return remote.servers.status()[0]?.waitingTimeSec
  }
  for (const sec of [10, 20, 40]) {
    assert.equal(await waitSec(), sec)
    if (sec < 40) await clock.advanceAsync(sec * 1000)
  }
  /** Time passes, and it is there. */
  const find = async (): Promise<MirrorServer> => {
    const mirror = new MirrorServer('tcp', clock, () => 0)
    found.mirror = mirror
    await clock.advanceAsync(40_000)
    assert.equal(remote.servers.status()[0]?.state, 'connected')
    found.mirror = null
    return mirror
  }
  return { ...remote, clock, waitSec, find }
}

test('one that answered and is lost is dialled soon', async (t) => {
  const { clock, ask, find, waitSec } = await setUp(t)
  const mirror = await find()
  assert.ok('ok' in (await clock.runUntil(ask(read(1, 7)))))
  mirror.destroy()
  assert.equal(await waitSec(), 10)
})

test('one that takes the call and is lost without an answer is not', async (t) => {
  const { find, waitSec } = await setUp(t)
  const mirror = await find()
  mirror.destroy()
  assert.equal(await waitSec(), 80)
})

test('another server is dialled at once, and then from the first wait on', async (t) => {
  const { servers, settings, dials, waitSec } = await setUp(t)
  await servers.apply(settings.map((row) => ({ ...row, ip: '192.0.2.2' })))
  assert.equal(await waitSec(), 10)
  assert.equal(dials.at(-1), '192.0.2.2:502')
})
