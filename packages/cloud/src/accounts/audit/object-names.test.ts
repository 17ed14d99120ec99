import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import { namesByKind, objectNames } from './object-names.sql.ts'

test('finds the name of the object for every object type', async (t) => {
  const api = await startApi(t)
  const records = Object.keys(namesByKind).map((objectKind) => ({ objectKind, objectId: '999999' }))
  assert.deepEqual([...(await objectNames(api.service.db.sql, api.orgId, records))], [])
})
