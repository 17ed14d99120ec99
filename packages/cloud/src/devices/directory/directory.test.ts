import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type TestContext, test } from 'node:test'
import type { Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { monotonicClock } from '@busbar/kit'
import type { FieldNet } from '@busbar/polling'
import { sealPlain } from '../../accounts/sealing/start.ts'
import { testSecrets } from '../../accounts/sealing/testing/test-secrets.ts'
import { Directory } from './directory.ts'

/** Two networks of two devices; device 1 has four tracked parameters and one that is not. */
const seed = async (sql: Sql): Promise<void> => {
  await sql`insert into org (id, name) values (1, 'One')`
  await sql`
    insert into net (org_id, id, name, slug, ip, port, mac, device_passwords, timeout_ms, exchange_depth, created_on) values
      (1, 1, 'Hall', 'hall', '192.0.2.7', 502, null, '{secret}', 300, 4, now()),
      (1, 2, 'Roof', 'roof', null, null, '02:00:5e:10:00:01', '{}', 1000, 1, now())`
  await sql`
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, update_period_sec, created_on) values
      (1, 1, 1, 'Meter', 'meter', 7, 10, now()), (1, 2, 1, 'Pump', 'pump', 8, 60, now()),
      (1, 3, 2, 'Sun', 'sun', 1, 60, now()), (1, 4, 2, 'Moon', 'moon', 2, 60, now())`
  await sql`
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type, multiplier, enum, is_tracked)
    values
      (1, 12, 1, '{}', 'b', 2, 'input', 'u16', 0.1, null, true), (1, 11, 1, '{}', 'a', 0, 'holding', 'u64', 1, null, true),
      (1, 13, 1, '{}', 'c', 9, 'coil', 'bit', 1, null, true), (1, 15, 1, '{}', 'e', 4, 'holding', 'u16', 1, null, false),
      (1, 14, 1, '{}', 'd', 9, 'holding', 'enum', 1, '{"0": "off", "3": "on"}', true),
      (1, 21, 2, '{}', 'a', 0, 'holding', 'u16', 0.1, null, true)`
}

const open = async (t: TestContext) => {
  const db = await testDatabase()
  const { sql } = db
  const secrets = testSecrets()
  await seed(sql)
  await sealPlain(db, secrets)
  const log = new EventEmitter<{ error: [string] }>()
  const options = {
    sql,
    clock: monotonicClock,
    secrets,
    log: { error: (_: object, text: string) => void log.emit('error', text) },
  }
  const directory = new Directory(options)
  await directory.start()
  t.after(() => directory.stop())
  const told = new EventEmitter<{ net: [FieldNet | null, number] }>()
  const ids: number[] = []
  directory.watch((net, netId) => {
    ids.push(netId)
    told.emit('net', net, netId)
  })
  const change = async (work: () => Promise<unknown>): Promise<[FieldNet | null, number]> => {
    const next = once(told, 'net')
    await work()
    return next as Promise<[FieldNet | null, number]>
  }
  return { sql, directory, change, ids }
}

test('it knows every network with its enabled devices and tracked parameters', async (t) => {
  const { directory } = await open(t)
  assert.deepEqual(
    Array.from(directory.nets(), ({ id }) => id).toSorted((a, b) => a - b),
    [1, 2],
  )
  const { devices, ...hall } = directory.net(1) ?? assert.fail()
  assert.deepEqual(hall, {
    orgId: 1,
    id: 1,
    name: 'Hall',
    isEnabled: true,
    protocol: 'modbustcp',
    controllerUnit: 1,
    passwords: ['secret'],
    ip: '192.0.2.7',
    port: 502,
    mac: null,
    timeoutMs: 300,
    depth: 4,
    isKeylessAllowed: false,
    isPasswordUnprovenAllowed: false,
    isWritingAllowed: true,
    isPortKept: false,
  })
  assert.equal(directory.net(2)?.mac, '02:00:5e:10:00:01')
  assert.equal(directory.device(1), devices[0])
  const { params, ...meter } = directory.device(1) ?? assert.fail()
  assert.deepEqual(meter, {
    orgId: 1,
    netId: 1,
    id: 1,
    name: 'Meter',
    unit: 7,
    periodSec: 10,
    readGroupSize: 60,
    retries: 1,
  })
  assert.deepEqual(
    params.map(({ codec, ...rest }) => ({ ...rest, is235: codec.decode([235, 0, 0, 0]) })),
    [
      {
        id: 11,
        kind: 'holding',
        address: 0,
        count: 4,
        valueType: 'u64',
        isLong: true,
        is235: { ok: '66146619527004160' },
      },
      { id: 12, kind: 'input', address: 2, count: 1, valueType: 'u16', isLong: false, is235: { ok: '23.5' } },
      { id: 13, kind: 'coil', address: 9, count: 1, valueType: 'bit', isLong: false, is235: { ok: '1' } },
      { id: 14, kind: 'holding', address: 9, count: 1, valueType: 'enum', isLong: false, is235: { ok: '235' } },
    ],
  )
  // Equal formats share one codec.
  assert.equal(directory.device(2)?.params[0]?.codec, params[1]?.codec)
})

test('a change is reported once, and unchanged objects stay the same', async (t) => {
  const { sql, directory, change, ids } = await open(t)
  const [hall, roof] = [directory.net(1), directory.net(2)]
  const [net] = await change(() => sql`update param set address = 5 where id = 21`)
  assert.notEqual(net, hall)
  assert.equal(net, directory.net(1))
  assert.equal(directory.device(2)?.params[0]?.address, 5)
  assert.equal(directory.device(1), hall?.devices[0])
  assert.equal(directory.net(2), roof)
  // This change does not affect polling: there is no event, and the next event is the next real change.
  await sql`update param set slug = 'other', is_programmable = true where id = 21`
  await sql`update net set description = 'x' where id = 1`
  await change(() => sql`update device set update_period_sec = 5 where id = 3`)
  assert.deepEqual(ids, [1, 2])
  assert.equal(directory.device(4), roof?.devices[1])
  assert.equal(directory.device(3)?.params, roof?.devices[0]?.params)
})

test('disabled, moved and deleted objects disappear at once', async (t) => {
  const { sql, directory, change, ids } = await open(t)
  await change(() => sql`update device set disabled_on = now() where id = 1`)
  assert.equal(directory.device(1), undefined)
  const [off] = await change(() => sql`update net set disabled_on = now(), disabled_by = 'user' where id = 1`)
  assert.equal(off?.isEnabled, false)
  ids.length = 0
  await change(() => sql`update device set net_id = 2 where id = 2`)
  assert.deepEqual(
    [...new Set(ids)].toSorted((a, b) => a - b),
    [1, 2],
  )
  assert.equal(directory.device(2)?.netId, 2)
  assert.deepEqual(directory.net(1)?.devices, [])
  assert.deepEqual(
    directory.net(2)?.devices.map(({ id }) => id),
    [2, 3, 4],
  )
  const [gone, goneId] = await change(() => sql`delete from net where id = 2`)
  assert.deepEqual([gone, goneId], [null, 2])
  assert.equal(directory.net(2), undefined)
  assert.equal(directory.device(3), undefined)
})

test('a format that makes no sense leaves its neighbours alone', async (t) => {
  const { sql, directory, change } = await open(t)
  const wrong = ['nonsense', 'string', 'enum', 'f32']
  await change(
    () => sql`
      insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type, multiplier, enum)
      select 1, 30 + place, 2, '{}', 'w' || place, 7, case when type = 'f32' then 'coil' else 'holding' end, type,
        case when type = 'string' then 'NaN'::numeric else 1 end, '[1]'
      from unnest(${wrong}::text[]) with ordinality as given (type, place)`,
  )
  const params = directory.device(2)?.params ?? []
  assert.deepEqual(
    params.map(({ id, count }) => [id, count]),
    [
      [21, 1],
      [31, 0],
      [32, 0],
      [33, 0],
      [34, 0],
    ],
  )
})

test('after the listening connection was lost, everything is read again', async (t) => {
  const { sql, directory, change } = await open(t)
  const [net] = await change(() =>
    sql.begin(async (tx) => {
      // Without an event: the trigger is off for this session.
      await tx`set local session_replication_role = replica`
      await tx`update net set name = 'Cellar' where id = 1`
      await tx`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`
    }),
  )
  assert.equal(net?.name, 'Cellar')
  assert.equal(directory.net(1)?.name, 'Cellar')
})

test('it knows them all, however many there are', async (t) => {
  const { sql, directory, change } = await open(t)
  await change(async () => {
    await sql`
      insert into net (org_id, id, name, slug, created_on)
      select 1, 100 + i, 'Net', 'net-' || i, now() from generate_series(1, 120) i`
    await sql`
      insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
      select 1, 1000 + i, 101 + (i - 1) / 50, 'Device', 'device-' || i, 1, now() from generate_series(1, 170) i`
    await sql`
      insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
      select 1, 9000 - i, 1000 + (i - 1) / 2, '{}', 'p' || i, i, 'holding', 'u16' from generate_series(3, 342) i`
  })
  const fresh = new Directory({
    sql,
    clock: monotonicClock,
    secrets: testSecrets(),
    log: { error: () => assert.fail() },
  })
  await fresh.start()
  t.after(() => fresh.stop())
  assert.equal([...fresh.nets()].length, 122)
  assert.deepEqual(
    [101, 102, 103, 104, 105].map((id) => fresh.net(id)?.devices.length),
    [50, 50, 50, 20, 0],
  )
  assert.deepEqual(
    [1001, 1020, 1021, 1170].map((id) => fresh.device(id)?.params.map((param) => param.id)),
    [1, 20, 21, 170].map((n) => [9000 - (n * 2 + 2), 9000 - (n * 2 + 1)]),
  )
  assert.ok(directory.net(1))
})
