import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportedJson, importedJson, type Template } from './library.rules.ts'

const template: Template = {
  id: 7,
  orgId: 3,
  revision: 4,
  name: 'Boiler',
  manufacturer: 'ACME',
  version: '1',
  kind: 'controller',
  skus: ['b-1'],
  readGroupSize: 60,
  writeFunction: 'normal',
  paramTemplates: [
    { name: { en: 'Supply' }, address: 1, registerKind: 'holding', valueType: 'u16', multiplier: '0.10' },
  ],
}

test('exports and imports a template without its location', () => {
  const { id: _id, orgId: _org, revision: _revision, ...rest } = template
  assert.deepEqual(importedJson(exportedJson(template)), rest)
})

for (const text of ['', 'name,address\nx,1', '{', '[]', '{"name":"x"}']) {
  test(`no template: ${JSON.stringify(text)}`, () => assert.equal(importedJson(text), null))
}
