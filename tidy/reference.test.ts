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

test('names what is missing, with what to do', () => {
  const schema = { type: 'object', properties: { orgId: { type: 'integer' } } }
  const operation = {
    operationId: 'nets.get',
    parameters: [{ name: 'netId' }],
    responses: { 200: { content: { 'application/json': { schema } } } },
  }
  const document = {
    tags: [{ name: 'nets' }],
    paths: { '/net/{netId}/': { get: operation } },
    components: { schemas: { Net: {} } },
  }
  assert.deepEqual(missingTexts(document as unknown as Document), [
    'nets: give the tag a text',
    'nets.get: give its endpoint a description',
    'nets.get: .describe() the parameter netId',
    'nets.get reply: .describe() the property orgId',
    'nets.get: no exchange is recorded; give it a row in the exchanges of its package, and npm run docs',
    'schema Net: give it a description in .meta()',
  ])
})
