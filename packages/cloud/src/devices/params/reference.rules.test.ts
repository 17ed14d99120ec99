import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { parseDeviceRef, parseNetRef, parseParamRef } from './reference.rules.ts'

const holding = (address: number) => ({ registerKind: 'holding', address })

describe('references', () => {
  for (const [text, ref] of [
    ['#12', { id: 12 }],
    ['[u1]', { slug: 'u1' }],
    ['u1', { path: ['u1'] }],
    ['meter.u1', { path: ['meter', 'u1'] }],
    ['hall.meter.u1', { path: ['hall', 'meter', 'u1'] }],
    ['12#holding@meter@hall', { id: 12 }],
    ['12#coil@some-param-slug@hall', { id: 12 }],
    ['meter>input>12', { device: { slug: 'meter' }, location: { registerKind: 'input', address: 12 } }],
    [
      '[meter]>discrete-input>0',
      { device: { slug: 'meter' }, location: { registerKind: 'discrete-input', address: 0 } },
    ],
    ['#7>40', { device: { id: 7 }, location: holding(40) }],
    ['[meter]>40', { device: { slug: 'meter' }, location: holding(40) }],
    ['[meter]>40.3', { device: { slug: 'meter' }, location: { ...holding(40), bitPosition: 3, bitsAmount: 1 } }],
    ['[meter]>40.3-5', { device: { slug: 'meter' }, location: { ...holding(40), bitPosition: 3, bitsAmount: 3 } }],
    ['[meter]>7c', { device: { slug: 'meter' }, location: { registerKind: 'coil', address: 7 } }],
    ['[meter]>7d', { device: { slug: 'meter' }, location: { registerKind: 'discrete-input', address: 7 } }],
    [
      '[meter]>7.0-15i',
      { device: { slug: 'meter' }, location: { registerKind: 'input', address: 7, bitPosition: 0, bitsAmount: 16 } },
    ],
    ['192.0.2.7>1>40', { device: { net: { ip: '192.0.2.7' }, unit: 1 }, location: holding(40) }],
    ['02-00-5E-10-00-01>9>40', { device: { net: { mac: '02-00-5e-10-00-01' }, unit: 9 }, location: holding(40) }],
    ['[hall]>12>40', { device: { net: { slug: 'hall' }, unit: 12 }, location: holding(40) }],
    ['#3>12>input>40', { device: { net: { id: 3 }, unit: 12 }, location: { registerKind: 'input', address: 40 } }],
  ] as const) {
    test(text, () => assert.deepEqual(parseParamRef(text), ref))
  }

  for (const text of [
    '',
    '#0',
    '#',
    '#1x',
    '#99999999999999999',
    '[]',
    '[a',
    '[A]',
    'a..b',
    'a.b.c.d',
    'meter>40',
    '[meter]>',
    '[meter]>65536',
    '[meter]>040',
    '[meter]>40.5-3',
    '[meter]>40.32',
    '[meter]>40x',
    'meter>output>1',
    'meter>constructor>1',
    '#3>256>40',
    '1.2.3.256>1>4',
    '[a]>[b]>1',
    'x'.repeat(401),
    ' #1',
  ]) {
    const isBareDevice = text === 'meter>40'
    test(`${isBareDevice ? 'a bare slug stands for a device' : 'nothing'}: ${JSON.stringify(text.slice(0, 30))}`, () => {
      const expected = isBareDevice ? { device: { slug: 'meter' }, location: holding(40) } : null
      assert.deepEqual(parseParamRef(text), expected)
    })
  }

  test('networks and devices', () => {
    assert.deepEqual(parseNetRef('10.0.0.1'), { ip: '10.0.0.1' })
    assert.equal(parseNetRef('hall'), null)
    assert.equal(parseNetRef('10.0.0.01'), null)
    assert.deepEqual(parseDeviceRef('#3>0'), { net: { id: 3 }, unit: 0 })
    assert.equal(parseDeviceRef('meter'), null)
    assert.deepEqual(parseDeviceRef('meter', true), { slug: 'meter' })
  })

  test('any text is parsed in no time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('#', '>', '[', ']', '.', '-', '1', '0', 'a', '@', 'c'), maxLength: 500 }),
        (text) => {
          parseParamRef(text)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
