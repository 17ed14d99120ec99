import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repairedTemplate } from './draft.rules.ts'

const template = {
  id: 7,
  name: 'Meter',
  manufacturer: 'We',
  version: '1',
  skus: ['m1'],
  readGroupSize: 60,
  writeFunction: 'normal',
  paramTemplates: [{ name: { en: 'Voltage' }, registerKind: 'input', address: 10, valueType: 'f32' }],
} as unknown as Parameters<typeof repairedTemplate>[0]

for (const [variant, name, order, address] of [
  [{ swap: 'words', steps: 0 }, 'Meter (words)', 'CDAB', 10],
  [{ swap: 'none', steps: -1 }, 'Meter (-1)', undefined, 9],
  [{ swap: 'both', steps: 1 }, 'Meter (both +1)', 'DCBA', 11],
] as const) {
  test(`${variant.swap} ${variant.steps}: ${name}`, () => {
    const made = repairedTemplate(template, variant)
    const [param] = made.paramTemplates
    assert.deepEqual([made.name, param?.order, param?.address, 'skus' in made], [name, order, address, false])
  })
}

test('a long name stays within its limit', () => {
  const made = repairedTemplate({ ...template, name: 'x'.repeat(200) }, { swap: 'words', steps: 0 })
  assert.equal(made.name.length, 200)
})
