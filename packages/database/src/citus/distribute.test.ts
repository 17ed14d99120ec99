import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../testing/test-database.ts'
import { isDistributed, planDistribution } from './distribute.ts'

const isOnCitus = process.env['BUSBAR_TEST_WORKERS'] !== undefined

test('refuses a database without Citus, with advice', { skip: isOnCitus }, async () => {
  const { sql } = await testDatabase()
  await assert.rejects(planDistribution(sql), { name: 'DatabaseProblem', message: /lacks the extension Citus/ })
  assert.equal(await isDistributed(sql), false)
})

test('plans no step if readings are already distributed', { skip: !isOnCitus }, async () => {
  const { sql } = await testDatabase()
  assert.deepEqual(await planDistribution(sql), [])
  assert.equal(await isDistributed(sql), true)
})

test('deletes readings together with their device and parameters', async () => {
  const { sql } = await testDatabase()
  await sql`insert into org (id, name) values (5, 'Works')`
  await sql`insert into net (org_id, id, name, slug, created_on) values (5, 1, 'Hall', 'hall', now())`
  await sql`
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, update_period_sec, created_on)
    select 5, i, 1, 'Meter', 'meter-' || i, i, 10, now() from generate_series(1, 2) i`
  await sql`
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
    select 5, i, i, '{"en": "Power"}', 'power', 0, 'input', 'f32' from generate_series(1, 2) i`
  await sql`insert into last_poll (org_id, device_id, version) select 5, i, 1 from generate_series(1, 2) i`
  await sql`insert into exact (org_id, param_id, read_on, text) select 5, i, now(), 'on' from generate_series(1, 2) i`
  await sql`delete from device where org_id = 5 and id = 1`
  const last = await sql<{ id: number }[]>`select device_id as id from last_poll where org_id = 5`
  const texts = await sql<{ id: number }[]>`select param_id as id from exact where org_id = 5`
  assert.deepEqual([last, texts], [[{ id: 2 }], [{ id: 2 }]])
})
