import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestsFor, valuesOf } from './read-plan.rules.ts'
import type { ParamTemplate } from './variants.rules.ts'

const param = (address: number, fields: Partial<ParamTemplate> = {}): ParamTemplate => ({
  name: 'x',
  address,
  registerKind: 'input',
  valueType: 'u16',
  ...fields,
})

test('neighbours are read together, in as many requests as their size takes', () => {
  const params = new Map([0, 1, 2, 3, 500].map((address, key) => [key, param(address)]))
  assert.deepEqual(
    requestsFor(params, 60).map(({ address, count }) => [address, count]),
    [
      [0, 4],
      [500, 1],
    ],
  )
  assert.equal(requestsFor(params, 2).length, 3)
})

test('takes each value from its position in the group; a failed group has one reason for all its values', () => {
  const params = new Map([
    [7, param(0, { multiplier: '0.1' })],
    [8, param(1, { valueType: 's32', order: 'CDAB' })],
    [9, param(0, { registerKind: 'coil', valueType: 'bit' })],
  ])
  const groups = requestsFor(params, 60)
  const results = groups.map(({ kind }) => (kind === 'coil' ? { err: 'IllegalFunction' } : { ok: [2305, 5, 0] }))
  assert.deepEqual(
    [...valuesOf(groups, results)].toSorted(([a], [b]) => a - b),
    [
      [7, { value: '230.5' }],
      [8, { value: '5' }],
      [9, { err: 'IllegalFunction' }],
    ],
  )
})
