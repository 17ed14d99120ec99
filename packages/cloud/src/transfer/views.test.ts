import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { mqttSettings } from '../integrations/mqtt/settings.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { moverOf, param, refused } from './testing/mover.ts'
import { dashboard, fullDocument, otherBranch, plant, report, top, tree, visualization } from './testing/views.ts'

let api: TestApi
let mover: ReturnType<typeof moverOf>

describe('dashboards, visualizations, reports and trees are imported', () => {
  shareApi((started) => {
    api = started
    mover = moverOf(api)
  })

  test('and is there for others as if they had made it', async () => {
    const orgId = await mover.emptyOrg()
    const made = await mover.take(orgId, fullDocument)
    const get = async (path: string) => (await api.call('owner', 'GET', path)).body as Record<string, unknown>
    const { widgets } = (await get(`/org/${orgId}/dashboard/`)) as { widgets: { id: number }[] }
    assert.deepEqual(
      widgets.map(({ id }) => id),
      [made.params['4'], made.params['3']],
    )
    const vis = await get(`/vis/${made.visualizations['6']}/`)
    assert.doesNotMatch(String(vis['source']), /script/, 'drawings are cleaned')
    assert.deepEqual(vis['bindings'], [
      { code: 'flow', param: made.params['3'] },
      { code: 'sum', formula: `#${made.params['3']} * 2` },
    ])
    const data = await get(`/vis/${made.visualizations['6']}/data/`)
    assert.equal(data['note'], 'Under repair')
    const { branches } = (await get(`/resource-report/${made.reports[report.id]}/`)) as { branches: object[] }
    assert.partialDeepStrictEqual(branches, [
      { id: made.reportBranches[top] },
      { parentBranchId: made.reportBranches[top], value: { formula: `#${made.params['3']} + 1` } },
    ])
    const shown = await get(`/sense/hierarchy/tree/${made.trees[tree.id]}/`)
    assert.partialDeepStrictEqual(shown, { name: 'Town', timeZone: 'Europe/Kyiv' })
    assert.partialDeepStrictEqual(shown['sensors'], [{ paramId: made.params['3'], isMain: true }])
    const zones = await api.service.db.sql`select time_zone from sense_zone where org_id = ${orgId}`
    assert.deepEqual([...zones], [{ time_zone: 'Europe/Kyiv' }], 'its energy will be kept')
    const [audited] = await api.service.db
      .sql`select after from audit where org_id = ${orgId} and action = 'org.import'`
    assert.partialDeepStrictEqual(audited?.['after'], {
      dashboardIds: [made.dashboards['5']],
      visIds: [made.visualizations['6']],
      reportIds: [made.reports[report.id]],
      treeIds: [made.trees[tree.id]],
    })
  })

  test('a grid moves with all that its widgets name, and what is gone stays gone', async () => {
    const widget = (turn: number, kind: string, settings: object) => ({
      id: `w${turn}`,
      kind,
      title: '',
      place: { column: 1, row: 1 + turn * 4, width: 4, height: 4 },
      order: turn,
      settings,
    })
    const grid = [
      widget(0, 'chart', { values: [{ value: { paramId: 3 }, axis: 'left' }] }),
      widget(1, 'setpoint', { value: { paramId: 77 } }),
      widget(2, 'alarms', { scope: { kind: 'net', netId: 1 }, hasQuiet: true }),
      widget(3, 'timeline', { source: { kind: 'availability', device: { deviceId: 2 } }, days: 1 }),
      widget(4, 'picture', { visId: 6 }),
      widget(5, 'number', { value: { key: 'u' }, hasTrend: false, limits: [] }),
    ]
    const shippedTemplate = { name: 'Nobody', manufacturer: 'has', version: 'it' }
    const board = { ...dashboard, widgets: [], grid, variable: { kind: 'device', shippedTemplate } }
    const part = { ...plant, goneParams: [77], visualizations: [visualization], dashboards: [board] }
    const orgId = await mover.emptyOrg()
    const made = await mover.take(orgId, part)
    assert.match(made.notes.join(), /^dashboards\.0\.variable: this installation does not have the template\.$/)
    const { dashboards, goneParams } = await mover.give(orgId)
    assert.equal(goneParams.length, 1)
    const moved = JSON.stringify(grid)
      .replaceAll('"paramId":3', `"paramId":${made.params['3']}`)
      .replaceAll('"paramId":77', `"paramId":${goneParams[0]}`)
      .replaceAll('"netId":1', `"netId":${made.networks['1']}`)
      .replaceAll('"deviceId":2', `"deviceId":${made.devices['2']}`)
      .replaceAll('"visId":6', `"visId":${made.visualizations['6']}`)
    assert.deepEqual(dashboards[0]?.grid, JSON.parse(moved))
    const { missing } = (await api.call('owner', 'GET', `/dashboard/${made.dashboards['5']}/values/`)).body as {
      missing: object[]
    }
    assert.deepEqual(missing, [
      { kind: 'param', id: String(goneParams[0]) },
      { kind: 'key', id: 'u' },
    ])
    const later = await mover.take(orgId, { dashboards: [{ ...board, grid: [grid[4]] }] })
    assert.match(later.notes.join(), /dashboards\.0\.grid\.0: its visualization is not in this part/)
  })

  test('once more: a second default dashboard stands beside the first, slugs get a number', async () => {
    const orgId = await mover.emptyOrg()
    assert.deepEqual((await mover.take(orgId, fullDocument)).notes, [])
    const { notes } = await mover.take(orgId, fullDocument)
    assert.match(notes.join(), /^dashboards\.0\.isDefault: there is one already/)
    const { dashboards, visualizations } = await mover.give(orgId)
    assert.deepEqual(
      dashboards.map(({ isDefault, name }) => [isDefault, name]),
      [
        [true, 'Hall'],
        [false, 'Hall'],
      ],
    )
    assert.deepEqual(
      visualizations.map(({ slug }) => slug),
      ['boiler', 'boiler-2'],
    )
    const other = await mover.emptyOrg()
    await api.call('owner', 'POST', `/org/${other}/dashboard/change/`, { settings: { columns: 9 } })
    assert.deepEqual((await mover.take(other, fullDocument)).notes, [], 'one without widgets makes room')
    assert.partialDeepStrictEqual((await mover.give(other)).dashboards, [
      { isDefault: true, settings: { columns: 2, refreshSec: 10 } },
    ])
  })

  test('in parts, by what earlier parts became; reports link to those of other parts', async () => {
    const orgId = await mover.emptyOrg()
    const { params } = await mover.take(orgId, plant)
    const first = await mover.take(orgId, { reports: [report], dashboards: [dashboard], known: { params } })
    const linked = {
      id: randomUUID(),
      name: 'All',
      branches: [{ id: otherBranch, name: 'All', value: { linkId: top } }],
    }
    refused(
      await mover.send(orgId, { reports: [linked] }),
      400,
      'IncorrectRequest',
      /reports\.0\.branches\.0\.value\.linkId/,
    )
    await mover.take(orgId, { reports: [linked], known: { reportBranches: first.reportBranches } })
    await mover.take(orgId, { visualizations: [visualization], trees: [tree], known: { params } })
    assert.deepEqual(await mover.counts(orgId), [1, 2, 1, 1, 2, 1])
    const { reports } = await mover.give(orgId)
    const found = reports.find(({ name }) => name === 'All')
    assert.deepEqual(found?.branches[0]?.value, { linkId: first.reportBranches[top] })
    const foreign = await mover.emptyOrg()
    const stolen = { reports: [linked], known: { reportBranches: first.reportBranches } }
    refused(await mover.send(foreign, stolen), 400, 'IncorrectRequest', /value\.linkId: is no main branch/)
    refused(await mover.send(foreign, { trees: [tree], known: { params } }), 404, 'ObjectNotFound')
  })

  test('parameters that were deleted stay deleted, and leave what names them as it is', async () => {
    const [first, second] = [await mover.emptyOrg(), await mover.emptyOrg()]
    const value = { paramId: 4 }
    const gone = {
      ...fullDocument,
      params: [param, { ...param, id: 4, slug: 'other' }],
      reports: [{ ...report, branches: [...report.branches, { id: otherBranch, name: 'Gone', value }] }],
      visualizations: [{ ...visualization, bindings: [{ code: 'flow', formula: '#4 + #3' }] }],
    }
    const made = await mover.take(first, gone)
    const paramIds = [made.params['4']]
    await api.call('owner', 'POST', '/params/delete/', { paramIds })
    const document = await mover.give(first)
    assert.deepEqual(document.goneParams, paramIds)
    await mover.take(second, document)
    const { goneParams, reports, visualizations, params } = await mover.give(second)
    const [goneId] = goneParams
    assert.equal(goneParams.length, 1)
    assert.notEqual(goneId, made.params['4'])
    assert.deepEqual(reports[0]?.branches[2]?.value, { paramId: goneId })
    assert.equal(visualizations[0]?.bindings[0]?.formula, `#${goneId} + #${params[0]?.id}`)
    const incomplete = { ...document, goneParams: [] }
    refused(await mover.send(second, incomplete), 400, 'IncorrectRequest', /bindings\.0\.formula: no parameter/)
    const both = { ...plant, goneParams: [3] }
    refused(await mover.send(second, both), 400, 'IncorrectRequest', /goneParams\.0: 3 is there as a parameter/)
  })

  test('settings that are given replace those that there are; SMS only where the installation has it', async () => {
    const orgId = await mover.emptyOrg()
    const webhookBodies = [{ address: 'https://example.org/hook', body: '{"text": "{title}"}' }]
    const org = { timeZone: 'Europe/Kyiv', keepDays: 9, isOutageHeldBack: false, disableSms: true, smsLimit: 7.5 }
    const broker = { url: 'mqtts://broker.example.org', user: 'busbar', commands: ['hall/+/setpoint'] }
    const connectors = [{ kind: 'mqtt' as const, name: 'Home', settings: mqttSettings.parse(broker) }]
    const settings = { ...org, webhookBodies, connectors }
    await mover.take(orgId, { settings })
    assert.deepEqual((await mover.give(orgId)).settings, settings)
    await mover.take(orgId, { settings: { keepDays: null, smsLimit: null } })
    const partly = { ...settings, keepDays: null, smsLimit: null }
    assert.deepEqual((await mover.give(orgId)).settings, partly)
    await api.service.db.sql`update org set is_sms_off = true where id = ${orgId}`
    const { connectors: _there, ...others } = partly
    assert.deepEqual((await mover.take(orgId, { settings: others })).notes, [], 'it is so already')
    const { notes } = await mover.take(orgId, { settings: { ...settings, disableSms: false } })
    assert.match(notes.join('\n'), /^settings\.connectors\.0: there is.*\nsettings\.disableSms: /)
    assert.deepEqual((await mover.give(orgId)).settings, { ...settings, disableSms: true, smsLimit: null })
  })

  test('a report goes out as it did where messages are on, and the logo comes along', async () => {
    const schedule = {
      every: 'week',
      day: 2,
      at: '07:30',
      recipients: ['office@example.org'],
      formats: ['csv'],
      language: 'pl',
      segment: 'hour',
      warnBelow: null,
    } as const
    const logo = { type: 'image/svg+xml', data: btoa('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>') }
    const [on, off] = [await mover.emptyOrg(), await mover.emptyOrg()]
    const sent = { ...plant, reports: [{ ...report, schedule }], settings: { logo } }
    await mover.take(on, sent)
    const { notes } = await mover.take(off, sent, '')
    assert.match(notes.join(), /reports\.0\.schedule/)
    const [there, here] = [await mover.give(on), await mover.give(off)]
    assert.deepEqual([there.reports[0]?.schedule, here.reports[0]?.schedule], [schedule, undefined])
    assert.equal(there.settings.logo?.type, logo.type)
  })
})
