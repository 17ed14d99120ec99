import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { type Response } from '@busbar/modbus'
import type { ExchangeResult } from '@busbar/polling'
import { readIdentity } from './read-identity.ts'
import { Scan } from './scan.ts'
import { fakeClient } from './testing/fake-client.ts'

const words: ExchangeResult<Response> = { ok: { fn: 3, words: [7] } }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const scanOf = (units: { from: number; till: number }, answer: Parameters<typeof fakeClient>[0]) => {
  const clock = new VirtualClock()
  const { client, requests } = fakeClient(answer)
  const scan = new Scan({ units, timeoutMs: 100, use: (work) => work(client) }, clock)
  return { clock, scan, requests }
}

test('any response of its own shows that a unit is present', async () => {
  const answers: Record<number, ExchangeResult<Response>> = {
    1: words,
    2: { err: 'IllegalDataAddress' },
    3: { err: 'timeout' },
    4: { err: 'crc' },
    5: { err: 'GatewayTargetDeviceFailedToRespond' },
    6: { err: 'GatewayPathUnavailable' },
    7: { err: 'Exception80' },
    8: { err: 'malformed' },
  }
  const { scan } = scanOf({ from: 1, till: 8 }, (unit, { fn }) =>
    fn === 43 ? { err: 'IllegalFunction' } : (answers[unit] ?? { err: 'timeout' }),
  )
  assert.deepEqual(scan.progress(), { state: 'waiting', asked: 0, total: 8, found: [] })
  await scan.run()
  assert.deepEqual(scan.progress(), {
    state: 'done',
    asked: 8,
    total: 8,
    found: [
      { unit: 1, answered: 'registers' },
      { unit: 2, answered: 'IllegalDataAddress' },
      { unit: 4, answered: 'Crc' },
      { unit: 7, answered: 'Exception80' },
      { unit: 8, answered: 'Malformed' },
    ],
  })
})

test('a connection that comes back is waited for, and one that does not ends the scan', async () => {
  let isUp = true
  const { clock, scan, requests } = scanOf({ from: 1, till: 5 }, (unit, { fn }) => {
    if (unit === 3) isUp = false
    if (unit < 3) return fn === 43 ? { err: 'timeout' } : words
    return isUp ? words : { err: unit === 3 && requests.length < 6 ? 'closed' : 'no-connection' }
  })
  const running = scan.run()
  await clock.advanceAsync(14_000)
  assert.deepEqual([scan.progress().state, scan.progress().asked], ['running', 2])
  await clock.advanceAsync(2000)
  await running
  const { state, err, asked: done, found } = scan.progress()
  assert.deepEqual([state, err, done, found.length], ['failed', 'NoConnection', 2, 2])

  let failures = 0
  const flapping = scanOf({ from: 1, till: 3 }, (unit) => {
    failures += 1
    return unit === 2 && failures < 6 ? { err: 'no-connection' } : { err: 'timeout' }
  })
  const over = flapping.scan.run()
  await flapping.clock.advanceAsync(10_000)
  await over
  assert.deepEqual(flapping.scan.progress(), { state: 'done', asked: 3, total: 3, found: [] })

  const never = scanOf({ from: 1, till: 3 }, () => ({ err: 'no-connection' }))
  await never.scan.run()
  assert.deepEqual(never.scan.progress(), { state: 'failed', asked: 0, total: 3, found: [], err: 'NoConnection' })
})

test('a scan that waits for a connection can be cancelled', async () => {
  const { clock, scan } = scanOf({ from: 1, till: 3 }, (unit) => ({ err: unit === 1 ? 'timeout' : 'no-connection' }))
  const running = scan.run()
  await clock.advanceAsync(500)
  scan.cancel()
  await running
  assert.deepEqual([scan.progress().state, clock.pending], ['cancelled', 0])
})

test('an identity in parts is put together, and one without end is cut', async () => {
  const parts: Record<string, ExchangeResult<Response>> = {
    '1 0': part(1, true, 1, [[0, 'Busbar\0\0']]),
    '1 1': part(1, false, 0, [
      [1, 'EM-1'],
      [2, ' v2 '],
    ]),
    '3 0': part(3, true, 128, [[4, 'Zähler']]),
    '3 128': part(3, false, 0, [
      [128, 'A7'],
      [129, '\u0001'],
    ]),
  }
  const whole = fakeClient((_, request) =>
    request.fn === 43 ? (parts[`${request.level} ${request.object}`] ?? { err: 'IllegalDataAddress' }) : words,
  )
  const options = { priority: 'realtime' } as const
  const basic = { vendorName: 'Busbar', productCode: 'EM-1', revision: 'v2' }
  assert.deepEqual(await readIdentity(whole.client, 3, options, false), { ok: basic })
  assert.deepEqual(await readIdentity(whole.client, 3, options, true), {
    ok: { ...basic, productName: 'Zähler', others: [{ id: 128, text: 'A7' }] },
  })

  const endless = fakeClient((_, request) =>
    request.fn === 43 ? part(1, true, (request.object + 1) & 0xff, [[request.object, 'x']]) : words,
  )
  await readIdentity(endless.client, 3, options, true)
  assert.equal(endless.requests.length, 12)
  const back = fakeClient(() => part(1, true, 0, [[0, 'x']]))
  assert.deepEqual(await readIdentity(back.client, 3, options, false), { ok: { vendorName: 'x' } })
  assert.equal(back.requests.length, 1)

  let count = 0
  const broken = fakeClient(() => (++count === 1 ? part(1, true, 1, [[0, 'x']]) : { err: 'timeout' }))
  assert.deepEqual(await readIdentity(broken.client, 3, options, true), { ok: { vendorName: 'x' } })
  const deaf = fakeClient(() => ({ err: 'timeout' }))
  assert.deepEqual(await readIdentity(deaf.client, 3, options, true), { err: 'Timeout' })
})

const part = (level: number, more: boolean, next: number, objects: [number, string][]): ExchangeResult<Response> => ({
  ok: {
    fn: 43,
    level,
    conformity: 0x83,
    more,
    next,
    objects: objects.map(([id, text]) => ({ id, value: bytes(text) })),
  },
})
