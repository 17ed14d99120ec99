import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteOrders, encodeValue } from '@busbar/modbus'
import {
  asWritten,
  cellOf,
  isPossible,
  type ParamTemplate,
  previewed,
  rangeKey,
  rangesOf,
  shortValue,
  swapped,
  swaps,
  variantsOf,
  varied,
} from './variants.rules.ts'

const param = (fields: Partial<ParamTemplate>): ParamTemplate => ({
  name: 'Voltage',
  address: 10,
  registerKind: 'input',
  valueType: 'f32',
  ...fields,
})

test('swapping twice changes nothing, and every swap leads elsewhere', () => {
  for (const order of byteOrders) {
    assert.equal(new Set(swaps.map((swap) => swapped(order, swap))).size, 4)
    for (const swap of swaps) assert.equal(swapped(swapped(order, swap), swap), order)
  }
  assert.deepEqual(
    swaps.map((swap) => swapped('ABCD', swap)),
    ['ABCD', 'CDAB', 'BADC', 'DCBA'],
  )
})

for (const [params, count] of [
  [[param({})], 12],
  [[param({ valueType: 'u16' })], 6],
  [[param({ valueType: 'bit', registerKind: 'coil' })], 3],
  [[param({ valueType: 'u16' }), param({})], 12],
] as const) {
  test(`${params.map(({ valueType }) => valueType).join(', ')} may stand in ${count} ways`, () => {
    const variants = variantsOf(params)
    assert.equal(variants.length, count)
    assert.deepEqual(variants[0], asWritten)
  })
}

test('a value that lies otherwise is found in exactly its row', () => {
  const wrong = param({ address: 11, order: 'ABCD' })
  const encoded = encodeValue({ valueType: 'f32', order: 'CDAB' }, '229.75')
  assert.ok('ok' in encoded)
  const memory = new Map([10, 11].map((address, i) => [address, encoded.ok.words[i] ?? 0]))
  const read = new Map(
    rangesOf([wrong]).map((range) => {
      const words = [0, 1].map((i) => memory.get(range.address + i))
      const reading = words.every((word) => word !== undefined) ? { ok: words } : { err: 'IllegalDataAddress' }
      return [rangeKey(range), reading] as const
    }),
  )
  const right = variantsOf([wrong]).filter((variant) => {
    const cell = cellOf(wrong, variant, read)
    return cell !== null && 'value' in cell && cell.value === '229.75'
  })
  assert.deepEqual(right, [{ swap: 'words', steps: -1 }])
  assert.deepEqual(varied(wrong, { swap: 'words', steps: -1 }), { ...wrong, address: 10, order: 'CDAB' })
})

test('a sign in another register is read with its value, and moves with it', () => {
  const signAt = { address: 8, positive: 0, negative: 1 }
  const current = param({ valueType: 'u16', coding: { signAt } })
  assert.deepEqual(
    rangesOf([current]).map(({ address, registersNum }) => [address, registersNum]),
    [
      [8, 3],
      [7, 3],
      [9, 3],
    ],
  )
  const read = new Map(rangesOf([current]).map((range) => [rangeKey(range), { ok: [1, 0, 45] }]))
  assert.deepEqual(cellOf(current, { swap: 'none', steps: 1 }, read), { value: '-45' })
})

test('there are no addresses before the first or after the last', () => {
  assert.equal(isPossible([param({ address: 0 })], { swap: 'none', steps: -1 }), false)
  assert.equal(isPossible([param({ address: 65_534 })], { swap: 'none', steps: 1 }), false)
  assert.deepEqual(
    rangesOf([param({ address: 0 })]).map(({ address }) => address),
    [0, 1],
  )
  assert.equal(cellOf(param({ address: 0 }), { swap: 'none', steps: -1 }, new Map()), null)
})

test('places that several need are read once', () => {
  assert.equal(rangesOf([param({}), param({ address: 11 })]).length, 4)
})

test('bits keep their order, what is tracked comes first, and what cannot be read is left out', () => {
  const coil = param({ valueType: 'bit', registerKind: 'coil' })
  assert.deepEqual(varied(coil, { swap: 'both', steps: 1 }), { ...coil, address: 11 })
  const tracked = param({ isTracked: true })
  assert.deepEqual(previewed([coil, tracked, param({ registerKind: 'coil' })]), [tracked, coil])
})

test('long nonsense is cut, and what people can read is not', () => {
  assert.deepEqual(
    ['229.75', 'SN-000042-LONG', '0.000000000000123', '-340282350000', '1.23456789012', ''].map(shortValue),
    ['229.75', 'SN-000042-LONG', '1.23e-13', '-3.40e+11', '1.234568', ''],
  )
})
