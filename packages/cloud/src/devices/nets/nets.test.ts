import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'

const direct = { kind: 'direct', ip: '192.0.2.7', port: 502 }
type CreateAnswer = { result: string; id: number; errors: Record<string, string> }

test('networks', async (t) => {
  const api = await startApi(t)
  const { orgId, otherOrgId, call, clock, service } = api
  const { sql } = service.db
  const create = async (body: object, as: 'manager' | 'stranger' = 'manager') =>
    (await call(as, 'POST', `/org/${as === 'manager' ? orgId : otherOrgId}/nets/create/`, body)).body as CreateAnswer
  const change = async (id: number, body: object) => (await call('manager', 'POST', `/net/${id}/change/`, body)).body
  const get = async (id: number, as: 'manager' | 'viewer' = 'manager') =>
    (await call(as, 'GET', `/net/${id}/`)).body as Record<string, unknown>
  const hall = await create({ name: 'Hall', connection: direct, devicePasswords: ['open'], description: 'North' })

  await t.test('a network is created and shown; only managers see its passwords', async () => {
    assert.deepEqual(hall, { result: 'success', id: hall.id, errors: {} })
    const shown = {
      id: hall.id,
      orgId,
      name: 'Hall',
      description: 'North',
      slug: 'hall',
      solution: 'standalone',
      createdOn: '2026-11-14T00:00:00.000Z',
      ip: '192.0.2.7',
      port: 502,
      protocol: 'modbustcp',
      controllerKind: 'generic',
      controllerModbusUnitId: 1,
    }
    assert.deepEqual(await get(hall.id), { ...shown, devicePasswords: ['open'] })
    assert.deepEqual(await get(hall.id, 'viewer'), { ...shown, devicePasswords: [] })
  })

  await t.test('it has a place where one is given: both degrees or none, within their ranges', async () => {
    const { id } = await create({ name: 'Mast', connection: direct, latitude: 50.45, longitude: 30.52 })
    const coordinates = async () => {
      const { latitude, longitude } = await get(id)
      const list = (await call('viewer', 'GET', `/org/${orgId}/nets/`)).body as Record<string, unknown>[]
      const listed = list.find((one) => one['id'] === id)
      assert.deepEqual([listed?.['latitude'], listed?.['longitude']], [latitude, longitude])
      return [latitude, longitude]
    }
    for (const [body, errors, expected] of [
      [{ name: 'Mast 2' }, {}, [50.45, 30.52]],
      [{ latitude: 91 }, { latitude: 'must be from -90 to 90' }, [50.45, 30.52]],
      [{ longitude: -180.1 }, { longitude: 'must be from -180 to 180' }, [50.45, 30.52]],
      [{ latitude: null }, { latitude: 'must be given together with longitude' }, [50.45, 30.52]],
      [{ latitude: -90, longitude: 180 }, {}, [-90, 180]],
      [{ latitude: null, longitude: null }, {}, [undefined, undefined]],
    ] as const) {
      assert.deepEqual(((await change(id, body)) as CreateAnswer).errors, errors, JSON.stringify(body))
      assert.deepEqual(await coordinates(), expected)
    }
    await call('manager', 'POST', `/net/${id}/delete/`)
  })

  await t.test('it is made without writing where that is asked for', async () => {
    for (const [body, isWritingAllowed] of [
      [{}, true],
      [{ allowWriting: true }, true],
      [{ allowWriting: false }, false],
    ] as const) {
      const { id } = await create({ name: 'Pit', connection: direct, ...body })
      const settings = (await call('viewer', 'GET', `/net/${id}/link-settings/`)).body
      assert.equal((settings as { isWritingAllowed: boolean }).isWritingAllowed, isWritingAllowed)
      await call('manager', 'POST', `/net/${id}/delete/`)
    }
  })

  await t.test('a slug is made from the name; the same name gets a number', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Hall', connection: direct })))
    const slugs = await Promise.all(made.map(async ({ id }) => String((await get(id))['slug'])))
    assert.deepEqual(slugs.toSorted(), ['hall-2', 'hall-3', 'hall-4', 'hall-5', 'hall-6'])
    for (const { id } of made) await call('manager', 'POST', `/net/${id}/delete/`)
  })

  await t.test('an owner shares its address with another organization, and no longer', async () => {
    const path = `/net/${hall.id}/share/`
    const shared = async () => (await call('manager', 'GET', `/net/${hall.id}/shares/`)).body
    for (const [as, body, gives] of [
      ['manager', { orgId: otherOrgId, isShared: true }, 401],
      ['stranger', { orgId: otherOrgId, isShared: true }, 404],
      ['owner', { orgId, isShared: true }, 404],
      ['owner', { orgId: 999_999, isShared: true }, 404],
      ['owner', { orgId: otherOrgId, isShared: true }, 200],
      ['owner', { orgId: otherOrgId, isShared: true }, 200],
    ] as const) {
      assert.equal((await call(as, 'POST', path, body)).status, gives, `${as} ${JSON.stringify(body)}`)
    }
    assert.deepEqual(await shared(), [{ orgId: otherOrgId, since: '2026-11-14T00:00:00.000Z', by: 'owner' }])
    assert.equal((await call('owner', 'POST', path, { orgId: otherOrgId, isShared: false })).status, 200)
    assert.deepEqual(await shared(), [])
    assert.equal((await sql`select 1 from audit where action = 'net.share'`).length, 2)
    // Moving a network ends its shares.
    await call('owner', 'POST', path, { orgId: otherOrgId, isShared: true })
    await change(hall.id, { connection: { ...direct, port: 503 } })
    assert.deepEqual(await shared(), [])
    await change(hall.id, { connection: direct })
  })

  await t.test('errors are reported by field, and nothing is stored', async () => {
    const [before] = await sql`select count(*) from net`
    for (const [body, fields] of [
      [{ name: '' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ description: 'x'.repeat(2001) }, 'description'],
      [{ solution: 'other' }, 'solution'],
      [{ protocol: 'http' }, 'protocol'],
      [{ controllerKind: 'toString' }, 'controllerKind'],
      [{ slug: 'Hall' }, 'slug'],
      [{ slug: '' }, 'slug'],
      [{ slug: 'hall' }, 'slug'],
      [{ controllerModbusUnitId: 256 }, 'controllerModbusUnitId'],
      [{ controllerModbusUnitId: 1.5 }, 'controllerModbusUnitId'],
      [{ devicePasswords: ['x'.repeat(20)] }, 'devicePasswords'],
      [{ connection: { ...direct, ip: '192.0.2.256' } }, 'connection.ip'],
      [{ connection: { ...direct, ip: '' } }, 'connection.ip'],
      [{ connection: { ...direct, ip: '1.2.3.4/24' } }, 'connection.ip'],
      [{ connection: { ...direct, ip: 'fe80::1%eth0' } }, 'connection.ip'],
      [{ connection: { ...direct, port: 0 } }, 'connection.port'],
      [{ connection: { ...direct, port: 65_536 } }, 'connection.port'],
      [{ connection: { kind: 'backward', mac: '02:00:5e:10:00' } }, 'connection.mac'],
      [{ connection: { kind: 'backward', mac: '02:00:5e:10:00:77' } }, 'connection.mac'],
      [{ connection: { kind: 'connect-code', code: 'nothing' } }, 'connection.code'],
      [{ connection: { kind: 'activation-code', code: 12_345_678 } }, 'connection.code'],
      [{ connection: { kind: 'activation-code', code: 1 } }, 'connection.code'],
      [{ connection: { kind: 'net-id', networkId: 1 } }, 'connection.kind'],
      [{ name: '', slug: '-', connection: { ...direct, port: -1 } }, 'name,slug,connection.port'],
    ] as const) {
      const { result, errors } = await create({ name: 'New', connection: direct, ...body })
      assert.deepEqual([result, Object.keys(errors).join(',')], ['error', fields])
      clock.advance(60_000)
    }
    const [after] = await sql`select count(*) from net`
    assert.deepEqual(after, before)
    for (const body of [
      { connection: direct },
      { name: 'x' },
      { name: 1, connection: direct },
      { name: 'x', connection: { kind: 'direct', ip: '192.0.2.1' } },
    ]) {
      assert.equal((await call('manager', 'POST', `/org/${orgId}/nets/create/`, body)).status, 400)
    }
  })

  await t.test('changes the given fields and keeps the others', async () => {
    assert.deepEqual(await change(hall.id, {}), { result: 'success', id: hall.id, errors: {} })
    await change(hall.id, {
      name: ' Great hall ',
      description: null,
      solution: 'em130',
      connection: { kind: 'direct', ip: 'Gateway.Example.org', port: 1502 },
    })
    const { name, slug, solution, ip, port, ...others } = await get(hall.id)
    assert.deepEqual([name, slug, solution, ip, port], ['Great hall', 'hall', 'em130', 'gateway.example.org', 1502])
    assert.equal('description' in others, false)
    assert.deepEqual(others['devicePasswords'], ['open'])
    const other = await create({ name: 'Other', connection: { ...direct, ip: '2001:db8::7' } })
    assert.deepEqual(await change(other.id, { slug: 'hall', name: 'x' }), {
      result: 'error',
      errors: { slug: 'is taken' },
    })
    assert.equal((await get(other.id))['name'], 'Other')
    assert.deepEqual(await change(other.id, { slug: 'other' }), { result: 'success', id: other.id, errors: {} })
    assert.deepEqual((await call('viewer', 'GET', `/org/${orgId}/nets/`)).body, [
      { id: hall.id, name: 'Great hall', slug: 'hall', lid: { direct: 'gateway.example.org:1502' } },
      { id: other.id, name: 'Other', slug: 'other', lid: { direct: '[2001:db8::7]:502' } },
    ])
    await call('manager', 'POST', `/net/${hall.id}/change-solution/`, { solution: 'ice' })
    assert.equal((await get(hall.id))['solution'], 'ice')
    assert.equal((await call('manager', 'POST', `/net/${hall.id}/change-solution/`, { solution: 'x' })).status, 400)
  })

  await t.test('a network of another organization may have the same slug', async () => {
    const theirs = await create({ name: 'Hall', slug: 'hall', connection: direct }, 'stranger')
    assert.equal(theirs.result, 'success')
    const rows = await sql<{ count: number }[]>`select count(*) from net where slug = 'hall'`
    assert.equal(rows[0]?.count, 2)
  })

  await t.test('codes bind gateways', async () => {
    const [later, gone] = [new Date(service.now().getTime() + 1000), new Date(service.now().getTime() - 1)]
    for (const last of [1, 2, 3]) await sql`insert into gateway (mac) values (${`02:00:5e:10:00:0${last}`})`
    await sql`insert into activation_code (code, mac, public_key, expires_on) values
      (10000001, '02:00:5e:10:00:01', '\\x01', ${later}), (10000003, '02:00:5e:10:00:03', '\\x01', ${gone})`
    await sql`insert into connect_code (code_hash, mac, expires_on) values
      (sha256('one'), '02:00:5e:10:00:01', null), (sha256('two'), '02:00:5e:10:00:02', ${later}), (sha256('three'), '02:00:5e:10:00:03', ${gone})`
    const bound = async () =>
      Array.from(await sql`select right(mac::text, 1) as mac, net_id as net from gateway where net_id is not null`)
    const errors = async (connection: object, as: 'manager' | 'stranger' = 'manager') =>
      (await create({ name: 'By code', connection }, as)).errors

    const both = await Promise.all(
      [1, 2].map(() => create({ name: 'Gate', connection: { kind: 'activation-code', code: 10_000_001 } })),
    )
    assert.deepEqual(both.map(({ result }) => result).toSorted(), ['error', 'success'])
    const gate = both.find(({ result }) => result === 'success')?.id ?? 0
    assert.deepEqual(await bound(), [{ mac: '1', net: gate }])
    const { mac, ip, port } = await get(gate)
    assert.deepEqual({ mac, ip, port }, { mac: '02:00:5e:10:00:01', ip: '', port: 0 })
    const nets = (await call('viewer', 'GET', `/org/${orgId}/nets/`)).body as { id: number; lid: unknown }[]
    assert.deepEqual(nets.find(({ id }) => id === gate)?.lid, { backward: '02:00:5e:10:00:01' })

    const unknown = { 'connection.code': 'is unknown or has expired' }
    assert.deepEqual(await errors({ kind: 'activation-code', code: 10_000_001 }), unknown)
    assert.deepEqual(await errors({ kind: 'activation-code', code: 10_000_003 }), unknown)
    assert.deepEqual(await errors({ kind: 'connect-code', code: 'three' }), unknown)
    const taken = { 'connection.code': 'leads to a gateway that another network has already' }
    assert.deepEqual(await errors({ kind: 'connect-code', code: 'one' }), taken)
    const theirs = { 'connection.code': 'leads to a gateway of somebody else' }
    assert.deepEqual(await errors({ kind: 'connect-code', code: 'one' }, 'stranger'), theirs)

    // A MAC alone says the same whether the gateway is there or not.
    const unproven = await errors({ kind: 'backward', mac: '02-00-5E-10-00-02' })
    assert.match(unproven['connection.mac'] ?? '', /needs the connect code/)
    assert.deepEqual(await errors({ kind: 'backward', mac: '020000000000' }), unproven)
    assert.deepEqual(await errors({ kind: 'backward', mac: '02:00:5e:10:00:01' }, 'stranger'), unproven)
    assert.deepEqual(await errors({ kind: 'backward', mac: '02:00:5e:10:00:01', connectCode: 'two' }), unproven)
    clock.advance(60_000)

    const second = await create({
      name: 'Two',
      connection: { kind: 'backward', mac: '02-00-5E-10-00-02', connectCode: 'two' },
    })
    assert.equal(second.result, 'error')
    await sql`update connect_code set expires_on = null where code_hash = sha256('two')`
    assert.equal(
      ((await change(gate, { connection: { kind: 'connect-code', code: 'two' } })) as CreateAnswer).result,
      'success',
    )
    assert.deepEqual(await bound(), [{ mac: '2', net: gate }])
    // The note mentions that the gateway's key is still unknown.
    const bindingNote = async () =>
      ((await change(gate, { connection: { kind: 'connect-code', code: 'two' } })) as { note?: string }).note
    const never = 'The gateway has never called in, so it is not known whether it has a key. '
    assert.equal(
      await bindingNote(),
      `${never}The first key that is proven under its MAC will be its own; without a key it will be refused, unless an owner allows such gateways.`,
    )
    await sql`update org set is_keyless_allowed = true where id = ${orgId}`
    assert.equal(await bindingNote(), `${never}Whoever calls first under its MAC is taken for it.`)
    await sql`update org set is_keyless_allowed = false where id = ${orgId}`
    await sql`update net set is_keyless_allowed = false where id = ${gate}`
    await sql`update gateway set seen_on = now() where mac = '02:00:5e:10:00:02'`
    assert.equal(await bindingNote(), undefined)
    const again = { connection: { kind: 'backward', mac: '02:00:5e:10:00:02' } }
    assert.equal(((await change(gate, again)) as CreateAnswer).result, 'success')
    await change(gate, { connection: direct })
    assert.deepEqual(await bound(), [])

    // A gateway keeps the key it is known by while it is the network's; when it is bound again by a connect code, its key is open again.
    const key = async () =>
      (await sql`select public_key from gateway where mac = '02:00:5e:10:00:02'`)[0]?.['public_key']
    const two = { connection: { kind: 'connect-code', code: 'two' } }
    await change(gate, two)
    assert.equal(await key(), null)
    await sql`update gateway set public_key = '\\x0102' where mac = '02:00:5e:10:00:02'`
    for (const same of [two, again]) {
      await change(gate, same)
      assert.deepEqual(await key(), Buffer.of(1, 2))
    }
    await change(gate, { connection: direct })
    await change(gate, two)
    assert.equal(await key(), null)

    // An activation code brings the key of the gateway that showed it, and uses up no other code.
    await sql`insert into activation_code (code, mac, public_key, expires_on) values
      (10000004, '02:00:5e:10:00:02', '\\x0304', ${new Date(service.now().getTime() + 1000)}),
      (10000005, '02:00:5e:10:00:02', null, ${new Date(service.now().getTime() + 1000)})`
    await change(gate, { connection: { kind: 'activation-code', code: 10_000_004 } })
    assert.deepEqual(await key(), Buffer.of(3, 4))
    const keyless = { connection: { kind: 'activation-code', code: 10_000_005 } }
    const why =
      'leads to a gateway without a key, which anybody could pass for; an owner must allow such gateways first'
    assert.deepEqual(await change(gate, keyless), { result: 'error', errors: { 'connection.code': why } })
    assert.deepEqual(await key(), Buffer.of(3, 4))
    await sql`update org set is_keyless_allowed = true`
    await change(gate, keyless)
    assert.deepEqual(await key(), Buffer.of())
    assert.equal((await sql`select from net where id = ${gate} and is_keyless_allowed`).length, 1)
    await change(gate, { connection: direct })
    await change(gate, { connection: { kind: 'connect-code', code: 'one' } })
    await call('manager', 'POST', `/net/${gate}/delete/`)
    assert.deepEqual(await bound(), [])
    assert.equal((await call('manager', 'GET', `/net/${gate}/`)).status, 404)
  })

  await t.test('codes cannot be guessed', async () => {
    clock.advance(120_000)
    const guess = () =>
      call('owner', 'POST', `/org/${orgId}/nets/create/`, {
        name: 'x',
        connection: { kind: 'connect-code', code: 'x' },
      })
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1) statuses.push((await guess()).status)
    assert.deepEqual(statuses, [...Array<number>(10).fill(200), 403, 403])
    clock.advance(60_000)
    assert.equal((await guess()).status, 200)
  })

  await t.test('a network is switched on and off; what an administrator switched off stays off', async () => {
    const turn = (body: object) => call('manager', 'POST', `/net/${hall.id}/change-disable/`, body)
    assert.deepEqual((await turn({ enabled: false, note: 'Repair' })).body, { availableDevicesQuota: null })
    const off = await get(hall.id)
    assert.deepEqual([off['disabledBy'], off['disabledNote']], ['user', 'Repair'])
    clock.advance(1000)
    await turn({ enabled: false })
    assert.deepEqual((await get(hall.id))['disabledOn'], off['disabledOn'])
    await turn({ enabled: true })
    assert.equal('disabledOn' in (await get(hall.id)), false)
    for (const by of ['admin', 'billing']) {
      await sql`update net set disabled_on = now(), disabled_by = ${by} where id = ${hall.id}`
      assert.equal((await turn({ enabled: false })).status, 200)
      const refused = await turn({ enabled: true })
      assert.deepEqual(
        [refused.status, refused.body],
        [401, { errorCode: 'NotAuthorized', errorMessage: `The network was disabled by ${by}.` }],
      )
      assert.equal((await get(hall.id))['disabledBy'], by)
    }
  })

  await t.test('roles', async () => {
    for (const [method, path, body, least] of [
      ['GET', `/org/${orgId}/nets/`, undefined, 'viewer'],
      ['GET', `/org/${orgId}/nets/device-param-tree/`, undefined, 'viewer'],
      ['GET', `/net/${hall.id}/`, undefined, 'viewer'],
      ['GET', `/net/${hall.id}/devices/`, undefined, 'viewer'],
      ['POST', `/org/${orgId}/nets/create/`, { name: '', connection: direct }, 'manager'],
      ['POST', `/net/${hall.id}/change/`, {}, 'manager'],
      ['POST', `/net/${hall.id}/change-solution/`, { solution: 'ice' }, 'manager'],
      ['POST', `/net/${hall.id}/change-disable/`, { enabled: false }, 'manager'],
      ['POST', `/net/${hall.id}/delete/`, {}, 'manager'],
    ] as const) {
      const below = least === 'viewer' ? 'demo' : 'operator'
      assert.equal((await call('stranger', method, path, body)).status, 404, path)
      assert.equal((await call(below, method, path, body)).status, 401, path)
      assert.equal((await call(least, method, path, body)).status, 200, path)
    }
  })

  await t.test('every change is on record, without passwords', async () => {
    const rows = await sql<{ action: string; text: string }[]>`
      select action, audit::text as text from audit where org_id = ${orgId}`
    const actions = new Set(rows.map(({ action }) => action))
    const expected = [
      'net.change',
      'net.change-disable',
      'net.change-solution',
      'net.create',
      'net.delete',
      'net.share',
    ]
    assert.deepEqual([...actions].toSorted(), expected)
    assert.ok(rows.every(({ text }) => !text.includes('open')))
    assert.ok(rows.some(({ text }) => text.includes('***')))
  })
})
