import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { until } from '@busbar/kit/testing'
import { netOf } from '../../field/testing/test-field.ts'
import { type NewParam, shareBench, type WritingBench } from './testing/writing-bench.ts'
import { type WriteCall, writeParam } from './write-param.ts'

let bench: WritingBench

const isUnclear = (answer: unknown): boolean => JSON.stringify(answer).startsWith('{"err":"unclear: ')

describe('a connection that is cut', () => {
  shareBench((started) => {
    bench = started
  })

  type Row = readonly [
    name: string,
    param: Omit<NewParam, 'slug'>,
    writeFunction: string,
    value: string,
    frames: number,
  ]
  const rows: readonly Row[] = [
    ['function 6', { address: 0, valueType: 'u16' }, 'normal', '7', 1],
    ['function 16', { address: 0, valueType: 'u32' }, 'normal', '65543', 1],
    ['function 6 twice', { address: 0, valueType: 'u32' }, 'always-6', '65543', 2],
    ['function 22', { address: 1, valueType: 'bit', bitPosition: 3 }, 'normal', '1', 1],
    ['function 5', { address: 0, valueType: 'bit', registerKind: 'coil' }, 'normal', '1', 1],
  ]
  const held = (isCoil: boolean): number[] => (isCoil ? [bench.bank.coil[0] ?? 0] : bench.wordsAt(0, 2))
  const clear = (): void => {
    bench.bank.holding.fill(0)
    bench.bank.coil.fill(0)
    bench.devices.requestedFns = []
  }

  for (const [name, param, writeFunction, value, frames] of rows) {
    test(`${name}, at every byte`, async () => {
      const isCoil = param.registerKind === 'coil'
      const id = await bench.paramOf(param, { writeFunction })
      clear()
      bench.proxy.set({})
      assert.ok('ok' in ((await bench.write(id, value)) as object))
      const [done, sizes] = [held(isCoil), { ...bench.proxy.passed }]
      const firstRead = { request: 12, response: isCoil ? 10 : 9 + 2 * (param.valueType === 'u32' ? 2 : 1) }
      for (const direction of ['request', 'response'] as const) {
        for (let cutAt = 0; cutAt < sizes[direction]; cutAt += 1) {
          clear()
          bench.proxy.set({ [direction]: { cutAt } })
          const answer = await bench.write(id, value)
          const where = `${direction} ${cutAt}: ${JSON.stringify(answer)}, ${bench.devices.requestedFns.join()}`
          // Fault injection ends, and no earlier attempt continues by itself.
          bench.proxy.set({})
          await bench.reconnect()
          assert.ok(bench.devices.written.length <= frames, where)
          if (cutAt < firstRead[direction]) assert.deepEqual(answer, { err: 'NoConnection' }, where)
          if ('ok' in (answer as object)) assert.deepEqual(held(isCoil), done, where)
          else if (!isUnclear(answer))
            assert.deepEqual([bench.devices.written, held(isCoil).some(Boolean)], [[], false], where)
        }
      }
      const outcomes = (await bench.auditOf(id)).filter(({ action }) => action === 'param.write-outcome')
      const intents = (await bench.auditOf(id)).filter(({ action }) => action === 'param.write')
      assert.equal(outcomes.length, intents.length)
    })
  }
})

describe('a device that is silent', () => {
  shareBench((started) => {
    bench = started
  })
  const timeoutMs = 1000
  /** Time passes whenever the device leaves a request without an answer. */
  const silentFor = (...functions: number[]): void => {
    bench.devices.onRequest = (fn) => {
      if (functions.includes(fn)) void setImmediate().then(() => bench.clock.advance(timeoutMs))
    }
  }

  test('the device executed the command, and reading back proves it', async () => {
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    bench.devices.muteAbout.add(6)
    silentFor(6)
    bench.devices.requestedFns = []
    assert.deepEqual(await bench.write(id, '7'), { ok: { oldValue: '0', newValue: '7', formattedValue: '7' } })
    // The same again: it holds the value, but it did so before.
    const again = await bench.write(id, '7')
    assert.ok(isUnclear(again), JSON.stringify(again))
    assert.deepEqual(bench.devices.requestedFns, [3, 6, 3, 3, 6, 3])
    bench.devices.muteAbout.clear()
  })

  test('it did nothing: unclear, and not sent again', async () => {
    const id = await bench.paramOf({ address: 1, valueType: 'u16' }, { retries: 3 })
    bench.devices.deafTo.add(6)
    silentFor(6)
    bench.devices.requestedFns = []
    const answer = (await bench.write(id, '7')) as { err: string }
    assert.equal(
      answer.err,
      'unclear: the command was sent, and nobody knows whether it was done: Timeout; the device now holds 0',
    )
    assert.deepEqual(bench.devices.requestedFns, [3, 6, 3])
    const [, outcome] = await bench.auditOf(id)
    assert.equal(outcome?.after['outcome'], 'unclear')
    bench.devices.deafTo.clear()
  })

  test('it does not answer reads: nothing is sent, though reads are repeated', async () => {
    const id = await bench.paramOf({ address: 2, valueType: 'u16' }, { retries: 2 })
    bench.devices.deafTo.add(3)
    silentFor(3)
    bench.devices.requestedFns = []
    assert.deepEqual(await bench.write(id, '7'), { err: 'Timeout' })
    assert.deepEqual(bench.devices.requestedFns, [3, 3, 3])
    assert.equal((await bench.auditOf(id)).length, 0)
    bench.devices.deafTo.clear()
  })

  test('it is deaf to the function for bits: unclear once, and then done another way', async () => {
    const id = await bench.paramOf({ address: 3, valueType: 'bit', bitPosition: 2 })
    bench.bank.holding[3] = 0xff00
    bench.devices.deafTo.add(22)
    silentFor(22)
    assert.ok(isUnclear(await bench.write(id, '1')))
    assert.deepEqual(await bench.write(id, '1'), { ok: { oldValue: '0', newValue: '1', formattedValue: '1' } })
    assert.equal(bench.bank.holding[3], 0xff04)
    bench.devices.deafTo.clear()
  })
})

describe('a command that comes too late', () => {
  shareBench((started) => {
    bench = started
  })
  const deadlineMs = 30_000
  const busyUnit = 2
  /** Keeps the link busy until its time is out. */
  const occupy = (priority: 'poll' | 'write') => {
    bench.devices.deafUnits.add(busyUnit)
    const link = bench.field.link(bench.netId)
    assert.ok(link)
    const busy = link.ask(busyUnit, { fn: 3, address: 0, count: 1 }, { priority, timeoutMs: 2 * deadlineMs })
    return { link, busy }
  }

  test('it waited for the link: it is not sent, then or later', async () => {
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    const { link, busy } = occupy('poll')
    const answer = bench.write(id, '7')
    await until(() => link.waiting === 1)
    bench.clock.advance(deadlineMs + 1)
    assert.deepEqual(await answer, { err: 'Overloaded' })
    bench.clock.advance(deadlineMs)
    assert.deepEqual(await busy, { err: 'timeout' })
    await bench.reconnect()
    assert.deepEqual(bench.devices.requestedFns, [])
  })

  test('the deadline passed between read and write: the audit log reports that it was not sent', async () => {
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    bench.devices.requestedFns = []
    bench.devices.onRequest = () => void occupy('write')
    const answer = bench.write(id, '7')
    await until(() => bench.devices.requestedFns.length === 1)
    bench.devices.onRequest = () => {}
    const link = bench.field.link(bench.netId)
    // Its command waits behind the one that was quicker.
    const isOnRecord = async () => (await bench.auditOf(id)).length === 1
    await until(() => isOnRecord())
    await until(() => link?.waiting === 1)
    bench.clock.advance(deadlineMs)
    assert.deepEqual(await answer, { err: 'Overloaded' })
    bench.clock.advance(deadlineMs)
    await bench.reconnect()
    assert.deepEqual(bench.devices.written, [])
    const [intent, outcome] = await bench.auditOf(id)
    assert.equal(intent?.action, 'param.write')
    assert.deepEqual(outcome?.after, { ...outcome?.after, outcome: 'not-sent', reason: 'Overloaded' })
  })

  test('the connection went while it waited: when it is back, nothing is sent', async () => {
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    bench.devices.requestedFns = []
    const { link } = occupy('poll')
    const answer = bench.write(id, '7')
    await until(() => link.waiting === 1)
    bench.proxy.cut()
    assert.deepEqual(await answer, { err: 'NoConnection' })
    bench.clock.advance(deadlineMs)
    await bench.reconnect()
    const second = await bench.write(id, '8')
    assert.ok('ok' in (second as object), JSON.stringify(second))
    assert.deepEqual(bench.devices.written, [6])
    assert.equal(bench.bank.holding[0], 8)
  })

  test('it waited for another command: it is not sent', async () => {
    const id = await bench.paramOf({ address: 5, valueType: 'u16' })
    const { orgId, field, netId, proxy } = bench
    field.apply(netOf({ orgId, id: netId, ip: '127.0.0.1', port: proxy.port, timeoutMs: 2 * deadlineMs }))
    bench.devices.requestedFns = []
    bench.devices.deafTo.add(6)
    const first = bench.write(id, '1')
    await until(() => bench.devices.written.length === 1)
    const second = bench.write(id, '2')
    // Its timer shows that it waits.
    const { pending } = bench.clock
    await until(() => bench.clock.pending > pending)
    bench.clock.advance(deadlineMs + 1)
    assert.deepEqual(await second, { err: 'Overloaded' })
    assert.ok(isUnclear(await first))
    bench.devices.deafTo.clear()
    assert.deepEqual(bench.devices.written, [6])
  })
})

describe('a service that ends in the middle', () => {
  shareBench((started) => {
    bench = started
  })

  test('the intent is recorded, and the command is not repeated', async () => {
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    const { service, orgId, clock, field } = bench
    bench.devices.onRequest = (fn) => {
      if (fn === 6) field.stop()
    }
    const outcomes = { record: () => Promise.reject(new Error('the service is gone')) }
    const caller = { accountId: bench.accounts.operator, accountName: 'operator' }
    const call: WriteCall = { ...service, outcomes, clock, caller, from: '127.0.0.1' }
    await assert.rejects(writeParam(call, orgId, id, { by: 'write', value: '7' }), /service is gone/)
    bench.devices.onRequest = () => {}
    assert.deepEqual(
      (await bench.auditOf(id)).map(({ action, before, after }) => [action, before, after['value']]),
      [['param.write', { value: '0' }, '7']],
    )
    // It comes back, and time goes by.
    field.start()
    await bench.reconnect()
    clock.advance(3_000_000)
    const read = await bench.field.link(bench.netId)?.ask(1, { fn: 3, address: 0, count: 1 }, { priority: 'poll' })
    assert.ok(read && 'ok' in read)
    assert.deepEqual(bench.devices.written, [6])
  })
})
