import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { addDevices, orgId } from '@busbar/readings/testing'
import { recordLostAt } from './record-lost.ts'

test('lost readings cause one record of the organization, for any number of devices', async () => {
  const db = await testDatabase()
  await addDevices(db.sql, [1, 2])
  const now = () => new Date('2026-03-01T13:00Z')
  const from = Date.parse('2026-03-01T12:00Z')
  const run = { orgId, from, till: from + 60_000, polls: 3, reason: 'OutageBufferFull' } as const
  const runs = [
    { ...run, deviceId: 1 },
    { ...run, deviceId: 2, till: from + 90_000, polls: 4 },
  ]
  await db.tx((tx) => recordLostAt(now)(tx, runs))
  assert.deepEqual(
    [...(await db.sql`select org_id, account_name, action, after from audit`)],
    [
      {
        org_id: orgId,
        account_name: 'busbar',
        action: 'readings.lost',
        after: {
          devices: 2,
          polls: 7,
          from: '2026-03-01T12:00:00.000Z',
          till: '2026-03-01T12:01:30.000Z',
          reasons: ['OutageBufferFull'],
        },
      },
    ],
  )
})
