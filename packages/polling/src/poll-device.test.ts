import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExchangeResult } from './modbus-client.ts'
import type { PolledValues } from './poll.ts'
import { device, net, param, type ReadRequest, registers, setUp } from './testing/fake-line.ts'

type Failure = Extract<ExchangeResult<never>, { err: unknown }>['err']

/** Three groups, since gaps of a hundred are not read along. */
const apart = [0, 100, 200].map((address, place) => param(place + 1, address))
const shown = (request: readonly ReadRequest[]): string =>
  request.map(({ address, count }) => `${address}+${count}`).join(' ')
const okOf = ({ address, count }: ReadRequest): ExchangeResult<number[]> => ({
  ok: Array.from({ length: count }, (_, index) => address + index),
})

/** Polls a device so many times; `answer` may fail a request, and what it does not fail is read. */
const polled = async (of: ReturnType<typeof device>, answer: (request: ReadRequest) => Failure | null, times = 1) => {
  const { clock, link, polls, poller, errors } = setUp([net([of])])
  link.answer = (request) => {
    const err = answer(request)
    return err === null ? okOf(request) : { err }
  }
  poller.start()
  const requests: string[] = []
  for (let poll = 0; poll < times; poll++) {
    link.requests.length = 0
    await clock.advanceAsync(of.periodSec * 1000)
    requests.push(shown(link.requests))
  }
  poller.stop()
  assert.deepEqual(errors, [])
  return { polls, requests, last: polls.at(-1) ?? assert.fail() }
}

const errorsOf = ({ errors, params }: PolledValues) =>
  params.map((_, place) => (typeof errors === 'string' ? errors : (errors?.get(place) ?? null)))

test('groups are read in order, and every value has its place', async () => {
  const { last, requests } = await polled(device(1, { params: apart }), () => null)
  assert.deepEqual(requests, ['0+1 100+1 200+1'])
  assert.deepEqual(last.values, [0, 100, 200])
  assert.equal(last.errors, null)
  assert.equal(last.params, apart)
})

test('each failure has its reason, and its own consequence', async () => {
  const rows: { err: Failure; retries?: number; requests: string; errors: (string | null)[] }[] = [
    // Repeated, and the rest is left out.
    { err: 'timeout', requests: '0+1 100+1 100+1', errors: [null, 'Timeout', 'Timeout'] },
    { err: 'timeout', retries: 0, requests: '0+1 100+1', errors: [null, 'Timeout', 'Timeout'] },
    { err: 'timeout', retries: 3, requests: '0+1 100+1 100+1 100+1 100+1', errors: [null, 'Timeout', 'Timeout'] },
    { err: 'crc', requests: '0+1 100+1 100+1', errors: [null, 'Crc', 'Crc'] },
    // Not repeated, and the rest is left out.
    {
      err: 'GatewayTargetDeviceFailedToRespond',
      requests: '0+1 100+1',
      errors: [null, 'GatewayTargetDeviceFailedToRespond', 'GatewayTargetDeviceFailedToRespond'],
    },
    { err: 'closed', requests: '0+1 100+1', errors: [null, 'NoConnection', 'NoConnection'] },
    { err: 'no-connection', requests: '0+1 100+1', errors: [null, 'NoConnection', 'NoConnection'] },
    { err: 'full', requests: '0+1 100+1', errors: [null, 'Overloaded', 'Overloaded'] },
    { err: 'expired', requests: '0+1 100+1', errors: [null, 'Overloaded', 'Overloaded'] },
    // Not repeated, and the rest is read.
    { err: 'malformed', requests: '0+1 100+1 200+1', errors: [null, 'Malformed', null] },
    { err: 'ServerDeviceBusy', requests: '0+1 100+1 200+1', errors: [null, 'ServerDeviceBusy', null] },
    { err: 'GatewayPathUnavailable', requests: '0+1 100+1 200+1', errors: [null, 'GatewayPathUnavailable', null] },
    { err: 'Exception99', requests: '0+1 100+1 200+1', errors: [null, 'Exception99', null] },
    { err: 'IllegalFunction', requests: '0+1 100+1 200+1', errors: [null, 'IllegalFunction', null] },
    { err: 'IllegalDataValue', requests: '0+1 100+1 200+1', errors: [null, 'IllegalDataValue', null] },
  ]
  for (const { err, retries = 1, requests, errors } of rows) {
    const of = device(1, { params: apart, retries })
    const { last, requests: sent } = await polled(of, ({ address }) => (address === 100 ? err : null))
    assert.deepEqual(sent, [requests], err)
    assert.deepEqual(errorsOf(last), errors, err)
    assert.deepEqual(
      last.values,
      errors.map((error, place) => (error === null ? 100 * place : null)),
    )
  }
})

test('a retry that is answered leaves no trace', async () => {
  let left = 1
  const { last, requests } = await polled(device(1, { params: apart }), ({ address }) =>
    address === 100 && left-- > 0 ? 'timeout' : null,
  )
  assert.deepEqual(requests, ['0+1 100+1 100+1 200+1'])
  assert.equal(last.errors, null)
})

test('what is illegal is found, read around, and remembered', async () => {
  const illegal = ({ address, count }: ReadRequest) =>
    address <= 13 && 13 < address + count ? 'IllegalDataAddress' : null
  const { polls, requests } = await polled(device(1, { params: registers(20) }), illegal, 4)
  for (const poll of polls) {
    assert.deepEqual(poll.errors, new Map([[13, 'IllegalDataAddress']]))
    assert.deepEqual(
      poll.values,
      registers(20).map(({ address }) => (address === 13 ? null : address)),
    )
  }
  const counts = requests.map((sent) => sent.split(' ').length)
  assert.ok((counts[1] ?? 0) < (counts[0] ?? 0), requests.join(', '))
  // The bad one is tried again ever more rarely.
  assert.deepEqual(requests.slice(1, 3), ['0+13 13+1 14+6', '0+13 13+1 14+6'])
  assert.deepEqual(
    await polled(device(1, { params: registers(20) }), illegal, 9).then((long) => long.requests.at(-1)),
    '0+13 14+6',
  )
})

test('what was illegal and no longer is, is read with the others again', async () => {
  let isThere = false
  const of = device(1, { params: registers(20) })
  const { clock, link, polls, poller } = setUp([net([of])])
  link.answer = (request) =>
    !isThere && request.address <= 5 && 5 < request.address + request.count
      ? { err: 'IllegalDataAddress' }
      : okOf(request)
  poller.start()
  await clock.advanceAsync(60_000)
  isThere = true
  await clock.advanceAsync(120_000)
  link.requests.length = 0
  await clock.advanceAsync(10_000)
  assert.equal(polls.at(-1)?.errors, null)
  assert.equal(shown(link.requests), '0+20')
})

test('what was learned outlives a change of parameters', async () => {
  const of = device(1, { params: registers(20) })
  const { clock, link, poller, put } = setUp([net([of])])
  link.answer = (request) =>
    request.address <= 5 && 5 < request.address + request.count ? { err: 'IllegalDataAddress' } : okOf(request)
  poller.start()
  await clock.advanceAsync(20_000)
  link.requests.length = 0
  put(net([{ ...of, params: registers(30) }]))
  await clock.advanceAsync(10_000)
  assert.equal(shown(link.requests), '0+5 5+1 6+24')
})

test('a search has an end, and the next poll goes on from there', async () => {
  const of = device(1, { params: registers(100), readGroupSize: 125 })
  const isOdd = ({ address, count }: ReadRequest): Failure | null =>
    count === 1 && address % 2 === 0 ? null : 'IllegalDataAddress'
  const { polls, requests } = await polled(of, isOdd, 12)
  for (const sent of requests) assert.ok(sent.split(' ').length <= 164, sent)
  assert.deepEqual(
    polls.at(-1)?.values,
    registers(100).map(({ address }) => (address % 2 === 0 ? address : null)),
  )
})

test('a group that is never answered does not silence the others for good', async () => {
  const { polls } = await polled(
    device(1, { params: apart }),
    ({ address }) => (address === 100 ? 'timeout' : null),
    12,
  )
  assert.deepEqual(errorsOf(polls.at(-1) ?? assert.fail()), [null, 'Timeout', null])
  const first = await polled(device(1, { params: apart }), ({ address }) => (address === 0 ? 'timeout' : null), 30)
  assert.deepEqual(errorsOf(first.last), ['Timeout', null, null])
})

test('what makes no sense is a gap, and coils are read as bits', async () => {
  const bit = { ...param(2, 5, { valueType: 'bit' }), kind: 'coil' } as const
  const params = [{ ...param(1, 0), count: 0 }, bit, param(3, 65_535, { valueType: 'u32' })]
  const { last } = await polled(device(1, { params }), () => null)
  assert.deepEqual(errorsOf(last), ['Unreadable', null, 'Unreadable'])
  assert.deepEqual(last.values, [null, 1, null])
})

test('an answer that is shorter than asked for is not taken', async () => {
  const { clock, link, polls, poller } = setUp([net([device(1)])])
  link.answer = () => ({ ok: [1, 2] })
  poller.start()
  await clock.advanceAsync(10_000)
  assert.equal(polls.at(-1)?.errors, 'Malformed')
})
