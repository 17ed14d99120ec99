import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { type ByteStream } from '@busbar/modbus'
import { MirrorServer, read, setUpRemote } from './testing/remote.ts'

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

test('reconnects soon to a server that answered and was lost', async (t) => {
  const { clock, ask, find, waitSec } = await setUp(t)
  const mirror = await find()
  assert.ok('ok' in (await clock.runUntil(ask(read(1, 7)))))
  mirror.destroy()
  assert.equal(await waitSec(), 10)
})

test('does not reconnect soon to a server that was lost without an answer', async (t) => {
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

test('a request does not wait for the next scheduled attempt', async (t) => {
  const clock = new VirtualClock()
  const waiting: PromiseWithResolvers<ByteStream>[] = []
  const dial = (): Promise<ByteStream> => {
    waiting.push(Promise.withResolvers<ByteStream>())
    return waiting.at(-1)?.promise ?? assert.fail()
  }
  const { ask, servers, dials } = await setUpRemote(t, [{ delayForRcvMs: 3000 }], { clock, dial })
  await clock.advanceAsync(0)
  const early = ask(read(1, 7))
  waiting[0]?.reject(new Error('refused'))
  assert.deepEqual(await early, { err: 'closed' })
  assert.deepEqual([servers.status()[0]?.waitingTimeSec, dials.length], [10, 1])
  assert.deepEqual(await ask(read(1, 7)), { err: 'closed' }, 'it was dialled just now')
  await clock.advanceAsync(1000)
  const pendingAnswer = ask(read(1, 7))
  await clock.advanceAsync(0)
  assert.equal(dials.length, 2)
  waiting[1]?.resolve(new MirrorServer('tcp', clock, () => 0))
  assert.ok('ok' in (await clock.runUntil(pendingAnswer)))
})

test('it waits for the connection no longer than for an answer', async (t) => {
  const clock = new VirtualClock()
  const dial = () => new Promise<ByteStream>(() => {})
  const { ask } = await setUpRemote(t, [{ delayForRcvMs: 3000 }], { clock, dial })
  await clock.advanceAsync(0)
  const outcomes: string[] = []
  const pendingAnswer = ask(read(1, 7)).then((answer) => outcomes.push('err' in answer ? answer.err : 'ok'))
  await clock.advanceAsync(2999)
  assert.deepEqual(outcomes, [])
  await clock.advanceAsync(1)
  await pendingAnswer
  assert.deepEqual(outcomes, ['closed'])
})

test('a name is looked up for each dial, and never leads to this gateway itself', async (t) => {
  const clock = new VirtualClock()
  const found = ['192.0.2.7', '127.0.0.1']
  const lookup = async (): Promise<string> => found.shift() ?? assert.fail()
  const dial = async () => Promise.reject(new Error('refused'))
  const isOwn = (ip: string): boolean => ip === '127.0.0.1'
  const { dials, logLines } = await setUpRemote(t, [{ ip: 'plc.example' }], { clock, dial, lookup, isOwn })
  await clock.advanceAsync(0)
  await clock.advanceAsync(10_000)
  assert.deepEqual(dials, ['192.0.2.7:502'])
  assert.equal(logLines.length, 2)
})
