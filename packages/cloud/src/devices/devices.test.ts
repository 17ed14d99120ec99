import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assignSlugs } from '../fields/assign-slugs.rules.ts'
import { startApi } from '../testing/api.ts'
import { quotaLeft, quotaProblem } from './quota.sql.ts'

const voltage = { name: 'Voltage', address: 0, registerKind: 'holding', valueType: 'u16' } as const
const energy = {
  name: { en: 'Energy', pl: 'Energia' },
  category: { en: 'Totals' },
  label: 'E+',
  unitName: 'kWh',
  address: 10,
  registerKind: 'input',
  valueType: 'u32',
  order: 'CDAB',
  multiplier: '0.010',
  min: 0,
  isTracked: false,
} as const

const sorted = (numbers: readonly (number | null | undefined)[]) => numbers.toSorted((a, b) => Number(a) - Number(b))

test('devices', async (t) => {
  const api = await startApi(t)
  const { orgId, otherOrgId, call, service, clock } = api
  const { sql } = service.db
  const newNet = async (org: number, slug: string): Promise<number> => {
    const [net] = await sql<[{ id: number }]>`
      insert into net (org_id, name, slug, ip, port, created_on) values (${org}, ${slug}, ${slug}, '192.0.2.1', 502, now())
      returning id`
    return net.id
  }
  const newTemplate = async (org: number, name: string, params: readonly object[]): Promise<number> => {
    const [template] = await sql<[{ id: number }]>`
      insert into template (org_id, name, manufacturer, version, read_group_size, write_function, skus, param_templates)
      values (${org}, ${name}, 'x', '1', 30, 'always-16', '{}', ${sql.json(params)}) returning id`
    return template.id
  }
  const [net, theirNet] = [await newNet(orgId, 'hall'), await newNet(otherOrgId, 'hall')]
  const setQuota = (quota: number | null) => sql`update org set device_quota = ${quota} where id = ${orgId}`
  const create = (devices: readonly object[], as: 'manager' | 'stranger' = 'manager') =>
    call(as, 'POST', `/net/${as === 'manager' ? net : theirNet}/devices/create/`, { devices })
  const make = async (...devices: readonly object[]): Promise<number[]> => {
    const { status, body } = await create(devices)
    assert.equal(status, 200, JSON.stringify(body))
    return (body as { deviceIds: number[] }).deviceIds
  }
  const get = async (path: string) => (await call('viewer', 'GET', path)).body
  const message = async (devices: readonly object[]) => {
    const { status, body } = await create(devices)
    return `${status} ${(body as { errorMessage: string }).errorMessage}`
  }

  await t.test('creates a device with parameters of its own', async () => {
    const [id] = await make({
      name: ' Main meter ',
      modbusUnitId: 7,
      description: 'x',
      params: [voltage, voltage, energy],
    })
    const device = {
      id,
      netId: net,
      name: 'Main meter',
      slug: 'main-meter',
      modbusUnitId: 7,
      updatePeriodSec: 60,
      readGroupSize: 60,
      writeFunction: 'normal',
      modbusTimeoutRetriesNum: 1,
    }
    assert.deepEqual(await get(`/device/${id}/`), device)
    assert.deepEqual(await get(`/net/${net}/devices/`), [device])
    const params = (await get(`/device/${id}/params/`)) as { id: number; slug: string }[]
    assert.deepEqual(
      params.map(({ slug }) => slug),
      ['voltage', 'voltage-2', 'e'],
    )
    assert.deepEqual(params[2], {
      id: params[2]?.id,
      deviceId: id,
      fullName: 'Main meter: Energy [E+], kWh',
      slug: 'e',
      isProgrammable: false,
      shift: '0',
      ...energy,
      category: 'Totals',
      min: '0',
    })
    assert.deepEqual(
      await get(`/device/${id}/tracked-params/`),
      params.slice(0, 2).map((param) => ({ id: param.id, name: 'Voltage', fullName: 'Main meter: Voltage' })),
    )
  })

  await t.test(
    'creates a device from a shipped or own template, but not from one of another organization',
    async () => {
      const own = await newTemplate(orgId, 'own', [energy])
      const shipped = await newTemplate(0, 'shipped', [voltage])
      const foreign = await newTemplate(otherOrgId, 'foreign', [voltage])
      const ids = await make(
        { name: 'A', modbusUnitId: 1, templateId: own, params: [voltage] },
        { name: 'A', modbusUnitId: 2, templateId: shipped, readGroupSize: 5, slug: 'a' },
      )
      const [first, second] = await Promise.all(
        ids.map((id) => get(`/device/${id}/`) as Promise<Record<string, unknown>>),
      )
      assert.ok(first && second)
      assert.deepEqual([first['slug'], second['slug']], ['a-2', 'a'])
      assert.deepEqual([first['initializedFromTemplate'], second['initializedFromTemplate']], [own, shipped])
      assert.deepEqual([first['readGroupSize'], second['readGroupSize'], first['writeFunction']], [30, 5, 'always-16'])
      assert.equal(((await get(`/device/${ids[0]}/params/`)) as unknown[]).length, 2)
      assert.match(
        await message([
          { name: 'B', modbusUnitId: 1 },
          { name: 'B', modbusUnitId: 1, templateId: foreign },
        ]),
        /^404/,
      )
      assert.match(await message([{ name: 'B', modbusUnitId: 1, templateId: 999_999 }]), /^404/)
      await sql`delete from template where id = ${own}`
      assert.equal('initializedFromTemplate' in ((await get(`/device/${ids[0]}/`)) as object), false)
    },
  )

  await t.test('an error names its field, and nothing is stored', async () => {
    const [before] = await sql`select count(*) from device`
    const unit = { name: 'New', modbusUnitId: 1 }
    for (const [devices, expected] of [
      [[{ ...unit, name: ' ' }], /^400 body\.devices\.0\.name/],
      [[{ ...unit, modbusUnitId: 256 }], /^400 body\.devices\.0\.modbusUnitId/],
      [[{ ...unit, slug: 'A b' }], /^400 body\.devices\.0\.slug/],
      [[unit, { ...unit, slug: 'main-meter' }], /^400 body\.devices\.1\.slug: is taken/],
      [
        [
          { ...unit, slug: 'x' },
          { ...unit, slug: 'x' },
        ],
        /^400 body\.devices\.1\.slug: is taken/,
      ],
      [
        [{ ...unit, params: [voltage, { ...voltage, bitsAmount: 17 }] }],
        /^400 body\.devices\.0\.params\.1: bitPosition/,
      ],
      [[{ ...unit, params: [{ ...voltage, multiplier: '0x10' }] }], /^400 body\.devices\.0\.params\.0: multiplier/],
      [[{ ...unit, params: [{ ...energy, address: 65_535 }] }], /^400 body\.devices\.0\.params\.0: address/],
      [[{ ...unit, params: [{ ...voltage, registerKind: 'coil' }] }], /^400 body\.devices\.0\.params\.0: valueType/],
      [
        [
          {
            ...unit,
            params: [
              { ...voltage, slug: 'u' },
              { ...voltage, slug: 'u' },
            ],
          },
        ],
        /^400 .*params\.1\.slug: is taken/,
      ],
      [[], /^400 body\.devices/],
    ] as const) {
      assert.match(await message(devices), expected)
    }
    const [after] = await sql`select count(*) from device`
    assert.deepEqual(after, before)
  })

  await t.test('parameters are added', async () => {
    const [id] = await make({ name: 'Growing', modbusUnitId: 3, params: [voltage] })
    const add = (params: readonly object[]) => call('manager', 'POST', `/device/${id}/params/create/`, { params })
    const { body } = await add([voltage, { ...energy, multiplier: 1e-7 }])
    const { paramIds } = body as { paramIds: number[] }
    const params = (await get(`/device/${id}/params/`)) as { id: number; slug: string; multiplier: string }[]
    assert.deepEqual(
      params.slice(1).map((param) => param.id),
      paramIds,
    )
    assert.deepEqual(
      params.map(({ slug }) => slug),
      ['voltage', 'voltage-2', 'e'],
    )
    assert.equal(params[2]?.multiplier, '0.0000001')
    assert.equal((await add([{ ...voltage, slug: 'e' }])).status, 400)
    const tooMany = await add(Array.from({ length: 1998 }, () => voltage))
    assert.match(JSON.stringify(tooMany.body), /at most 2000/)
  })

  await t.test('changes the given fields and keeps the others', async () => {
    const [id] = await make({ name: 'Changing', modbusUnitId: 3, updatePeriodSec: 5 })
    const change = (body: object) => call('manager', 'POST', `/device/${id}/change/`, body)
    assert.deepEqual((await change({ name: 'Changed', slug: 'changed', modbusUnitId: 0 })).body, {})
    const { name, slug, modbusUnitId, updatePeriodSec } = (await get(`/device/${id}/`)) as Record<string, unknown>
    assert.deepEqual([name, slug, modbusUnitId, updatePeriodSec], ['Changed', 'changed', 0, 5])
    assert.equal((await change({ slug: 'main-meter' })).status, 400)
    assert.equal((await change({ slug: 'changed' })).status, 200)
    assert.equal((await change({ updatePeriodSec: 0 })).status, 400)
    assert.equal((await change({})).status, 200)
  })

  await t.test('the quota holds, also for many at once', async () => {
    await sql`delete from device`
    const turn = async (id: number | undefined, enabled: boolean) => {
      const { status, body } = await call('manager', 'POST', `/device/${id}/change-disable/`, { enabled })
      return [status, (body as { availableDevicesQuota?: number | null }).availableDevicesQuota]
    }
    const ids = await make(...Array.from({ length: 8 }, (_, index) => ({ name: 'D', modbusUnitId: index })))
    assert.deepEqual(await turn(ids[0], false), [200, null])
    await setQuota(4)
    for (const id of ids) assert.deepEqual((await turn(id, false))[0], 200)
    const tries = await Promise.all(ids.map((id) => turn(id, true)))
    assert.deepEqual(sorted(tries.map(([status]) => status)), [200, 200, 200, 200, 401, 401, 401, 401])
    assert.deepEqual(sorted(tries.flatMap(([status, left]) => (status === 200 ? [left] : []))), [0, 1, 2, 3])
    const rows = await sql<{ id: number }[]>`select id from device where disabled_on is null`
    const [on] = rows
    assert.equal(rows.length, 4)
    assert.deepEqual(await turn(on?.id, true), [200, 0])
    assert.deepEqual(await turn(on?.id, false), [200, 1])
    const { disabledOn } = (await get(`/device/${on?.id}/`)) as { disabledOn: string }
    assert.equal(disabledOn, service.now().toISOString())
    clock.advance(1000)
    await turn(on?.id, false)
    assert.equal(((await get(`/device/${on?.id}/`)) as { disabledOn: string }).disabledOn, disabledOn)
    const one = { name: 'One', modbusUnitId: 1 }
    assert.equal(
      await message([one, one]),
      '401 The quota of the organization is 4 enabled devices; 3 are enabled, and this asks for 2 more.',
    )
    const made = await Promise.all(Array.from({ length: 4 }, () => create([one])))
    assert.deepEqual(sorted(made.map(({ status }) => status)), [200, 401, 401, 401])
    await setQuota(2)
    assert.deepEqual((await call('manager', 'POST', `/device/${on?.id}/delete/`)).body, { availableDevicesQuota: 0 })
    assert.equal((await call('manager', 'GET', `/device/${on?.id}/`)).status, 404)
    await setQuota(null)
  })

  await t.test('roles', async () => {
    const [id] = await make({ name: 'Roles', modbusUnitId: 1 })
    for (const [method, path, body, least] of [
      ['GET', `/device/${id}/`, undefined, 'viewer'],
      ['GET', `/device/${id}/tracked-params/`, undefined, 'viewer'],
      ['GET', `/device/${id}/params/`, undefined, 'viewer'],
      ['POST', `/device/${id}/change-disable/`, { enabled: true }, 'manager'],
      ['POST', `/device/${id}/change/`, {}, 'manager'],
      ['POST', `/device/${id}/params/create/`, { params: [voltage] }, 'manager'],
      ['POST', `/net/${net}/devices/create/`, { devices: [{ name: 'x', modbusUnitId: 1 }] }, 'manager'],
      ['POST', `/device/${id}/delete/`, null, 'manager'],
    ] as const) {
      const below = least === 'viewer' ? 'demo' : 'operator'
      assert.equal((await call('stranger', method, path, body)).status, 404, path)
      assert.equal((await call(below, method, path, body)).status, 401, path)
      assert.equal((await call(least, method, path, body)).status, 200, path)
    }
  })

  await t.test('no row can point into another organization', async () => {
    const [device] = await make({ name: 'Ours', modbusUnitId: 1 })
    const foreign = await newTemplate(otherOrgId, 'theirs', [voltage])
    const insertDevice = (org: number, netId: number, templateOrg: number | null, templateId: number | null) => sql`
      insert into device (org_id, net_id, name, slug, modbus_unit_id, template_org_id, template_id, created_on)
      values (${org}, ${netId}, 'x', 'pointing', 1, ${templateOrg}, ${templateId}, now())`
    const insertParam = (org: number) => sql`
      insert into param (org_id, device_id, name, slug, address, register_kind, value_type)
      values (${org}, ${device ?? 0}, '{}', 'x', 0, 'holding', 'u16')`
    await assert.rejects(insertDevice(orgId, theirNet, null, null), /foreign key/)
    await assert.rejects(insertDevice(otherOrgId, net, null, null), /foreign key/)
    await assert.rejects(insertDevice(orgId, net, otherOrgId, foreign), /check constraint/)
    await assert.rejects(insertDevice(orgId, net, orgId, foreign), /foreign key/)
    await assert.rejects(insertDevice(orgId, net, 0, foreign), /foreign key/)
    await assert.rejects(insertParam(otherOrgId), /foreign key/)
    await assert.rejects(sql`update device set net_id = ${theirNet} where id = ${device ?? 0}`, /foreign key/)
    await assert.rejects(sql`update device set org_id = ${otherOrgId} where id = ${device ?? 0}`, /foreign key/)
    await assert.rejects(
      sql`insert into gateway (mac, org_id, net_id) values ('020000000001', ${otherOrgId}, ${net})`,
      /foreign key/,
    )
    await insertParam(orgId)
  })

  await t.test('every change is on record', async () => {
    const rows = await sql<{ action: string }[]>`select distinct action from audit where org_id = ${orgId} order by 1`
    const expected = ['device.change', 'device.change-disable', 'device.delete', 'devices.create', 'params.create']
    assert.deepEqual(
      rows.map(({ action }) => action),
      expected,
    )
  })
})

test('quota', () => {
  fc.assert(
    fc.property(fc.option(fc.nat(5)), fc.nat(8), fc.nat(3), (quota, enabledCount, more) => {
      const left = quotaLeft({ quota, enabledCount })
      const problem = quotaProblem({ quota, enabledCount }, more)
      assert.equal(problem === null, left === null || more === 0 || more <= left)
      if (problem !== null) assert.ok(problem.includes(String(quota)))
    }),
  )
})

test('slugs are all different, and chosen ones stay', () => {
  const slug = fc.constantFrom('a', 'b', 'a-2', 'a-3')
  const request = fc.record({ slug: fc.option(slug, { nil: undefined }), name: fc.constantFrom('A', 'B', 'a 2') })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 8 }), fc.array(slug), (requests, taken) => {
      const assigned = assignSlugs(requests, taken)
      const chosen = requests.flatMap((one) => one.slug ?? [])
      const isClash = new Set([...chosen, ...taken]).size < chosen.length + new Set(taken).size
      assert.equal('takenAt' in assigned, isClash)
      if ('takenAt' in assigned) return
      assert.equal(new Set([...assigned.slugs, ...taken]).size, requests.length + new Set(taken).size)
      for (const [index, one] of requests.entries()) if (one.slug) assert.equal(assigned.slugs[index], one.slug)
    }),
  )
})
