import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteOrders, encodeValue } from '@busbar/modbus'
import { type RegisterBlock, rawMap } from './raw-map.rules.ts'

const wordsOf = (order: (typeof byteOrders)[number], ...values: string[]): number[] =>
  values.flatMap((value) => {
    const encoded = encodeValue({ valueType: 'f32', order }, value)
    assert.ok('ok' in encoded)
    return [...encoded.ok.words]
  })
const shown = (blocks: RegisterBlock[]) =>
  rawMap(blocks, (kind, address) => `${kind} ${address}`).map(({ address, valueType, order = 'ABCD' }) => [
    address,
    valueType,
    order,
  ])

for (const order of byteOrders) {
  test(`floats in the order ${order} are seen as such`, () => {
    const words = wordsOf(order, '230.5', '0', '12.75', '-4.25')
    assert.deepEqual(shown([{ kind: 'input', address: 30, words }]), [
      [30, 'f32', order],
      [32, 'f32', order],
      [34, 'f32', order],
      [36, 'f32', order],
    ])
  })
}

test('keeps small integers and bits, and treats each run separately', () => {
  assert.deepEqual(
    shown([
      { kind: 'holding', address: 5, words: [1, 2, 3] },
      { kind: 'coil', address: 0, words: [1, 0] },
    ]),
    [
      [5, 'u16', 'ABCD'],
      [6, 'u16', 'ABCD'],
      [7, 'u16', 'ABCD'],
      [0, 'bit', 'ABCD'],
      [1, 'bit', 'ABCD'],
    ],
  )
})
