import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ParamTemplate } from './register-map/variants.rules.ts'
import { changesBetween } from './revisions.rules.ts'

const param = (fields: Partial<ParamTemplate>): ParamTemplate => ({
  name: 'Voltage',
  address: 1,
  registerKind: 'input',
  valueType: 'u16',
  ...fields,
})

for (const [says, before, after, gives] of [
  ['nothing', [param({})], [param({})], []],
  ['one that came', [], [param({})], [{ kind: 'added', name: 'Voltage', address: 'input 1' }]],
  ['one that went', [param({})], [], [{ kind: 'removed', name: 'Voltage', address: 'input 1' }]],
  [
    'one that moved, known by its label',
    [param({ label: 'U' })],
    [param({ label: 'U', address: 9 })],
    [{ kind: 'changed', name: 'Voltage', address: 'input 9', field: 'address', before: '1', after: '9' }],
  ],
  [
    'one that got another label, known by where it stands',
    [param({ label: 'U' })],
    [param({ label: 'U1' })],
    [{ kind: 'changed', name: 'Voltage', address: 'input 1', field: 'label', before: 'U', after: 'U1' }],
  ],
  [
    'one that got a factor',
    [param({})],
    [param({ multiplier: '0.1' })],
    [{ kind: 'changed', name: 'Voltage', address: 'input 1', field: 'multiplier', before: '', after: '0.1' }],
  ],
] as const) {
  test(says, () => assert.deepEqual(changesBetween(before, after, 'en'), gives))
}
