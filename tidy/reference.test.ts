import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiDocument } from '@busbar/cloud/docs'
import { apiDocument as gatewayDocument } from '@busbar/gateway/docs'
import { type Document, missingTexts } from './docs/missing.ts'

const documents = {
  cloud: () => apiDocument('/api/v1'),
  'gateway A': () => gatewayDocument('A'),
  'gateway B': () => gatewayDocument('B'),
}

for (const [name, document] of Object.entries(documents)) {
  test(`${name}: every operation, parameter and property is described, and every operation has an example`, () => {
    assert.deepEqual(missingTexts(document() as unknown as Document), [])
  })
}
