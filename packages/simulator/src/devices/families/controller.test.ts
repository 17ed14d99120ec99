import assert from 'node:assert/strict'
import { test } from 'node:test'
import { make, readWords, unlock } from '../testing/device.ts'

test('the registers of the settings, as a master finds them', () => {
  const { device, shows } = make('controller')
  assert.deepEqual(readWords(device, 'holding', 457, 7), [1, 0, 9600, 0, 4, 0, 0])
  assert.deepEqual([shows('day_seconds'), shows('sunrise') < shows('sunset')], [10 * 3600, true])
})

test('registers without a meaning are memory', () => {
  const { device } = make('controller')
  assert.equal(device.write('holding', 500, [1, 2, 0xffff]), undefined)
  assert.deepEqual(readWords(device, 'holding', 499, 5), [0, 1, 2, 0xffff, 0])
  assert.equal(device.write('holding', 999, [1, 1]), 2)
  assert.deepEqual(readWords(device, 'holding', 999, 1), [0])
})

test('settings and commands are denied without the password', () => {
  const { device, shows } = make('controller')
  assert.equal(device.write('holding', 457, [9]), 1)
  assert.equal(device.write('holding', 120, [3]), 1)
  assert.equal(device.write('holding', 456, [7, 9]), 1)
  assert.deepEqual([...readWords(device, 'holding', 456, 1), shows('unit_id')], [0, 1])
  unlock(device)
  assert.equal(device.write('holding', 457, [9]), undefined)
  assert.equal(shows('unit_id'), 9)
})

const passwords: [title: string, writes: [number, number[]][], opens: boolean][] = [
  ['in one piece', [[100, [0x31, 0x32, 0x33, 0x34, 0]]], true],
  ['register by register', [0x31, 0x32, 0x33, 0x34, 0].map((char, n) => [100 + n, [char]]), true],
  ['a wrong one', [[100, [0x31, 0x32, 0x33, 0x35, 0]]], false],
  ['one too short', [[100, [0x31, 0x32, 0x33, 0]]], false],
  ['without its end', [[100, [0x31, 0x32, 0x33, 0x34]]], false],
  [
    'right and then the empty one',
    [
      [100, [0x31, 0x32, 0x33, 0x34, 0]],
      [100, [0]],
    ],
    false,
  ],
]

for (const [title, writes, opens] of passwords) {
  test(`a password: ${title}`, () => {
    const { device } = make('controller')
    for (const [address, words] of writes) assert.equal(device.write('holding', address, words), undefined)
    assert.equal(device.write('holding', 463, [1]), opens ? undefined : 1)
    assert.deepEqual(
      readWords(device, 'holding', 100, 20),
      Array.from({ length: 20 }, () => 0),
    )
  })
}

test('a restart brings back what was saved and locks the settings', () => {
  const { device, shows, set } = make('controller')
  unlock(device)
  set('unit_id', 20)
  set('command', 2)
  set('bit_rate', 115_200)
  set('command', 1)
  assert.deepEqual([shows('unit_id'), shows('bit_rate'), shows('command')], [20, 9600, 0])
  assert.equal(set('unit_id', 21), 1)
})

test('the defaults are those of the factory', () => {
  const { device, shows, set } = make('controller')
  unlock(device)
  set('unit_id', 20)
  set('byte_format', 0)
  set('command', 3)
  assert.deepEqual([shows('unit_id'), shows('byte_format')], [1, 4])
})
