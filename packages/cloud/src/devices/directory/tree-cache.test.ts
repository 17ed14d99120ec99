import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import { TreeCache, writtenTree } from './tree-cache.ts'

type Tree = Record<string, { devices: Record<string, { parameters: Record<string, object> }> }>

test('device-param-tree', async (t) => {
  const { orgId, otherOrgId, call, service } = await startApi(t)
  const { sql } = service.db
  const tree = async () => (await call('viewer', 'GET', `/org/${orgId}/nets/device-param-tree/`)).body as Tree
  assert.deepEqual(await tree(), {})

  await sql`
    insert into net (org_id, id, name, slug, description, ip, port, mac, created_on) values
      (${orgId}, 9101, 'Hall', 'hall', 'North', '192.0.2.1', 502, null, now()),
      (${orgId}, 9102, 'Gate', 'gate', null, null, null, '02005e100001', now()),
      (${otherOrgId}, 9103, 'Hall', 'hall', null, '192.0.2.1', 502, null, now())`
  await sql`
    insert into device (org_id, id, net_id, name, slug, description, modbus_unit_id, created_on) values
      (${orgId}, 9201, 9101, 'Meter', 'meter', null, 1, now()), (${orgId}, 9202, 9101, 'Spare', 'spare', 'Boxed', 2, now()),
      (${otherOrgId}, 9203, 9103, 'Meter', 'meter', null, 1, now())`
  await sql`
    insert into param (org_id, id, device_id, name, description, label, unit_name, slug, address, register_kind, value_type)
    values (${orgId}, 9301, 9201, '{"en": "Voltage"}', '{"pl": "Faza"}', 'U', 'V', 'u', 1, 'holding', 'u16'),
           (${orgId}, 9302, 9201, '{"pl": "Stan"}', null, null, null, 'stan', 2, 'holding', 'u16'),
           (${otherOrgId}, 9303, 9203, '{"en": "Voltage"}', null, null, null, 'u', 1, 'holding', 'u16')`

  await t.test('three levels by id; what is missing is left out', async () => {
    const flags = { isTracked: true, isProgrammable: false }
    assert.deepEqual(await tree(), {
      9101: {
        name: 'Hall',
        description: 'North',
        slug: 'hall',
        solution: 'standalone',
        ip: '192.0.2.1',
        port: 502,
        devices: {
          9201: {
            name: 'Meter',
            slug: 'meter',
            modbusUnitId: 1,
            parameters: {
              9301: {
                name: 'Voltage',
                description: 'Faza',
                slug: 'u',
                fullName: 'Meter: Voltage [U], V',
                address: 1,
                ...flags,
                label: 'U',
                unitName: 'V',
              },
              9302: { name: 'Stan', slug: 'stan', fullName: 'Meter: Stan', address: 2, ...flags },
            },
          },
          9202: { name: 'Spare', description: 'Boxed', slug: 'spare', modbusUnitId: 2, parameters: {} },
        },
      },
      9102: {
        name: 'Gate',
        slug: 'gate',
        solution: 'standalone',
        mac: '02:00:5e:10:00:01',
        ip: '',
        port: 0,
        devices: {},
      },
    })
  })

  await t.test('holds every parameter of many', async () => {
    await sql`
      insert into param (org_id, device_id, name, slug, address, register_kind, value_type)
      select ${orgId}, 9202, '{"en": "Value"}', 'v' || n, n, 'holding', 'u16' from generate_series(1, 1000) n`
    const { 9101: hall } = await tree()
    assert.equal(Object.keys(hall?.devices['9202']?.parameters ?? {}).length, 1000)
  })

  await t.test('holds every device of many', async () => {
    const label = 'a"\\b\n'
    await sql`
      insert into device (org_id, net_id, name, slug, modbus_unit_id, created_on)
      select ${orgId}, 9102 - n % 2, 'Row "' || n || '"', 'row-' || n, 1, now() from generate_series(1, 90) n`
    await sql`
      insert into param (org_id, device_id, name, slug, address, register_kind, value_type, label)
      select org_id, id, jsonb_build_object('en', name), 'one', 1, 'holding', 'u16', ${label} from device
      where org_id = ${orgId} and slug like 'row-%'`
    const found = Object.values(await tree()).map(({ devices }) => Object.values(devices))
    assert.deepEqual(
      found.map(({ length }) => length),
      [47, 45],
    )
    const rows = found.flat().filter((device) => (device as unknown as { name: string }).name.startsWith('Row'))
    assert.deepEqual(
      new Set(
        rows.flatMap(({ parameters }) => Object.values(parameters)).map((one) => (one as { label: string }).label),
      ),
      new Set([label]),
    )
    assert.equal(rows.length, 90)
  })
})

test('device-param-tree: who has it gets 304 until any of it changes', async (t) => {
  const { orgId, url, tokens, service } = await startApi(t)
  const { sql } = service.db
  await sql`insert into net (org_id, id, name, slug, created_on) values (${orgId}, 9101, 'Hall', 'hall', now())`
  await sql`
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
    values (${orgId}, 9201, 9101, 'Meter', 'meter', 1, now()), (${orgId}, 9202, 9101, 'Other', 'other', 2, now())`
  await sql`
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
    select ${orgId}, 9300 + i, 9201, '{"en": "Voltage"}', 'u' || i, i, 'holding', 'u16' from generate_series(1, 200) i`
  let known = ''
  const ask = async () => {
    const response = await fetch(`${url}/api/v1/org/${orgId}/nets/device-param-tree/`, {
      headers: {
        authorization: `token ${tokens.viewer}`,
        'accept-encoding': 'br',
        'content-type': 'application/json',
        ...(known !== '' && { 'if-none-match': known }),
      },
    })
    known = response.headers.get('etag') ?? ''
    return { status: response.status, text: await response.text(), packing: response.headers.get('content-encoding') }
  }
  const first = await ask()
  assert.deepEqual([first.status, first.packing], [200, 'br'])
  assert.deepEqual(await ask(), { status: 304, text: '', packing: null })
  for (const change of [
    sql`update param set label = 'U' where id = 9307`,
    sql`update device set name = 'Main' where id = 9201`,
    sql`update net set name = 'Yard' where id = 9101`,
    sql`delete from param where id = 9301`,
    sql`update param set device_id = 9202 where id = 9302`,
    sql`update device set name = 'Spare' where id = 9202`,
    sql`delete from device where id = 9201`,
  ]) {
    await change
    const { status, text } = await ask()
    assert.equal(status, 200)
    const uncached = await new TreeCache().tree(sql, orgId)
    assert.equal(text, String(uncached.text))
    assert.equal((await ask()).status, 304)
  }
  const marks = await sql`select device_id as "deviceId" from param_mark where org_id = ${orgId}`
  assert.deepEqual(marks, [{ deviceId: 9202 }])
})

test('device-param-tree: changes of one device do not wait for each other, and both are seen', async (t) => {
  const { orgId, service } = await startApi(t)
  const { sql } = service.db
  await sql`insert into net (org_id, id, name, slug, created_on) values (${orgId}, 9101, 'Hall', 'hall', now())`
  await sql`
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
    values (${orgId}, 9201, 9101, 'Meter', 'meter', 1, now())`
  await sql`
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
    select ${orgId}, 9300 + i, 9201, '{"en": "Voltage"}', 'u' || i, i, 'holding', 'u16' from generate_series(1, 2) i`
  const trees = new TreeCache()
  const labels = async (): Promise<string[]> => {
    const { text } = await trees.tree(sql, orgId)
    return [...String(text).matchAll(/"label":"(.)"/g)].map(([, label = '']) => label)
  }
  assert.deepEqual(await labels(), [])
  await sql.begin(async (first) => {
    await first`update param set label = 'A' where id = 9301`
    await sql.begin((second) => second`update param set label = 'B' where id = 9302`.then(() => {}))
    assert.deepEqual(await labels(), ['B'])
  })
  assert.deepEqual(await labels(), ['A', 'B'])
})

test('device-param-tree: of devices that are as they were nothing is read again', async (t) => {
  const { orgId, service } = await startApi(t)
  const { sql } = service.db
  await sql`insert into net (org_id, id, name, slug, created_on) values (${orgId}, 9101, 'Hall', 'hall', now())`
  await sql`
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
    values (${orgId}, 9201, 9101, 'Meter', 'meter', 1, now()), (${orgId}, 9202, 9101, 'Other', 'other', 2, now())`
  const before = await writtenTree(sql, orgId)
  await sql`
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
    values (${orgId}, 9301, 9201, '{"en": "Voltage"}', 'u', 1, 'holding', 'u16')`
  const after = await writtenTree(sql, orgId, before.leaves)
  const isSame = (deviceId: number): boolean => before.leaves.get(deviceId) === after.leaves.get(deviceId)
  assert.deepEqual([isSame(9201), isSame(9202)], [false, true])
  assert.deepEqual(after.text, (await writtenTree(sql, orgId)).text)
})

test('device-param-tree: those who ask at once get one text', async (t) => {
  const { orgId, service } = await startApi(t)
  const { sql } = service.db
  const trees = new TreeCache()
  const answers = await Promise.all([1, 2, 3].map(() => trees.tree(sql, orgId)))
  assert.equal(new Set(answers).size, 1)
})
