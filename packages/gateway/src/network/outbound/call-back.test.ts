import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { dataFolderIn } from '../../testing/folder.ts'
import { backOffMs, comeBackMs } from '../back-off.rules.ts'
import { callBackStoreIn, noMemory } from './memory.ts'
import { announced, cloudKey, fresh, read, settings, setUp, writeCode, written } from './testing/calling.ts'
import { type Call, proveTo, startCloud } from './testing/cloud.ts'

test('it announces itself, takes a code, is activated and belongs to that cloud', async (t) => {
  const { port, next } = await startCloud(t)
  const { gateway, stored, requesters, clock } = await setUp(t, port)
  assert.equal(gateway.status().state, 'connecting')
  const call = await next()
  assert.equal(call.announcement, fresh)
  assert.equal(gateway.status().activationWithCode, 'unused')
  assert.equal(await proveTo(call, 2), '420201')
  assert.deepEqual(await writeCode(call, 12_345_678), written)
  assert.deepEqual(await call.client.ask(255, { fn: 3, address: 1008, count: 3 }), {
    ok: { fn: 3, words: Uint16Array.of(3, 188, 24_910) },
  })
  const windowLeftMs = 86_400_000
  assert.deepEqual(stored.memory, { ...noMemory, code: 12_345_678, codeKey: cloudKey, windowLeftMs })
  clock.advance(5000)
  assert.deepEqual(gateway.status(), {
    state: 'connected',
    waitingTimeSec: null,
    interface: 'eth',
    remoteIp: '127.0.0.1',
    remotePort: port,
    connectionTimeSec: 5,
    idleTimeSec: 5,
    activationWithCode: 'set',
    activationCode: '12345678',
  })
  assert.deepEqual(await writeCode(call, 0), written)
  assert.deepEqual(stored.memory, { ...noMemory, code: 0, cloudKey, windowLeftMs })
  assert.deepEqual(await call.client.ask(7, read), { ok: { fn: 3, words: Uint16Array.of(7) } })
  assert.equal(requesters[0]?.from, '127.0.0.1')
  assert.deepEqual(
    [gateway.status().activationWithCode, gateway.status().activationCode, gateway.status().idleTimeSec],
    ['activated', '', 0],
  )
  assert.deepEqual(gateway.announcement().slice(8), [9, 0, 0])
})

describe('registers 1000-1010', () => {
  for (const [about, request, err] of [
    ['another register', { fn: 16, address: 1008, words: [1, 2] }, 'IllegalDataAddress'],
    ['half a code', { fn: 16, address: 1009, words: [1] }, 'IllegalDataAddress'],
    ['too short a code', { fn: 16, address: 1009, words: [0, 7] }, 'IllegalDataValue'],
    ['too long a code', { fn: 16, address: 1009, words: [0xffff, 0xffff] }, 'IllegalDataValue'],
  ] as const) {
    test(about, async (t) => {
      const { port, next } = await startCloud(t)
      const { stored } = await setUp(t, port)
      const call = await next()
      await proveTo(call, 2)
      assert.deepEqual(await call.client.ask(255, request), { err })
      assert.equal(stored.memory?.code, noMemory.code)
    })
  }
})

describe('a gateway that belongs to a cloud', () => {
  const memory = { code: 0, cloudKey, isTls: false }

  test('reports the state and serves the cloud after its proof', async (t) => {
    const { port, next } = await startCloud(t)
    const { requesters } = await setUp(t, port, { memory })
    const call = await next()
    assert.equal(call.announcement, announced('000900000000'))
    assert.deepEqual(await call.client.ask(7, read), { err: 'IllegalFunction' })
    assert.deepEqual(await writeCode(call, 12_345_678), { err: 'IllegalFunction' })
    assert.equal(requesters.length, 0)
    assert.equal(await proveTo(call, 2), '420201')
    assert.deepEqual(await call.client.ask(7, read), { ok: { fn: 3, words: Uint16Array.of(7) } })
  })

  test('hangs up on another', async (t) => {
    const { port, next } = await startCloud(t)
    const { gateway, log } = await setUp(t, port, { memory })
    const call = await next()
    assert.equal(await proveTo(call, 3), '420200')
    await until(() => gateway.status().state === 'waiting')
    assert.match(log.join(), /is not the one/)
  })

  test('hangs up on one that proves nothing for a minute', async (t) => {
    const { port, next } = await startCloud(t)
    const { gateway, clock } = await setUp(t, port, { memory })
    await next()
    clock.advance(59_999)
    assert.equal(gateway.status().state, 'connected')
    clock.advance(1)
    await until(() => gateway.status().state === 'waiting')
  })

  test('a request for a new code at the box ends the binding', async (t) => {
    const { port, next } = await startCloud(t)
    const { gateway, stored } = await setUp(t, port, { memory })
    const { socket } = await next()
    const closed = once(socket, 'close')
    gateway.reconnect(true)
    await closed
    assert.deepEqual(stored.memory, { ...noMemory, windowLeftMs: 86_400_000 })
    const call = await next()
    assert.equal(call.announcement, announced('000505f5e100'))
    assert.equal(await proveTo(call, 3), '420201')
    await writeCode(call, 12_345_678)
    gateway.reconnect(false)
    assert.equal((await next()).announcement, announced('000300bc614e'))
  })
})

describe('when there is no connection', () => {
  test('reconnects with growing delays after failures, and soon after an accepted connection', async (t) => {
    const { port, next } = await startCloud(t)
    const { gateway, clock } = await setUp(t, port)
    const lose = async (call: Call): Promise<void> => {
      call.socket.destroy()
      await until(() => gateway.status().state === 'waiting')
    }
    for (const waitSec of [10, 20, 40]) {
      await lose(await next())
      assert.equal(gateway.status().waitingTimeSec, waitSec)
      clock.advance(waitSec * 1000 - 1000)
      assert.equal(gateway.status().waitingTimeSec, 1)
      clock.advance(1000)
    }
    const call = await next()
    await proveTo(call, 2)
    await writeCode(call, 12_345_678)
    await lose(call)
    assert.equal(gateway.status().waitingTimeSec, 10)
  })

  test('reports an unreachable cloud in the state', async (t) => {
    const { port, close } = await startCloud(t)
    close()
    const { gateway, log } = await setUp(t, port)
    await until(() => gateway.status().state === 'waiting')
    assert.deepEqual(gateway.status(), {
      state: 'waiting',
      waitingTimeSec: 10,
      interface: null,
      remoteIp: null,
      remotePort: port,
      connectionTimeSec: 0,
      idleTimeSec: 0,
      activationWithCode: null,
      activationCode: '',
    })
    assert.deepEqual(log, ['cloud cannot be reached'])
  })

  test('other settings: another cloud is called at once, none with none', async (t) => {
    const [first, second] = [await startCloud(t), await startCloud(t)]
    const { gateway } = await setUp(t, first.port)
    const { socket } = await first.next()
    await gateway.apply({ ...settings, connPort: first.port, delayForKeepaliveSec: 0 })
    assert.equal(gateway.status().state, 'connected')
    await gateway.apply({ ...settings, connPort: second.port })
    await once(socket, 'close')
    assert.equal((await second.next()).announcement, fresh)
    for (const off of [{ connMode: null }, { hostname: '' }]) {
      await gateway.apply({ ...settings, connPort: second.port, ...off })
      assert.equal(gateway.status().state, 'disabled')
    }
    await gateway.apply({ ...settings, connPort: second.port, connMode: 4 })
    await until(() => gateway.status().state === 'waiting')
  })

  test('another cloud starts with the first delay', async (t) => {
    const [first, second] = [await startCloud(t), await startCloud(t)]
    for (const { close } of [first, second]) close()
    const { gateway, clock } = await setUp(t, first.port)
    for (const waitSec of [10, 20, 40]) {
      await until(() => gateway.status().state === 'waiting')
      assert.equal(gateway.status().waitingTimeSec, waitSec)
      if (waitSec < 40) clock.advance(waitSec * 1000)
    }
    await gateway.apply({ ...settings, connPort: second.port })
    await until(() => gateway.status().state === 'waiting')
    assert.equal(gateway.status().waitingTimeSec, 10)
  })

  test('announces itself again when its unit changes', async (t) => {
    const { port, next } = await startCloud(t)
    let unit = 255
    const { gateway } = await setUp(t, port, { unit: () => unit })
    assert.match((await next()).announcement, /^0{10}19ff/)
    gateway.unitMayHaveChanged()
    assert.equal(gateway.status().state, 'connected', 'it has not')
    unit = 77
    gateway.unitMayHaveChanged()
    assert.match((await next()).announcement, /^0{10}194d/)
  })

  test('a stop while connecting ends the attempt', async (t) => {
    const { port } = await startCloud(t)
    const { gateway, log } = await setUp(t, port)
    await gateway.stop()
    gateway.reconnect(false)
    for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
    assert.deepEqual([gateway.status().state, log], ['disabled', []])
  })

  test('the first wait is the setting; then it grows to four minutes, and half of what it grows by is chance', () => {
    assert.deepEqual([backOffMs(10, 0, 0), backOffMs(10, 3, 0), backOffMs(10, 60, 0)], [10_000, 45_000, 125_000])
    assert.deepEqual([backOffMs(240, 9, 0.5), backOffMs(1, 0, 0.5), backOffMs(10, 1, 0.5)], [240_000, 1000, 17_500])
  })

  test('after a good connection it comes back within the setting, each gateway at another moment', () => {
    const waits = [0, 0.5, 1 - 2 ** -16].map((random) => Math.round(comeBackMs(10, random)))
    assert.deepEqual(waits, [1000, 5500, 10_000])
  })
})

describe('over TLS', () => {
  test('the proof is bound to the connection, and so is the pin', async (t) => {
    const { port, next } = await startCloud(t, true)
    const { stored } = await setUp(t, port, { tls: 'required' })
    const call = await next()
    assert.equal(call.announcement, fresh)
    assert.equal(await proveTo(call, 2), '420201')
    await writeCode(call, 0)
    assert.deepEqual(stored.memory, { ...noMemory, code: 0, cloudKey, isTls: true, windowLeftMs: 86_400_000 })
  })

  test('optional: connects without TLS to a cloud that has none', async (t) => {
    const { port, next } = await startCloud(t)
    const { gateway, clock } = await setUp(t, port, { tls: 'optional' })
    const hello = await next()
    assert.match(hello.announcement, /^1603/)
    hello.socket.destroy()
    await until(() => gateway.status().state === 'waiting')
    clock.advance(10_000)
    assert.equal((await next()).announcement, fresh)
  })

  test('but never again once it was activated so', async (t) => {
    const { port, next } = await startCloud(t)
    const memory = { code: 0, cloudKey, isTls: true }
    const { gateway, clock } = await setUp(t, port, { tls: 'optional', memory })
    for (let calls = 0; calls < 3; calls += 1) {
      const { announcement, socket } = await next()
      assert.match(announcement, /^1603/)
      socket.destroy()
      await until(() => gateway.status().state === 'waiting')
      clock.advance((gateway.status().waitingTimeSec ?? 0) * 1000)
    }
  })
})

test('the memory outlives a restart; one that is damaged is not taken for none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-call-back-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'call-back.json')
  const memory = { ...noMemory, code: 12_345_678, codeKey: cloudKey, windowLeftMs: 5 }
  assert.equal(callBackStoreIn(dataFolderIn(folder)).load(), null)
  callBackStoreIn(dataFolderIn(folder)).save(memory)
  assert.deepEqual(callBackStoreIn(dataFolderIn(folder)).load(), memory)
  for (const damaged of ['{"code": 0}', JSON.stringify({ ...memory, windowLeftMs: 'x' }), 'null']) {
    writeFileSync(path, damaged)
    assert.throws(() => callBackStoreIn(dataFolderIn(folder)).load(), /damaged/, damaged)
  }
})

test('reads the memory of earlier versions: a pin is valid, none is served, a code of unknown origin is dropped', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-call-back-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'call-back.json')
  for (const [fileContent, memory] of [
    [
      { code: 0, cloudKey, isTls: true },
      { ...noMemory, code: 0, cloudKey, isTls: true },
    ],
    [
      { code: 0, cloudKey: null, isTls: false },
      { ...noMemory, code: 0, isKeptUnpinned: true },
    ],
    [{ code: 12_345_678, cloudKey: null, isTls: false }, noMemory],
    [
      { code: 12_345_678, cloudKey, isTls: false },
      { ...noMemory, cloudKey },
    ],
  ] as const) {
    writeFileSync(path, JSON.stringify(fileContent))
    assert.deepEqual(callBackStoreIn(dataFolderIn(folder)).load(), memory)
  }
})
