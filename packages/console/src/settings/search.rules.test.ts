import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditFilters, readAuditSearch } from './search.rules.ts'

test('reads user, object and dates from an address, and ignores invalid values', () => {
  const search = { user: 7, kind: 'net', object: 12, from: '2026-11-01', till: '2026-11-02', unclear: true, page: 3 }
  assert.deepEqual(readAuditSearch(search), { ...search, user: '7', object: '12' })
  assert.deepEqual(readAuditSearch({ user: 'me', from: 'now', till: '2026', unclear: 'yes', page: 0 }), {})
})

test('days are meant whole, by the clock of the viewer', () => {
  assert.deepEqual(auditFilters({ user: '7', kind: 'net', object: '12', from: '2026-11-01', till: '2026-11-30' }), {
    userId: 7,
    objectKind: 'net',
    objectId: '12',
    from: new Date(2026, 10, 1),
    till: new Date(2026, 11, 1),
  })
  assert.deepEqual(auditFilters({}), {})
})
