import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { reportPartIn, reportRequest, unpackReport, updateAnswerIn, updateRequest } from '@busbar/uplink/report'
import { NotSaved } from '../../storage/not-saved.ts'
import { dataFolderIn, type TestDisk, testFolder } from '../../testing/folder.ts'
import { callBackStoreIn } from './memory.ts'
import { cloudKey, read, setUp, writeCode, written } from './testing/calling.ts'
import { type Call, proofOf, proveTo, startCloud } from './testing/cloud.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const illegal = { err: 'IllegalFunction' }
const bound = { code: 0, cloudKey, windowLeftMs: 0 }
const tooLate = { windowLeftMs: 0 }

const functions = Array.from({ length: 127 }, (_, at) => at + 1).filter((fn) => fn !== 66)

/** Every function there is, at the gateway's own unit and at another: nothing but exception 1. */
const isDenied = async ({ client }: Call, clock: VirtualClock): Promise<void> => {
  for (const unit of [7, 255]) {
    for (const fn of functions) {
      const reply = await client.transact(unit, Uint8Array.of(fn, 0, 0, 0, 1))
      assert.deepEqual(reply, { ok: Uint8Array.of(fn + 128, 1) }, `function ${fn} of unit ${unit}`)
      // Stays below the rate limit of a caller.
      clock.advance(10)
    }
  }
}

/** Requests for the gateway itself are answered only on connections that may reach the field. */
const isAskedOfGateway = async ({ client }: Call, isServed: boolean): Promise<void> => {
  const denied = { ok: Uint8Array.of(66 + 128, 1) }
  const report = await client.transact(255, reportRequest(0))
  const update = await client.transact(255, updateRequest())
  if (!isServed) return assert.deepEqual([report, update], [denied, denied])
  const { part } = ('ok' in report && reportPartIn(report.ok)) || assert.fail()
  assert.equal(unpackReport(part), '{"time":{}}')
  assert.deepEqual('ok' in update && updateAnswerIn(update.ok), { problem: 'there is no card' })
  assert.deepEqual(await client.transact(255, reportRequest(9000)), { ok: Uint8Array.of(66 + 128, 2) })
}

/** Tests every function, registers 1000-1010 and a code at each trust level. */
describe('0 requests reach the field until the connection is trusted', () => {
  for (const [about, memory, keyByte, all, announced, code] of [
    ['never bound, no key', undefined, null, 'denied', illegal, illegal],
    ['never bound, any key', undefined, 3, 'denied', 'read', written],
    ['never bound, too late, no key', tooLate, null, 'denied', illegal, illegal],
    ['bound, no key', bound, null, 'denied', illegal, illegal],
    ['bound, the right key', bound, 2, 'served', 'read', written],
    [
      'its code is shown, the right key',
      { ...bound, code: 12_345_678, codeKey: cloudKey },
      2,
      'denied',
      'read',
      written,
    ],
  ] as const) {
    test(about, async (t) => {
      const { port, next } = await startCloud(t)
      const { requesters, clock } = await setUp(t, port, memory && { memory })
      const call = await next()
      if (keyByte !== null) assert.equal(await proveTo(call, keyByte), '420201')
      if (all === 'denied') await isDenied(call, clock)
      else assert.deepEqual(await call.client.ask(7, read), { ok: { fn: 3, words: Uint16Array.of(7) } })
      assert.equal(requesters.length, all === 'denied' ? 0 : 1)
      await isAskedOfGateway(call, all === 'served')
      const words = await call.client.ask(255, { fn: 3, address: 1000, count: 11 })
      assert.deepEqual('ok' in words ? 'read' : words, announced)
      assert.deepEqual(await writeCode(call, 23_456_789), code)
    })
  }

  test('a failed save binds no cloud and is reported; a later one succeeds', async (t) => {
    const { port, next } = await startCloud(t)
    const folder = testFolder(t)
    const disk: TestDisk = { fault: null }
    const { gateway, requesters } = await setUp(t, port, {
      store: callBackStoreIn(dataFolderIn(folder, undefined, disk)),
    })
    const call = await next()
    assert.equal(await proveTo(call, 2), '420201')
    disk.fault = 'ENOSPC'
    for (const code of [23_456_789, 0]) {
      assert.deepEqual(await writeCode(call, code), { err: 'ServerDeviceFailure' })
      assert.match(gateway.status().refusal ?? '', /^the disk is full: nothing was kept/)
      assert.deepEqual([gateway.isActivated, gateway.status().activationCode], [false, ''])
    }
    assert.throws(() => gateway.reconnect(true), NotSaved)
    assert.deepEqual(await call.client.ask(7, read), illegal)
    disk.fault = null
    assert.deepEqual(await writeCode(call, 0), written)
    assert.deepEqual([gateway.isActivated, gateway.whom().step], [true, 'trusted'])
    assert.equal(callBackStoreIn(dataFolderIn(folder)).load()?.cloudKey, cloudKey)
    assert.equal(requesters.length, 0)
  })

  for (const [about, memory, expected] of [
    ['a gateway that belongs to another', bound, '420200'],
    ['one whose time is over', tooLate, '420202'],
  ] as const) {
    test(`${about} closes the connection after a wrong key and reports it`, async (t) => {
      const { port, next } = await startCloud(t)
      const { gateway, requesters, log } = await setUp(t, port, { memory })
      const call = await next()
      assert.equal(await proveTo(call, 3), expected)
      await until(() => gateway.status().state === 'waiting')
      assert.match(gateway.status().refusal ?? '', expected === '420200' ? /not the one/ : /is over: press its button/)
      assert.equal(log.at(-1), gateway.status().refusal)
      assert.equal(requesters.length, 0)
    })
  }

  test('the right key on another TLS connection proves nothing', async (t) => {
    const { port, next } = await startCloud(t, true)
    const first = await setUp(t, port, { tls: 'required', memory: { ...bound, isTls: true } })
    const elsewhere = (await next()).binding()
    await first.gateway.stop()
    const { requesters } = await setUp(t, port, { tls: 'required', memory: { ...bound, isTls: true } })
    const call = await next()
    const reply = await call.client.transact(255, Uint8Array.of(66, 1, ...Buffer.alloc(32, 0x11)))
    assert.ok('ok' in reply)
    const answer = await call.client.transact(255, proofOf(elsewhere, 2, reply.ok))
    assert.deepEqual('ok' in answer && Buffer.from(answer.ok).toString('hex'), '420200')
    assert.equal(requesters.length, 0)
  })
})

describe('the time to be bound', () => {
  test('is a day of running, whatever was cut off meanwhile', async (t) => {
    const { port, next } = await startCloud(t)
    const first = await setUp(t, port)
    await proveTo(await next(), 3)
    first.clock.advance(23 * hourMs)
    await first.gateway.stop()
    const memory = first.stored.memory ?? assert.fail()
    assert.equal(memory.windowLeftMs, hourMs)
    const { gateway, clock, stored, log } = await setUp(t, port, { memory })
    const call = await next()
    assert.equal(await proveTo(call, 3), '420201')
    await writeCode(call, 12_345_678)
    clock.advance(hourMs - 1)
    assert.equal(gateway.status().activationCode, '12345678')
    clock.advance(1)
    assert.equal(gateway.status().activationCode, '', 'a code that binds nobody is not shown')
    assert.match(log.at(-1) ?? '', /is over/)
    assert.equal(stored.memory?.windowLeftMs, 0)
    await until(() => gateway.status().state === 'waiting')
    clock.advance((gateway.status().waitingTimeSec ?? 0) * 1000)
    assert.equal(await proveTo(await next(), 3), '420202')
  })

  for (const how of ['the button', 'a wish for a new code'] as const) {
    test(`is opened again by ${how}, and the cloud is called at once`, async (t) => {
      const { port, next } = await startCloud(t)
      const { gateway, clock, stored } = await setUp(t, port, { memory: tooLate })
      const early = await next()
      assert.equal(await proveTo(early, 2), '420202')
      await until(() => gateway.status().state === 'waiting')
      if (how === 'the button') gateway.openWindow()
      else gateway.reconnect(true)
      const call = await next()
      assert.equal(await proveTo(call, 2), '420201')
      assert.deepEqual(await writeCode(call, 12_345_678), written)
      assert.equal(gateway.status().refusal, undefined)
      clock.advance(dayMs - 1)
      assert.deepEqual(await writeCode(call, 0), written)
      assert.deepEqual([stored.memory?.cloudKey, stored.memory?.code], [cloudKey, 0])
      clock.advance(dayMs)
      assert.deepEqual(await call.client.ask(7, read), { ok: { fn: 3, words: Uint16Array.of(7) } })
    })
  }

  test('does not matter to the cloud that the administrator named', async (t) => {
    const { port, next } = await startCloud(t)
    const namedKey = Buffer.from(cloudKey, 'base64')
    const { gateway } = await setUp(t, port, { namedKey, memory: tooLate })
    const call = await next()
    assert.equal(await proveTo(call, 2), '420201')
    assert.deepEqual(await writeCode(call, 0), written)
    assert.equal(gateway.isActivated, true)
  })
})

test('a code is good for the cloud that gave it alone', async (t) => {
  const { port, next } = await startCloud(t)
  const { gateway, stored } = await setUp(t, port)
  const first = await next()
  await proveTo(first, 2)
  await writeCode(first, 12_345_678)
  gateway.reconnect(false)
  const second = await next()
  assert.equal(await proveTo(second, 3), '420201')
  assert.deepEqual(await writeCode(second, 0), { err: 'IllegalDataValue' })
  assert.deepEqual([stored.memory?.code, stored.memory?.cloudKey], [12_345_678, null])
})

test('a cloud without a key binds only when the administrator allows it, which each start logs', async (t) => {
  const { port, next } = await startCloud(t)
  const { log, stored, gateway } = await setUp(t, port, { isKeylessAllowed: true })
  assert.match(log[0] ?? '', /--callback-keyless/)
  const call = await next()
  assert.deepEqual(await call.client.ask(7, read), illegal)
  assert.deepEqual(await writeCode(call, 0), written)
  assert.deepEqual(await call.client.ask(7, read), { ok: { fn: 3, words: Uint16Array.of(7) } })
  await gateway.stop()
  await setUp(t, port, { memory: stored.memory ?? assert.fail() })
  assert.deepEqual(await (await next()).client.ask(7, read), illegal, 'it is not let any more')
})

test('a gateway that was activated without a key keeps working, with a warning', async (t) => {
  const { port, next } = await startCloud(t)
  const memory = { code: 0, isKeptUnpinned: true, windowLeftMs: 0 }
  const { log, stored } = await setUp(t, port, { memory })
  assert.match(log[0] ?? '', /activated without a key/)
  const call = await next()
  assert.deepEqual(await call.client.ask(7, read), { ok: { fn: 3, words: Uint16Array.of(7) } })
  assert.equal(await proveTo(call, 3), '420201')
  assert.deepEqual(await call.client.ask(7, read), { ok: { fn: 3, words: Uint16Array.of(7) } })
  assert.deepEqual(await writeCode(call, 0), { err: 'IllegalDataValue' })
  assert.equal(stored.memory?.cloudKey, null, 'nobody takes it over by proving any key')
})

test("the cloud's reason for a refusal appears in the state and the log", async (t) => {
  const { port, next } = await startCloud(t)
  const { gateway, log } = await setUp(t, port)
  const call = await next()
  const reply = await call.client.transact(255, Uint8Array.of(66, 3, ...Buffer.from('another has this MAC')))
  assert.deepEqual(reply, { ok: Uint8Array.of(66, 3) })
  assert.equal(gateway.status().refusal, 'the cloud refused this gateway: another has this MAC')
  assert.equal(log.at(-1), gateway.status().refusal)
})
