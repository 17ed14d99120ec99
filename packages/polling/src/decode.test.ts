import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plan, type ValueFormat } from '@busbar/modbus'
import { decodeGroup } from './decode.ts'
import { PollResult } from './poll-result.ts'
import { device, param } from './testing/fake-line.ts'

/** The value and text of one parameter, or the reason why there is none. */
const decoded = (format: ValueFormat, hex: string) => {
  const words = hex.split(' ').map((word) => Number.parseInt(word, 16))
  const one = param(7, 0, format)
  const pollResult = new PollResult(device(1, { params: [one] }))
  decodeGroup({ kind: 'holding', address: 0, count: words.length, items: [one] }, words, pollResult)
  const { values, texts, errors } = pollResult.poll(0)
  return [values[0], texts?.get(0) ?? null, errors]
}

test('registers become a number, a text where a number does not hold it, or a gap with its reason', () => {
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

test('every value has the place of its parameter, whatever the order of addresses', () => {
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

test('a value and the register with its sign come with one answer', () => {
  const coding = { signAt: { address: 35, positive: 0, negative: 1 } }
  const params = [
    param(1, 34, { valueType: 'u16', address: 34, coding }),
    param(2, 49, { valueType: 's32', address: 49, coding }),
    param(3, 20),
  ]
  const pollResult = new PollResult(device(1, { params }))
  // However few registers a request may have.
  for (const groupSize of [1, 60]) {
    for (const group of plan(params, { groupSize }).groups) {
      const words = Array.from({ length: group.count }, (_, n) => ({ 34: 45, 35: 1, 50: 3000 })[group.address + n] ?? 0)
      decodeGroup(group, words, pollResult)
    }
    assert.deepEqual(pollResult.poll(0).values, [-45, -3000, 0])
  }
})

test('one reason for all is said once', () => {
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
