import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { type Answer, startApi } from '../../testing/api.ts'
import { makeBelongings, ownTemplate } from '../../testing/belongings.ts'
import { boardContents } from './board-contents.ts'
import type { BoardDocument } from './boards.contract.ts'

const start = Date.UTC(2026, 10, 14)
const hourMs = 3_600_000

/** A widget below those before it. */
const widget = (turn: number, kind: string, settings: object) => ({
  id: `w${turn}`,
  kind,
  title: '',
  place: { column: 1, row: 1 + turn * 4, width: 4, height: 4 },
  order: turn,
  settings,
})

test('boards', async (t) => {
  const api = await startApi(t)
  const { call, orgId, service } = api
  const { sql } = service.db
  const states = { 0: { en: 'off', pl: 'wył.' }, 1: { en: 'on', pl: 'wł.' } }
  const pump = await makeDevice(api, orgId, 'pump', [
    { valueType: 'f64', unitName: 'kW', precision: 1 },
    { valueType: 'u32', unitName: 'kWh' },
    { valueType: 'u16', enum: states },
  ])
  const [power = 0, energy = 0, state = 0] = pump.params.map(({ id }) => id)
  const theirs = await makeBelongings(api, 'stranger')
  const made = await call('manager', 'POST', `/org/${orgId}/dashboards/create/`, { name: 'Hall' })
  const { id } = made.body as { id: number }
  const path = `/dashboard/${id}`
  const answer = async <T>(wanted: Promise<Answer>): Promise<T> => {
    const { status, body } = await wanted
    assert.equal(status, 200, JSON.stringify(body))
    return body as T
  }
  const board = () => answer<{ version: number; widgets: object[] }>(call('viewer', 'GET', `${path}/board/`))
  const save = async (widgets: object[], more: object = {}) =>
    call('manager', 'POST', `${path}/save/`, { version: (await board()).version, widgets, ...more })

  const all = [
    widget(0, 'number', { value: { paramId: power }, hasTrend: true, limits: [{ from: 5, level: 'warning' }] }),
    widget(1, 'chart', { values: [{ value: { paramId: power }, axis: 'left' }] }),
    widget(2, 'gauge', { value: { paramId: power }, least: 0, greatest: 10, limits: [] }),
    widget(3, 'bars', { value: { paramId: energy }, of: 'counter', per: 'hour', count: 3 }),
    widget(4, 'timeline', {
      source: { kind: 'states', value: { paramId: state }, states: [{ value: '1', tone: 'on' }] },
      days: 1,
    }),
    widget(5, 'timeline', { source: { kind: 'availability', device: { deviceId: pump.deviceId } }, days: 1 }),
    widget(6, 'table', { values: [{ paramId: power }, { paramId: energy }] }),
    widget(7, 'alarms', { scope: { kind: 'net', netId: pump.netId }, hasQuiet: true }),
    widget(8, 'text', { text: '**Shift**' }),
    widget(9, 'switch', { value: { paramId: state }, on: '1', off: '0' }),
    widget(10, 'setpoint', { value: { paramId: power } }),
    widget(11, 'bars', { value: { paramId: power }, of: 'rate', per: 'day', count: 2 }),
  ]

  await t.test('it is saved whole, and given back as it was', async () => {
    assert.deepEqual(await answer(save(all, { name: 'Hall 1' })), { result: 'saved', version: 2 })
    const { widgets, ...rest } = await board()
    assert.deepEqual(widgets, all)
    assert.deepEqual(rest, {
      id,
      name: 'Hall 1',
      isDefault: false,
      version: 2,
      changedOn: new Date(start).toISOString(),
      changedBy: 'manager',
      refreshSec: 30,
    })
    assert.deepEqual(await answer(save(all)), { result: 'saved', version: 2 }, 'the same again is no new version')
    assert.deepEqual(await answer(call('viewer', 'GET', `/org/${orgId}/boards/`)), [
      {
        id,
        name: 'Hall 1',
        isDefault: false,
        widgetCount: all.length,
        changedOn: new Date(start).toISOString(),
        changedBy: 'manager',
      },
    ])
  })

  await t.test('refuses a change of an old version and stores nothing', async () => {
    const late = await answer(call('owner', 'POST', `${path}/save/`, { version: 1, widgets: [] }))
    assert.deepEqual(late, {
      result: 'changed',
      version: 2,
      changedOn: new Date(start).toISOString(),
      changedBy: 'manager',
    })
    assert.equal((await board()).widgets.length, all.length)
  })

  await t.test('an error names its field, and nothing is stored', async () => {
    const [number, , gauge] = all
    const rows: [object[], number, RegExp][] = [
      [[number ?? {}, { ...number, place: widget(9, '', {}).place }], 400, /body\.widgets\.1\.id: w0 is there twice/],
      [
        [number ?? {}, { ...gauge, place: number?.place }],
        400,
        /body\.widgets\.1\.place: lies on the one of widgets\.0/,
      ],
      [[{ ...number, place: { column: 10, row: 1, width: 4, height: 1 } }], 400, /must end within 12 columns/],
      [[{ ...gauge, settings: { ...gauge?.settings, least: 10 } }], 400, /greatest.*must be more than least/],
      [[widget(0, 'globe', {})], 400, /body\.widgets\.0\.kind/],
      [[widget(0, 'chart', { values: [] })], 400, /body\.widgets\.0\.settings\.values/],
      [Array.from({ length: 60 }, (_, i) => widget(i, 'text', { text: 'x'.repeat(5000) })), 400, /262144 bytes/],
      [Array.from({ length: 201 }, (_, i) => widget(i, 'text', { text: '' })), 400, /body\.widgets/],
      [[widget(0, 'setpoint', { value: { paramId: theirs.paramId } })], 404, /There is no parameter/],
      [[widget(0, 'alarms', { scope: { kind: 'net', netId: theirs.netId }, hasQuiet: true })], 404, /no network/],
      [
        [widget(0, 'timeline', { source: { kind: 'availability', device: { deviceId: theirs.deviceId } }, days: 1 })],
        404,
        /no device/,
      ],
      [[widget(0, 'picture', { visId: theirs.visId })], 404, /no visualization/],
    ]
    for (const [widgets, status, message] of rows) {
      const refused = await save(widgets)
      assert.equal(refused.status, status, JSON.stringify(refused.body))
      assert.match((refused.body as { errorMessage: string }).errorMessage, message)
    }
    const variable = { kind: 'device', templateId: theirs.templateId }
    assert.equal((await save([], { variable })).status, 404, "another organization's template")
    const foreign = await call('manager', 'GET', `${path}/values/?lookedAt=${theirs.deviceId}`)
    assert.equal(foreign.status, 404)
    assert.equal((await board()).version, 2)
  })

  await recordPolls(
    api,
    Array.from({ length: 36 }, (_, quarter) =>
      pollOf(pump, pump.params, start - (36 - quarter) * (hourMs / 4), {
        [power]: 2 + (quarter % 2),
        [energy]: 100 + quarter,
        [state]: quarter < 18 ? 0 : 1,
      }),
    ),
  )

  await t.test('values of all widgets come in one answer, with how their devices do', async () => {
    const shown = await answer<{ values: { paramId: number }[]; devices: { deviceId: number }[] }>(
      call('viewer', 'GET', `${path}/values/?lang=pl`),
    )
    assert.deepEqual(
      shown.values.find(({ paramId }) => paramId === state),
      {
        paramId: state,
        name: 'Parametr 2',
        valueType: 'u16',
        multiplier: '1',
        shift: '0',
        states: { 0: 'wył.', 1: 'wł.' },
        isTracked: true,
        isProgrammable: false,
        deviceId: pump.deviceId,
        value: '1',
        readOn: new Date(start - hourMs / 4).toISOString(),
      },
    )
    assert.partialDeepStrictEqual(shown, {
      devices: [{ deviceId: pump.deviceId, netId: pump.netId, netName: 'Hall' }],
      alarms: [{ widgetId: 'w7', alertIds: [] }],
      missing: [],
    })
  })

  await t.test('the past: bars of counters and rates, timelines, and the last day', async () => {
    const { bars, timelines, days } = await answer<{
      bars: Record<string, { value: number | null; isRunning: boolean; isIncomplete: boolean }[]>
      timelines: Record<string, { share: number | null; steps: { state: string | null; onShare?: number }[] }>
      days: Record<string, { means: (number | null)[]; least: number; greatest: number }>
    }>(call('viewer', 'GET', `${path}/history/`))
    assert.deepEqual(
      bars['w3']?.map(({ value, isRunning }) => [value, isRunning]),
      [
        [4, false],
        [4, false],
        [4, true],
      ],
    )
    assert.deepEqual(
      bars['w11']?.map(({ value, isIncomplete }) => [value, isIncomplete]),
      [
        [null, false],
        [2.5, true],
      ],
    )
    assert.equal(timelines['w4']?.share, 0.5)
    assert.deepEqual(
      timelines['w4'].steps.slice(28, 32).map(({ state: of }) => of),
      [null, null, '0', '0'],
    )
    assert.equal(timelines['w4'].steps.at(-1)?.state, '1')
    assert.deepEqual(
      [28, 30, -1].map((at) => timelines['w4']?.steps.at(at)?.onShare),
      [undefined, 0, 1],
    )
    assert.equal(timelines['w5']?.share, 1)
    assert.deepEqual([days[power]?.least, days[power]?.greatest, days[power]?.means.length], [2, 3, 96])
  })

  await t.test('lists the objects that it shows', async () => {
    const alert = await answer<{ id: number }>(
      call('manager', 'POST', `/org/${orgId}/alerts/create/`, {
        name: 'Hot',
        conditionLogic: 'any',
        logAs: 'warning',
        conditions: [{ paramId: power, kind: 'g', value: 250 }],
        actions: [],
      }),
    )
    assert.deepEqual(await boardContents(sql, id), {
      orgId,
      paramIds: [power, energy, state],
      deviceIds: [pump.deviceId],
      netIds: [pump.netId],
      alertIds: [alert.id],
      visIds: [],
    })
    assert.equal(await boardContents(sql, 999_999), null)
  })

  await t.test('the tiles among its widgets are what the contract knows', async () => {
    const light = await answer(call('viewer', 'GET', `${path}/light/`))
    assert.deepEqual(
      (light as { paramId: number }[]).map(({ paramId }) => paramId),
      [power],
    )
    await answer(call('manager', 'POST', `${path}/add-widgets/`, { paramIds: [energy] }))
    const { widgets, version } = await board()
    assert.equal(version, 3)
    assert.partialDeepStrictEqual(widgets.at(-1), { kind: 'number', place: { column: 7, row: 1, width: 3, height: 4 } })
    await answer(call('manager', 'POST', `${path}/change/`, { removeParamIds: [energy], settings: { refreshSec: 60 } }))
    assert.equal((await board()).widgets.length, all.length)
    await answer(call('manager', 'POST', `${path}/change/`, { settings: { refreshSec: 30 } }))
    assert.equal((await board()).version, 4, 'how often it is refreshed is nothing that a draft would overwrite')
  })

  await t.test('it is copied, and made again from its document, here and by short names elsewhere', async () => {
    const copy = await answer<{ id: number }>(call('manager', 'POST', `${path}/duplicate/`))
    const copied = await answer<{ name: string; widgets: object[] }>(
      call('viewer', 'GET', `/dashboard/${copy.id}/board/`),
    )
    assert.equal(copied.name, 'Hall 1 (2)')
    assert.equal(copied.widgets.length, all.length)
    const document = await answer<BoardDocument>(call('viewer', 'GET', `${path}/export/`))
    assert.deepEqual(document.paths[power], ['hall-pump', 'meter-pump', 'p0'])
    const again = await answer<{ id: number }>(call('manager', 'POST', `/org/${orgId}/boards/import/`, document))
    const twin = await answer<BoardDocument>(call('viewer', 'GET', `/dashboard/${again.id}/export/`))
    assert.deepEqual(twin, document)
    // Ids of another installation, which are others' here.
    const renamed = JSON.parse(
      JSON.stringify(document).replaceAll(`"paramId":${power}`, '"paramId":777777'),
    ) as BoardDocument
    const elsewhere = { ...renamed, paths: { ...renamed.paths, 777777: ['hall-pump', 'meter-pump', 'p0'] } }
    await answer(call('manager', 'POST', `/org/${orgId}/boards/import/`, elsewhere))
    const lost = { ...elsewhere, paths: { ...elsewhere.paths, 777777: ['no', 'such', 'one'] } }
    const refused = await call('manager', 'POST', `/org/${orgId}/boards/import/`, lost)
    assert.deepEqual(
      [refused.status, (refused.body as { errorMessage: string }).errorMessage],
      [404, 'There is no parameter no/such/one.'],
    )
    assert.equal((await call('stranger', 'POST', `/org/${api.otherOrgId}/boards/import/`, document)).status, 404)
  })

  await t.test('a dashboard for any device of a template shows the selected one', async () => {
    const template = await answer<{ id: number }>(
      call('manager', 'POST', `/org/${orgId}/templates/create/`, { ...ownTemplate, name: 'Pump' }),
    )
    const second = await makeDevice(api, orgId, 'second', [{ valueType: 'f64' }])
    await sql`
      update device set template_org_id = ${orgId}, template_id = ${template.id}
      where id in (${pump.deviceId}, ${second.deviceId})`
    const any = await answer<{ id: number }>(
      call('manager', 'POST', `/org/${orgId}/dashboards/create/`, { name: 'Any' }),
    )
    const widgets = [
      widget(0, 'number', { value: { key: 'p0' }, hasTrend: true, limits: [] }),
      widget(1, 'switch', { value: { key: 'p2' }, on: '1', off: '0' }),
      widget(2, 'alarms', { scope: { kind: 'device', device: { variable: 'device' } }, hasQuiet: false }),
    ]
    const variable = { kind: 'device', templateId: template.id }
    await answer(call('manager', 'POST', `/dashboard/${any.id}/save/`, { version: 1, variable, widgets }))
    assert.partialDeepStrictEqual(await answer(call('viewer', 'GET', `/dashboard/${any.id}/board/`)), {
      variable: { ...variable, templateName: 'Pump' },
    })
    const devices = await answer(call('viewer', 'GET', `/dashboard/${any.id}/devices/`))
    assert.deepEqual(
      (devices as { id: number }[]).map((one) => one.id),
      [pump.deviceId, second.deviceId],
    )
    const valuesOf = async (deviceId: number) =>
      answer<{ values: { key: string; paramId: number }[]; missing: object[] }>(
        call('viewer', 'GET', `/dashboard/${any.id}/values/?lookedAt=${deviceId}`),
      )
    const [first, other] = [await valuesOf(pump.deviceId), await valuesOf(second.deviceId)]
    assert.deepEqual(
      first.values.map(({ key, paramId }) => [key, paramId]),
      [
        ['p0', power],
        ['p2', state],
      ],
    )
    assert.deepEqual(other.missing, [{ kind: 'key', id: 'p2' }])
    assert.equal(other.values.length, 1)
    const contents = await boardContents(sql, any.id, pump.deviceId)
    assert.deepEqual([contents?.paramIds, contents?.alertIds.length], [[power, state], 1])
    assert.deepEqual((await boardContents(sql, any.id))?.paramIds, [])
  })

  await t.test('a widget of a deleted object shows what is missing', async () => {
    await call('manager', 'POST', '/params/delete/', { paramIds: [energy] })
    const { missing } = await answer<{ missing: object[] }>(call('viewer', 'GET', `${path}/values/`))
    assert.deepEqual(missing, [{ kind: 'param', id: String(energy), name: 'Meter: P1' }])
    await answer(call('viewer', 'GET', `${path}/history/`))
    const { widgets } = await board()
    assert.deepEqual((await answer<{ result: string }>(save(widgets.slice(0, -1)))).result, 'saved')
    assert.partialDeepStrictEqual(await answer(call('viewer', 'GET', `${path}/values/`)), { missing })
  })
})
