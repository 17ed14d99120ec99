import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../accounts/access/roles.ts'
import { makeDevice, pollOf, recordPolls } from '../history/testing/polls.ts'
import { startApi } from '../testing/api.ts'
import { countQueries } from '../testing/count-queries.ts'
import { dashboardsMax } from './dashboards.contract.ts'

const start = Date.UTC(2026, 10, 14)
const at = new Date(start).toISOString()

test('dashboards', async (t) => {
  const api = await startApi(t)
  const { call, orgId, otherOrgId, service } = api
  const { sql } = service.db
  const ours = await makeDevice(api, orgId, 'a', [
    { valueType: 'f64', unitName: 'V', label: 'U1' },
    { valueType: 'string' },
    { valueType: 'u16' },
  ])
  const second = await makeDevice(api, orgId, 'b', [{ valueType: 'u16' }])
  const other = await makeDevice(api, otherOrgId, 'c', [{ valueType: 'u16' }])
  const [volts = 0, text = 0, never = 0] = ours.params.map(({ id }) => id)
  const [flow = 0] = second.params.map(({ id }) => id)
  const [theirs = 0] = other.params.map(({ id }) => id)
  await recordPolls(api, [
    pollOf(ours, ours.params, start, { [volts]: 229.8, [text]: 'on' }),
    pollOf(other, other.params, start, { [theirs]: 1 }),
  ])
  const path = `/org/${orgId}/dashboard`
  const get = async (as: Role | 'stranger' = 'viewer') => (await call(as, 'GET', `${path}/`)).body
  const post = async (word: string, body: object, as: Role = 'manager') => {
    const { status, body: answer } = await call(as, 'POST', `${path}/${word}/`, body)
    return status === 200 ? answer : status
  }
  const order = async () => ((await get()) as { widgets: { id: number }[] }).widgets.map(({ id }) => id)

  await t.test('the default dashboard exists before it is created', async () => {
    assert.deepEqual(await get(), { settings: { columns: 4, refreshSec: 30 }, widgets: [] })
    assert.deepEqual((await call('viewer', 'GET', `${path}/light/`)).body, [])
    assert.deepEqual((await call('viewer', 'GET', `/org/${orgId}/dashboards/`)).body, [])
  })

  await t.test('widgets are added once each, and shown with their values', async () => {
    assert.deepEqual(await post('add-widgets', { paramIds: [volts, text, volts] }), {})
    assert.deepEqual(await post('add-widgets', { paramIds: [flow, volts, never] }), {})
    const { settings, widgets } = (await get()) as { settings: object; widgets: object[] }
    assert.deepEqual(settings, { columns: 4, refreshSec: 30 })
    assert.deepEqual(widgets[0], {
      position: 1,
      id: volts,
      name: 'P0',
      fullName: 'Meter: P0 [U1], V',
      lastValue: 229.8,
      lastReadOn: at,
      deviceId: ours.deviceId,
      readingReportUrl: `https://busbar.example/readings?paramIds=${volts}`,
      isProgrammable: false,
      unitName: 'V',
      label: 'U1',
    })
    assert.deepEqual(await order(), [volts, text, flow, never])
  })

  await t.test('light has the values alone, by one query', async () => {
    const light = [
      { paramId: volts, lastValue: 229.8, lastReadOn: at },
      { paramId: text, lastReadOn: at },
      { paramId: flow },
      { paramId: never },
    ]
    await call('viewer', 'GET', `${path}/light/`)
    const { answer, count } = await countQueries(api, () => call('viewer', 'GET', `${path}/light/`))
    assert.deepEqual([answer.body, count], [light, 1])
  })

  await t.test('it is put in order and changed, all or nothing', async () => {
    assert.deepEqual(await post('change', { settings: { columns: 6 }, widgetOrder: [never, text] }), {})
    assert.deepEqual(await order(), [never, text, volts, flow])
    const wrong = { settings: { columns: 1 }, widgetOrder: [flow] }
    for (const id of [theirs, 999_999]) {
      assert.equal(await post('change', { ...wrong, removeParamIds: [text, id] }), 404)
      assert.equal(await post('change', { ...wrong, widgetOrder: [flow, id] }), 404)
      assert.equal(await post('add-widgets', { paramIds: [volts, id] }), 404)
    }
    for (const settings of [
      { columns: 0 },
      { columns: 13 },
      { refreshSec: 4 },
      { refreshSec: 3601 },
      { columns: 1.5 },
    ]) {
      assert.equal(await post('change', { settings }), 400, JSON.stringify(settings))
    }
    assert.deepEqual(await post('change', { settings: { refreshSec: 60 }, removeParamIds: [text] }), {})
    assert.deepEqual(((await get()) as { settings: object }).settings, { columns: 6, refreshSec: 60 })
    assert.deepEqual(await order(), [never, volts, flow])
    assert.deepEqual(await post('change', {}), {})
  })

  await t.test('a parameter that is deleted is no widget any more', async () => {
    await call('manager', 'POST', '/params/delete/', { paramIds: [never] })
    assert.deepEqual(await order(), [volts, flow])
  })

  await t.test('at most 200 widgets', async () => {
    const many = await makeDevice(
      api,
      orgId,
      'd',
      Array.from({ length: 200 }, () => ({ valueType: 'u16' as const })),
    )
    const ids = many.params.map(({ id }) => id)
    assert.equal(await post('add-widgets', { paramIds: ids }), 400)
    assert.deepEqual(await order(), [volts, flow])
    assert.deepEqual(await post('add-widgets', { paramIds: ids.slice(0, 198) }), {})
    assert.equal((await order()).length, 200)
    assert.equal(await post('add-widgets', { paramIds: [] }), 400)
    assert.equal(await post('add-widgets', { paramIds: [...ids, volts] }), 400)
    assert.deepEqual(await post('change', { removeParamIds: ids.slice(0, 198) }), {})
  })

  await t.test('others are made beside it', async () => {
    const made = await call('manager', 'POST', `/org/${orgId}/dashboards/create/`, {
      name: ' Energy ',
      settings: { columns: 2 },
    })
    const { id } = made.body as { id: number }
    assert.deepEqual((await call('viewer', 'GET', `/org/${orgId}/dashboards/`)).body, [{ id, name: 'Energy' }])
    const one = async (word: string, body: object) =>
      (await call('manager', 'POST', `/dashboard/${id}/${word}/`, body)).status
    assert.equal(await one('add-widgets', { paramIds: [flow, volts] }), 200)
    assert.equal(await one('add-widgets', { paramIds: [theirs] }), 404)
    assert.equal(await one('change', { widgetOrder: [theirs] }), 404)
    assert.equal(await one('change', { name: 'Energy 2', widgetOrder: [volts] }), 200)
    const shown = (await call('viewer', 'GET', `/dashboard/${id}/`)).body as Record<string, unknown>
    assert.deepEqual(
      { ...shown, widgets: (shown['widgets'] as { id: number }[]).map((widget) => widget.id) },
      { id, name: 'Energy 2', settings: { columns: 2, refreshSec: 30 }, widgets: [volts, flow] },
    )
    const light = (await call('viewer', 'GET', `/dashboard/${id}/light/`)).body
    assert.deepEqual(light, [{ paramId: volts, lastValue: 229.8, lastReadOn: at }, { paramId: flow }])
    assert.deepEqual(await order(), [volts, flow], 'the default one is as it was')
    assert.equal(await one('delete', {}), 200)
    assert.equal((await call('viewer', 'GET', `/dashboard/${id}/`)).status, 404)
    assert.deepEqual((await call('viewer', 'GET', `/org/${orgId}/dashboards/`)).body, [])
  })

  await t.test('the default one stays', async () => {
    const [row] = await sql<{ id: number }[]>`select id from dashboard where org_id = ${orgId} and is_default`
    assert.equal((await call('manager', 'POST', `/dashboard/${row?.id}/delete/`)).status, 400)
  })

  await t.test(`at most ${dashboardsMax} of them`, async () => {
    await sql`
      insert into dashboard (org_id, name, created_on)
      select ${orgId}, 'x', now() from generate_series(1, ${dashboardsMax}::int)`
    assert.equal((await call('manager', 'POST', `/org/${orgId}/dashboards/create/`, { name: 'x' })).status, 400)
    await sql`delete from dashboard where org_id = ${orgId} and not is_default`
  })

  await t.test('dashboards of another organization are not accessible', async () => {
    const made = await call('stranger', 'POST', `/org/${otherOrgId}/dashboards/create/`, { name: 'Theirs' })
    const { id } = made.body as { id: number }
    for (const [method, word, body] of [
      ['GET', '', undefined],
      ['GET', 'light/', undefined],
      ['POST', 'change/', { name: 'x' }],
      ['POST', 'add-widgets/', { paramIds: [volts] }],
      ['POST', 'delete/', {}],
    ] as const) {
      assert.equal((await call('owner', method, `/dashboard/${id}/${word}`, body)).status, 404, word)
    }
    for (const word of ['', 'light/']) assert.equal((await call('stranger', 'GET', `${path}/${word}`)).status, 404)
    assert.equal((await call('stranger', 'POST', `/dashboard/${id}/add-widgets/`, { paramIds: [volts] })).status, 404)
    assert.deepEqual((await call('stranger', 'GET', `/dashboard/${id}/light/`)).body, [])
  })

  await t.test('every change is on record', async () => {
    const rows = await sql<{ action: string; before: unknown; after: unknown }[]>`
      select action, before, after from audit where org_id = ${orgId} and object_kind = 'dashboard' order by id`
    assert.deepEqual([...new Set(rows.map(({ action }) => action))].toSorted(), [
      'dashboard.add-widgets',
      'dashboard.change',
      'dashboard.create',
      'dashboard.delete',
    ])
    assert.deepEqual(rows[0]?.after, { widgets: [volts, text] })
    assert.deepEqual(rows[2], {
      action: 'dashboard.change',
      before: { columns: 4, widgets: [volts, text, flow, never] },
      after: { columns: 6, widgets: [never, text, volts, flow] },
    })
  })
})
