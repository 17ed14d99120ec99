import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerFrom } from '@busbar/modbus'
import { createDevice } from './device.ts'
import { make, readWords } from './testing/device.ts'

const outOfReach: [string, Parameters<ReturnType<typeof make>['device']['read']>][] = [
  ['em1p', ['input', 7, 1]],
  ['em1p', ['input', 6, 2]],
  ['em1p', ['input', 13, 1]],
  ['em1p', ['coil', 1, 1]],
  ['em1p', ['discrete-input', 0, 2]],
  ['em3p', ['holding', 65_535, 2]],
  ['controller', ['holding', 1000, 1]],
  ['controller', ['input', 0, 1]],
]

for (const [sku, where] of outOfReach) {
  test(`${sku}: reading ${where.join(' ')} is exception 2`, () => {
    assert.equal(make(sku).device.read(...where), 2)
  })
}

test('a read may begin and end within a value', () => {
  const { device } = make('em3p')
  const all = readWords(device, 'input', 48, 4)
  assert.deepEqual(readWords(device, 'input', 49, 2), all.slice(1, 3))
})

test('a value of several registers may be written in parts', () => {
  const { device, shows, set } = make('em3p')
  assert.equal(set('I_limit', 2.5), undefined)
  assert.deepEqual(readWords(device, 'holding', 4, 2), [0x4020, 0])
  // 0x4120 0x0000 is 10.0
  assert.equal(device.write('holding', 4, [0x4120]), undefined)
  assert.equal(shows('I_limit'), 10)
  // 0x4120 0x8000 is 10.03125, of which one decimal is kept
  assert.equal(device.write('holding', 5, [0x8000]), undefined)
  assert.equal(shows('I_limit'), 10)
})

test('a write to several registers is all or nothing', () => {
  const { device, shows } = make('rpm416')
  // The last of them is above its maximum.
  assert.equal(device.write('holding', 0, [180, 260, 100, 50, 9999]), 3)
  // The last of them is not mapped.
  assert.equal(device.write('holding', 3, [50, 100, 0, 0]), 2)
  assert.deepEqual([shows('U_min'), shows('U_max'), shows('trip_delay')], [195, 253, 2])
  assert.equal(device.write('holding', 0, [180, 260, 100, 50, 60]), undefined)
  assert.deepEqual([shows('U_min'), shows('U_max'), shows('reclose_time')], [180, 260, 60])
})

test('fields of one register are written together, and each alone', () => {
  const { device, shows, set } = make('rpm416')
  assert.deepEqual(readWords(device, 'holding', 5, 1), [0b0000_1000_0000_0011])
  assert.equal(set('display', 2), undefined)
  assert.deepEqual(readWords(device, 'holding', 5, 1), [0b0000_1000_0010_0011])
  assert.equal(set('auto_reclose', 0), undefined)
  assert.equal(set('brightness', 15), undefined)
  assert.deepEqual(readWords(device, 'holding', 5, 1), [0b0000_1111_0010_0010])
  assert.equal(shows('watch_asymmetry'), 1)
  // A page 3 does not exist.
  assert.equal(device.write('holding', 5, [0b0011_0000]), 3)
})

test('a text is written as a text, and bad bytes are no value', () => {
  const { device, set } = make('pump')
  assert.equal(set('tag', 'Pump ÄÖ'), undefined)
  assert.equal(device.value('tag'), 'Pump ÄÖ')
  assert.equal(device.write('holding', 2, [0xffff, 0xffff]), 3)
})

test('a Modbus server can answer from a device', () => {
  const { device, set } = make('pump')
  set('speed', 80)
  const ask = (hex: string): string => Buffer.from(answerFrom(device, Buffer.from(hex, 'hex'))).toString('hex')
  assert.equal(ask('0300000001'), '03020320')
  assert.equal(ask('06000001f4'), '06000001f4')
  assert.equal(ask('06000003e9'), '8603')
  assert.equal(ask('0500010000'), '8502')
  assert.equal(ask('0200000001').slice(0, 4), '0201')
  assert.match(Buffer.from(ask('2b0e0100'), 'hex').toString(), /Busbar.*pump.*3\.0/)
})

test('an unknown SKU or label is a mistake of the caller', () => {
  assert.throws(() => createDevice({ sku: 'nobody', seed: 1, time: () => 0 }), /No simulation for nobody/)
  assert.throws(() => make('em1p').device.value('U9'), /em1p has no parameter U9/)
})

test('the values of another time are those that were shown then', () => {
  let now = Date.UTC(2026, 5, 1, 12)
  const labels = ['U1', 'P_total', 'E']
  const device = createDevice({ sku: 'em3p', seed: 'x', time: () => now })
  const shown = labels.map((label) => Number(device.value(label)))
  const then = now
  now += 86_400_000
  assert.deepEqual(device.valuesAt(then, labels), shown)
  assert.notDeepEqual(device.valuesAt(now, labels), shown)
})
