import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeValue, readExtent } from '@busbar/modbus'
import { templates } from './index.ts'
import { made } from './known-values.made.ts'
import { published } from './known-values.published.ts'

const frames = { ...made, ...published }

for (const [sku, [source, ...rows]] of Object.entries(frames)) {
  const kind = sku in published ? 'published' : 'made'
  test(`${sku}: ${kind} registers show what they mean (${source})`, () => {
    const params = templates().get(sku)?.paramTemplates ?? []
    for (const [label, address, hex, shown] of rows) {
      const param = params.find((one) => one.label === label)
      assert.ok(param, label)
      assert.equal(readExtent(param).address, address, label)
      const words = hex.split(' ').map((word) => Number.parseInt(word, 16))
      assert.deepEqual(decodeValue(param, words), shown === null ? { err: 'no-value' } : { ok: shown }, label)
    }
  })
}

test('every family has registers whose meaning is known', () => {
  const known = new Set(Object.keys(frames).map((sku) => templates().get(sku)))
  for (const template of new Set(templates().values())) assert.ok(known.has(template), template.skus.join())
})
