import assert from 'node:assert/strict'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Database, migrate } from '@busbar/database'
import { restore, writeBackup } from '@busbar/database/backup'
import { testDatabase } from '@busbar/database/testing'
import { at } from '@busbar/kit'
import { encodeChunk } from '@busbar/series'
import { encodeHours, hoursOf } from '@busbar/series/hours'
import { encodeBlock2 } from '@busbar/series/testing'
import { startApi, type TestApi } from '../testing/api.ts'

const orgId = 1001
const treeId = '00000000-0000-4000-8000-000000000007'
const createdOn = `'2026-01-02T03:04:05Z'`

/** Rows of the first version. Later versions only add columns and tables. */
const inventory = `
  insert into org (id, name, device_quota) values (${orgId}, 'Mill', 5);
  insert into template (org_id, id, name, manufacturer, version, read_group_size, write_function, skus, param_templates)
    values (${orgId}, 9001, 'Meter', 'Maker', '1', 60, 'normal', '{A-1}', 
      '[{"name": "U1", "address": 0, "registerKind": "holding", "valueType": "u16"}]');
  insert into net (org_id, id, name, slug, ip, port, created_on)
    values (${orgId}, 1, 'Hall', 'hall', '192.0.2.7', 502, ${createdOn});
  insert into device (org_id, id, net_id, name, slug, modbus_unit_id, template_org_id, template_id, created_on)
    values (${orgId}, 1, 1, 'Meter', 'meter', 7, ${orgId}, 9001, ${createdOn});
  insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type, multiplier, min, is_programmable)
    values (${orgId}, 1, 1, '{"en": "Energy"}', 'energy', 0, 'holding', 'u32', 0.001, -1.50, true);`

const inventoryIsServed = async (get: Get): Promise<void> => {
  const nets = await get<{ name: string }[]>(`/org/${orgId}/nets/`)
  assert.deepEqual(
    nets.map(({ name }) => name),
    ['Hall'],
  )
  assert.deepEqual(await get('/device/1/'), {
    id: 1,
    netId: 1,
    name: 'Meter',
    slug: 'meter',
    modbusUnitId: 7,
    updatePeriodSec: 60,
    readGroupSize: 60,
    writeFunction: 'normal',
    modbusTimeoutRetriesNum: 1,
    initializedFromTemplate: 9001,
  })
  const [param] = await get<{ fullName: string; multiplier: string; min: string }[]>('/device/1/params/')
  assert.deepEqual([param?.fullName, param?.multiplier, param?.min], ['Meter: Energy', '0.001', '-1.50'])
  const exported = await get<Record<string, unknown[]>>(`/org/${orgId}/export/`)
  assert.deepEqual(
    ['networks', 'devices', 'params', 'templates'].map((list) => exported[list]?.length),
    [1, 1, 1, 1],
  )
}

const views = `
  insert into alert (org_id, id, name, slug, condition_logic, log_as, created_on)
    values (${orgId}, 1, 'Hot', 'hot', 'all', 'warning', ${createdOn});
  insert into alert_condition (org_id, id, alert_id, param_id, kind, value) values (${orgId}, 1, 1, 1, 'g', 21.5);
  insert into alert_action (org_id, id, alert_id, stage, timeout_minutes, type, param_id, value)
    values (${orgId}, 1, 1, 'active', 0, 'write-param', 1, 21.5);
  insert into alert_record (org_id, id, alert_id, episode, name, log_as, since_on, started_on)
    values (${orgId}, 1, 1, 1, 'Hot', 'warning', ${createdOn}, ${createdOn});
  insert into dashboard (org_id, id, name, is_default, widgets, created_on) values (${orgId}, 1, 'Board', true, '[{
    "id": "value-1", "kind": "number", "title": "", "order": 1, "place": {"column": 1, "row": 1, "width": 3, "height": 4},
    "settings": {"value": {"paramId": 1}, "hasTrend": true, "limits": []}}]', ${createdOn});
  insert into sense_tree values (${orgId}, '${treeId}', 'Site', 'Europe/Kyiv', ${createdOn});`

const viewsAreServed = async (get: Get): Promise<void> => {
  assert.partialDeepStrictEqual(await get('/alert/1/'), {
    name: 'Hot',
    flapping: { changes: 6, minutes: 10 },
    conditions: { 1: { paramId: 1, kind: 'g', value: 21.5 } },
    actions: { 1: { type: 'write-param', paramId: 1, value: 21.5 } },
  })
  assert.partialDeepStrictEqual(await get('/alert/1/log/'), { records: [{ alertId: 1, status: 'active' }] })
  const { widgets } = await get<{ widgets: { id: string }[] }>('/dashboard/1/board/')
  assert.deepEqual(
    widgets.map(({ id }) => id),
    ['value-1'],
  )
  const tree = await get<{ name: string }>(`/sense/hierarchy/tree/${treeId}/`)
  assert.equal(tree.name, 'Site')
}

const compactedDay = Date.UTC(2026, 10, 12)
const hotDay = Date.UTC(2026, 10, 13)
const iso = (ms: number): string => new Date(ms).toISOString()
const compacted = {
  times: Float64Array.of(compactedDay + 60_000, compactedDay + 3_600_000),
  values: Float64Array.of(1.25, -0.5),
}

/** One day as a chunk and one day as polls, the second of which failed. */
const addReadings = async ({ sql }: Database, data: Uint8Array): Promise<void> => {
  const hours = encodeHours(hoursOf(compacted, compactedDay), compactedDay)
  await sql`
    insert into chunk (org_id, param_id, day, count, sum, min, min_on, max, max_on, first, first_on, last, last_on, hours, data)
    values (${orgId}, 1, ${iso(compactedDay)}::date, 2, 0.75, -0.5, ${iso(compactedDay + 3_600_000)}, 1.25,
      ${iso(compactedDay + 60_000)}, 1.25, ${iso(compactedDay + 60_000)}, -0.5, ${iso(compactedDay + 3_600_000)},
      ${hours}, ${data})`
  await sql.unsafe(`
    create table poll_20261113 partition of poll for values from ('2026-11-13') to ('2026-11-14');
    insert into layout (org_id, id, device_id, param_ids, cells) values (${orgId}, 1, 1, '{1}', 'w');
    insert into poll (org_id, device_id, read_on, layout_id, narrow, wide) values (${orgId}, 1, '${iso(hotDay)}', 1, '{}', '{12.5}');
    insert into poll (org_id, device_id, read_on, layout_id, narrow, errors)
      values (${orgId}, 1, '${iso(hotDay + 60_000)}', 1, '{}', '{"": "Timeout"}');
    insert into last_poll (org_id, device_id, read_on, layout_id, narrow, wide, errors, failed_on, version)
      values (${orgId}, 1, '${iso(hotDay)}', 1, '{}', '{12.5}', '{"": "Timeout"}', '${iso(hotDay + 60_000)}', 2)`)
}

const readingsAreServed = async (api: TestApi, get: Get): Promise<void> => {
  const span = `paramId=1&from=${iso(compactedDay)}`
  assert.deepEqual(await get(`/readings/get/?${span}`), [
    [iso(compactedDay + 60_000), 1.25],
    [iso(compactedDay + 3_600_000), -0.5],
    [iso(hotDay), 12.5],
  ])
  const { body } = await api.call('owner', 'POST', '/readings/gaps/', {
    paramIds: [1],
    from: iso(hotDay),
    till: iso(hotDay + 3_600_000),
  })
  const { 1: gaps = [] } = body as Record<string, { from: string; reason: string }[]>
  assert.deepEqual(
    gaps.map(({ from, reason }) => [from, reason]),
    [[iso(hotDay + 60_000), 'Timeout']],
  )
}

type Get = <T>(path: string) => Promise<T>

/** Sends GET requests as an owner of the organization. */
const getBy =
  (api: TestApi): Get =>
  async <T>(path: string) => {
    const { status, body } = await api.call('owner', 'GET', path)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body as T
  }

/** Versions of the schema, by their last migration, with a chunk as it was written then. */
const versions = [
  { migration: 1, chunk: null },
  { migration: 30, chunk: () => encodeBlock2(compacted) },
  { migration: 57, chunk: () => encodeChunk(compacted, compactedDay).data },
]
type Version = (typeof versions)[number]

/** A database as an installation of that version has it. */
const databaseOf = async ({ migration, chunk }: Version): Promise<Database> => {
  const db = await testDatabase({ isBare: true })
  assert.equal(await migrate(db.sql, { upTo: migration }), migration)
  await db.sql.unsafe(inventory)
  if (chunk !== null) {
    await db.sql.unsafe(views)
    await addReadings(db, chunk())
  }
  return db
}

const checkServed = async (t: TestContext, db: Database, { chunk }: Version): Promise<void> => {
  const api = await startApi(t, { db })
  await db.sql`insert into membership (org_id, account_id, role) values (${orgId}, ${api.accounts.owner}, 'owner')`
  const get = getBy(api)
  await inventoryIsServed(get)
  if (chunk === null) return
  await viewsAreServed(get)
  await readingsAreServed(api, get)
}

for (const version of versions)
  test(`serves the data of an installation whose last migration is ${version.migration}`, async (t) => {
    const db = await databaseOf(version)
    await migrate(db.sql)
    await checkServed(t, db, version)
  })

test('serves a backup that an older version made', async (t) => {
  const version = at(versions, 1)
  const old = await databaseOf(version)
  const db = await testDatabase({ isBare: true })
  const folder = mkdtempSync(join(tmpdir(), 'busbar-upgrade-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'backup')
  await writeBackup(old.sql, file, new Date(hotDay))
  await restore(db.sql, createReadStream(file))
  await migrate(db.sql)
  await checkServed(t, db, version)
})
