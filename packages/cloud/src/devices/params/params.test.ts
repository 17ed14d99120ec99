import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import { compactTexts, fullName, shownText, textsOf } from './names.rules.ts'

const u16 = { registerKind: 'holding', valueType: 'u16' } as const

test('parameters', async (t) => {
  const api = await startApi(t)
  const { orgId, otherOrgId, call, service, accounts } = api
  const { sql } = service.db
  /** A device with three parameters in an organization. */
  const furnish = async (org: number, as: 'manager' | 'stranger'): Promise<number[]> => {
    const connection = { kind: 'direct', ip: '192.0.2.1', port: 502 }
    const made = await call(as, 'POST', `/org/${org}/nets/create/`, { name: 'Hall', connection })
    const { id: netId } = made.body as { id: number }
    const params = [
      { name: { en: 'Voltage', uk: 'Напруга' }, label: 'U', unitName: 'V', address: 1, ...u16 },
      { name: 'Current', address: 2, bitPosition: 4, bitsAmount: 8, ...u16 },
      { name: 'State', address: 3, registerKind: 'holding', valueType: 'enum', enum: { 0: 'off', 1: { en: 'on' } } },
    ]
    const devices = [{ name: 'Meter', modbusUnitId: 1, params }]
    const { deviceIds } = (await call(as, 'POST', `/net/${netId}/devices/create/`, { devices })).body as {
      deviceIds: number[]
    }
    const shown = (await call(as, 'GET', `/device/${deviceIds[0]}/params/`)).body as { id: number }[]
    return shown.map(({ id }) => id)
  }
  const ours = await furnish(orgId, 'manager')
  const theirs = await furnish(otherOrgId, 'stranger')
  const [voltage = 0, current = 0, state = 0] = ours
  const info = async (ids: readonly number[], as: 'viewer' | 'demo' | 'stranger' | 'manager' = 'viewer') =>
    (await call(as, 'GET', `/params/get-info/?paramIds=${ids.join(',')}`)).body as Record<string, unknown>[]
  const stored = async (id: number) =>
    (
      await sql`select name, category, label, slug, is_tracked, is_programmable, min::text from param where id = ${id}`
    )[0]
  const join = (role: string) => sql`
    insert into membership (org_id, account_id, role) values (${otherOrgId}, ${accounts.manager}, ${role})
    on conflict (org_id, account_id) do update set role = ${role}`

  await t.test('info comes in the order asked, without what is not there for the caller', async () => {
    const shown = await info([current, ...theirs, voltage, 999_999, current])
    assert.deepEqual(
      shown.map(({ id }) => id),
      [current, voltage],
    )
    const [, second] = shown
    assert.deepEqual(second, {
      id: voltage,
      name: 'Voltage',
      fullName: 'Meter: Voltage [U], V',
      slug: 'u',
      deviceId: second?.['deviceId'],
      deviceName: 'Meter',
      deviceSlug: 'meter',
      networkId: second?.['networkId'],
      networkName: 'Hall',
      networkSlug: 'hall',
      address: 1,
      valueType: 'u16',
      registerKind: 'holding',
      isProgrammable: false,
      label: 'U',
      unitName: 'V',
    })
    assert.deepEqual([shown[0]?.['bitPosition'], shown[0]?.['bitsAmount']], [4, 8])
    assert.deepEqual(await info(ours, 'demo'), [])
    assert.equal((await info([...ours, ...theirs], 'stranger')).length, 3)
    assert.equal((await call('viewer', 'GET', '/params/get-info/')).status, 400)
    assert.equal((await call('viewer', 'GET', '/params/get-info/?paramIds=1,x')).status, 400)
  })

  await t.test('many are changed, all or none', async () => {
    const change = (paramIds: readonly number[], modification: object, as: 'manager' | 'operator' = 'manager') =>
      call(as, 'POST', '/params/change/', { paramIds, modification })
    assert.deepEqual((await change([voltage, current, voltage], { category: 'Power', isTracked: false })).body, {})
    for (const id of [voltage, current]) {
      const { category, is_tracked } = (await stored(id)) ?? {}
      assert.deepEqual([category, is_tracked], [{ en: 'Power' }, false])
    }
    await change([voltage], { isProgrammable: true })
    await change([current], { category: '' })
    assert.deepEqual((await stored(voltage))?.['category'], { en: 'Power' })
    assert.equal((await stored(current))?.['category'], null)
    const before = await Promise.all([...ours, ...theirs].map(stored))
    assert.equal((await change([voltage, theirs[0] ?? 0], { isTracked: true })).status, 404)
    assert.equal((await change([voltage, 999_999], { isTracked: true })).status, 404)
    assert.equal((await change([voltage], { isTracked: true }, 'operator')).status, 401)
    await join('operator')
    assert.equal((await change([voltage, theirs[0] ?? 0], { isTracked: true })).status, 401)
    assert.deepEqual(await Promise.all([...ours, ...theirs].map(stored)), before)
    await join('manager')
    assert.equal((await change([theirs[0] ?? 0, voltage], { isTracked: true })).status, 200)
    assert.equal((await stored(theirs[0] ?? 0))?.['is_tracked'], true)
    assert.equal((await change([], {})).status, 400)
    assert.equal((await change([voltage], {})).status, 200)
  })

  await t.test('any setting of a parameter can be changed', async () => {
    const change = (id: number, body: object, as: 'manager' | 'operator' | 'stranger' = 'manager') =>
      call(as, 'POST', `/param/${id}/change/`, body)
    assert.deepEqual((await change(voltage, { name: 'Volts', min: '0.50', label: null, slug: 'volts' })).body, {})
    const { name, label, slug, min } = (await stored(voltage)) ?? {}
    assert.deepEqual([name, label, slug, min], [{ en: 'Volts' }, null, 'volts', '0.50'])
    assert.equal((await info([voltage]))[0]?.['fullName'], 'Meter: Volts, V')
    const format = async () => (await sql`select nan_values, coding from param where id = ${voltage}`)[0]
    assert.deepEqual(await format(), { nan_values: null, coding: null })
    await change(voltage, { nanValues: ['0xFFFF', '32767'], coding: { negativeFrom: 10_000 } })
    const { body: params } = await call(
      'viewer',
      'GET',
      `/device/${String((await info([voltage]))[0]?.['deviceId'])}/params/`,
    )
    const [shown] = params as Record<string, unknown>[]
    assert.deepEqual([shown?.['nanValues'], shown?.['coding']], [['0xFFFF', '32767'], { negativeFrom: 10_000 }])
    // Taken away is not the same as never said: a template does not put it back.
    await change(voltage, { nanValues: null, coding: null })
    assert.deepEqual(await format(), { nan_values: [], coding: null })
    await change(voltage, { min: null, description: 'Between phases' })
    assert.equal((await stored(voltage))?.['min'], null)
    for (const [id, body, complaint] of [
      [voltage, { slug: 'current' }, /slug: is taken/],
      [voltage, { valueType: 'string' }, /bitsAmount/],
      [voltage, { registerKind: 'coil' }, /valueType/],
      [voltage, { multiplier: 0 }, /multiplier/],
      [voltage, { nanValues: ['0x10000'] }, /nanValues/],
      [voltage, { coding: { scaleAt: 500 } }, /coding/],
      [voltage, { coding: { scaleAt: 5 }, isProgrammable: true }, /isProgrammable/],
      [voltage, { coding: { colour: 5 } }, /coding/],
      [voltage, { address: 65_536 }, /address/],
      [voltage, { address: 65_535, valueType: 'f32' }, /address/],
      [current, { bitPosition: 10 }, /bitPosition/],
      [state, { enum: null }, /enum/],
      [voltage, { name: '' }, /name/],
    ] as const) {
      const { status, body: answer } = await change(id, body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(JSON.stringify(answer), complaint)
    }
    assert.equal((await change(current, { bitPosition: null, bitsAmount: null })).status, 200)
    assert.equal((await change(voltage, {}, 'operator')).status, 401)
    assert.equal((await change(voltage, {}, 'stranger')).status, 404)
  })

  await t.test('many are deleted, all or none', async () => {
    const remove = (paramIds: readonly number[], as: 'manager' | 'operator' | 'stranger' = 'manager') =>
      call(as, 'POST', '/params/delete/', { paramIds })
    assert.equal((await remove([voltage, 999_999])).status, 404)
    assert.equal((await remove([voltage], 'operator')).status, 401)
    assert.equal((await remove([voltage, ...theirs], 'stranger')).status, 404)
    assert.equal((await info(ours)).length, 3)
    assert.deepEqual((await remove([voltage, theirs[1] ?? 0])).body, {})
    assert.deepEqual(
      (await info([...ours, ...theirs], 'manager')).map(({ id }) => id),
      [current, state, theirs[0], theirs[2]],
    )
    const both = await Promise.all([remove([current, state]), remove([state, current])])
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404],
    )
  })

  await t.test('every change is on record in its own organization', async () => {
    const rows = await sql<{ org: number; action: string; ids: string }[]>`
      select org_id as org, action, object_id as ids from audit where action in ('params.delete', 'params.change')`
    const deletions = rows.filter(({ action }) => action === 'params.delete')
    assert.deepEqual(
      deletions
        .map(({ org, ids }) => `${org}: ${ids}`)
        .toSorted()
        .slice(0, 1),
      [`${orgId}: ${voltage}`],
    )
    assert.ok(deletions.some(({ org, ids }) => org === otherOrgId && ids === String(theirs[1])))
    assert.ok(rows.filter(({ org }) => org === otherOrgId).length === 2)
  })
})

test('names', () => {
  assert.equal(shownText({ pl: 'Napięcie', en: 'Voltage' }), 'Voltage')
  assert.equal(shownText({ pl: 'Napięcie' }), 'Napięcie')
  const named = { deviceName: 'Meter', name: { en: 'Voltage' }, label: 'U1', unitName: 'V' }
  assert.equal(fullName(named), 'Meter: Voltage [U1], V')
  assert.equal(fullName({ ...named, label: null }), 'Meter: Voltage, V')
  assert.equal(fullName({ ...named, unitName: null }), 'Meter: Voltage [U1]')
  for (const texts of ['Voltage', { en: 'Voltage', pl: 'Napięcie' }])
    assert.deepEqual(compactTexts(textsOf(texts)), texts)
})
