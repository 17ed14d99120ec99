import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plan, type ValueFormat } from '@busbar/modbus'
import type { ExchangeResult } from './modbus-client.ts'
import type { PolledValues } from './poll.ts'
import { decodeGroup } from './poll-device.ts'
import { PollResult } from './poll-result.ts'
import { device, net, param, type ReadRequest, registers, setUp } from './testing/fake-line.ts'

/** Value and text of one parameter, or the reason for a gap. */
const decoded = (format: ValueFormat, hex: string) => {
  const words = hex.split(' ').map((word) => Number.parseInt(word, 16))
  const one = param(7, 0, format)
  const pollResult = new PollResult(device(1, { params: [one] }))
  decodeGroup({ kind: 'holding', address: 0, count: words.length, items: [one] }, words, pollResult)
  const { values, texts, errors } = pollResult.poll(0)
  return [values[0], texts?.get(0) ?? null, errors]
}

test('registers become a number, a text if a number cannot hold it, or a gap with its reason', () => {
  const rows: [format: ValueFormat, hex: string, value: number | null, text: string | null, error: string | null][] = [
    [{ valueType: 'u16', multiplier: '0.1' }, '00eb', 23.5, null, null],
    [{ valueType: 'bit', bitPosition: 3 }, '0008', 1, null, null],
    [{ valueType: 'u64' }, '0000 0000 0000 002a', 42, null, null],
    [{ valueType: 'u64' }, '0020 0000 0000 0000', 2 ** 53, null, null],
    [{ valueType: 'u64' }, '0020 0000 0000 0001', 2 ** 53, '9007199254740993', null],
    [{ valueType: 'u64' }, 'ffff ffff ffff ffff', 2 ** 64, '18446744073709551615', null],
    [{ valueType: 's64' }, '8000 0000 0000 0001', -(2 ** 63), '-9223372036854775807', null],
    [{ valueType: 'u64', multiplier: '0.001' }, '0000 0000 0001 86a1', 100.001, null, null],
    [{ valueType: 'u64', multiplier: '0.001' }, '0163 4578 5d8a 0001', 1e14, '100000000000000.001', null],
    [{ valueType: 'u64', multiplier: '1000000' }, '0de0 b6b3 a764 0000', 1e24, null, null],
    [{ valueType: 'f64', multiplier: '0.1' }, '3fb9 9999 9999 999b', 0.010000000000000002, null, null],
    [{ valueType: 'string', bitsAmount: 32 }, '4142 4300', null, 'ABC', null],
    [{ valueType: 'string', bitsAmount: 32 }, '0000 0000', null, '', null],
    [{ valueType: 'f32' }, '7fc0 0000', null, null, 'NotANumber'],
    [{ valueType: 'f32' }, 'ff80 0000', null, null, 'Infinite'],
    [{ valueType: 'bcd16' }, '12a4', null, null, 'NotBcd'],
    [
      { valueType: 'u64', multiplier: '0.01', nanValues: ['0xFFFFFFFFFFFFFFFF'] },
      'ffff ffff ffff ffff',
      null,
      null,
      'NoValue',
    ],
    [{ valueType: 's16', multiplier: '0.1', nanValues: ['0x8000'] }, '8000', null, null, 'NoValue'],
    [{ valueType: 'u16', multiplier: '0.1', coding: { negativeFrom: 10_000 } }, '2742', -5, null, null],
    [{ valueType: 's16', address: 0, coding: { scaleAt: 1 } }, '08fc fffe', 23, null, null],
    [{ valueType: 's16', address: 0, coding: { scaleAt: 1 } }, '08fc 8000', null, null, 'NoValue'],
    [{ valueType: 'f32' }, '0001', null, null, 'TooShort'],
    [{ valueType: 'string', bitsAmount: 32 }, '4142', null, null, 'TooShort'],
  ]
  for (const [format, hex, ...gives] of rows)
    assert.deepEqual(decoded(format, hex), gives, `${JSON.stringify(format)} ${hex}`)
})

test('values are in the order of parameters, whatever the order of addresses', () => {
  const addresses = [9, 3, 0, 7, 5]
  const params = addresses.map((address, place) => param(100 + 7 * place, address))
  const pollResult = new PollResult(device(1, { params }))
  for (const group of plan(params, { groupSize: 4 }).groups) {
    decodeGroup(
      group,
      Array.from({ length: group.count }, (_, index) => group.address + index),
      pollResult,
    )
  }
  assert.deepEqual(pollResult.poll(0).values, addresses)
})

test('a value and the register with its sign come from one response', () => {
  const coding = { signAt: { address: 35, positive: 0, negative: 1 } }
  const params = [
    param(1, 34, { valueType: 'u16', address: 34, coding }),
    param(2, 49, { valueType: 's32', address: 49, coding }),
    param(3, 20),
  ]
  const pollResult = new PollResult(device(1, { params }))
  // Applies to any group size.
  for (const groupSize of [1, 60]) {
    for (const group of plan(params, { groupSize }).groups) {
      const words = Array.from({ length: group.count }, (_, n) => ({ 34: 45, 35: 1, 50: 3000 })[group.address + n] ?? 0)
      decodeGroup(group, words, pollResult)
    }
    assert.deepEqual(pollResult.poll(0).values, [-45, -3000, 0])
  }
})

test('a reason that applies to all values is stored once', () => {
  const of = device(1, { params: [param(1, 0), param(2, 1), param(3, 2)] })
  const pollResult = new PollResult(of)
  pollResult.failed(1, 'NotBcd')
  assert.deepEqual(pollResult.poll(5).errors, new Map([[1, 'NotBcd']]))
  pollResult.number(0, 0)
  pollResult.text(2, '')
  pollResult.restFailed('Timeout')
  assert.deepEqual(pollResult.poll(5).errors, new Map([[1, 'NotBcd']]))
  const silent = new PollResult(of)
  silent.restFailed('Timeout')
  assert.equal(silent.poll(5).errors, 'Timeout')
})

type Failure = Extract<ExchangeResult<never>, { err: unknown }>['err']

/** Three groups, because gaps of a hundred registers are not read. */
const apart = [0, 100, 200].map((address, place) => param(place + 1, address))
const shown = (request: readonly ReadRequest[]): string =>
  request.map(({ address, count }) => `${address}+${count}`).join(' ')
const okOf = ({ address, count }: ReadRequest): ExchangeResult<number[]> => ({
  ok: Array.from({ length: count }, (_, index) => address + index),
})

/** Polls a device several times; `answer` may fail a request, and others succeed. */
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

test('groups are read in order, and values are in the order of parameters', async () => {
  const { last, requests } = await polled(device(1, { params: apart }), () => null)
  assert.deepEqual(requests, ['0+1 100+1 200+1'])
  assert.deepEqual(last.values, [0, 100, 200])
  assert.equal(last.errors, null)
  assert.equal(last.params, apart)
})

test('each failure has a reason and a consequence', async () => {
  const rows: { err: Failure; retries?: number; requests: string; errors: (string | null)[] }[] = [
    // Retried; remaining groups are skipped.
    { err: 'timeout', requests: '0+1 100+1 100+1', errors: [null, 'Timeout', 'Timeout'] },
    { err: 'timeout', retries: 0, requests: '0+1 100+1', errors: [null, 'Timeout', 'Timeout'] },
    { err: 'timeout', retries: 3, requests: '0+1 100+1 100+1 100+1 100+1', errors: [null, 'Timeout', 'Timeout'] },
    { err: 'crc', requests: '0+1 100+1 100+1', errors: [null, 'Crc', 'Crc'] },
    // Not retried; remaining groups are skipped.
    {
      err: 'GatewayTargetDeviceFailedToRespond',
      requests: '0+1 100+1',
      errors: [null, 'GatewayTargetDeviceFailedToRespond', 'GatewayTargetDeviceFailedToRespond'],
    },
    { err: 'closed', requests: '0+1 100+1', errors: [null, 'NoConnection', 'NoConnection'] },
    { err: 'no-connection', requests: '0+1 100+1', errors: [null, 'NoConnection', 'NoConnection'] },
    { err: 'full', requests: '0+1 100+1', errors: [null, 'Overloaded', 'Overloaded'] },
    { err: 'expired', requests: '0+1 100+1', errors: [null, 'Overloaded', 'Overloaded'] },
    // Not retried; remaining groups are read.
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

test('a successful retry leaves no trace', async () => {
  let left = 1
  const { last, requests } = await polled(device(1, { params: apart }), ({ address }) =>
    address === 100 && left-- > 0 ? 'timeout' : null,
  )
  assert.deepEqual(requests, ['0+1 100+1 100+1 200+1'])
  assert.equal(last.errors, null)
})

test('illegal registers are found, skipped and remembered', async () => {
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
  // Illegal registers are retried ever more rarely.
  assert.deepEqual(requests.slice(1, 3), ['0+13 13+1 14+6', '0+13 13+1 14+6'])
  assert.deepEqual(
    await polled(device(1, { params: registers(20) }), illegal, 9).then((long) => long.requests.at(-1)),
    '0+13 14+6',
  )
})

test('registers that are no longer illegal are read with the others again', async () => {
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

test('known illegal registers are remembered when parameters change', async () => {
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

test('a search is limited, and the next poll continues it', async () => {
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

test('an invalid format is a gap, and coils are read as bits', async () => {
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
