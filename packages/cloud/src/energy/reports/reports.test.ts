import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { makeObjects } from '../../server/testing/objects.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import type { Branch, Report } from './reports.contract.ts'
import { branchOf, savedReport, saveReport } from './testing/saved-report.ts'

let api: TestApi
let param: number
let theirs: { param: number; report: string; reportBranch: string }

const messageOf = (body: unknown): string => (body as { errorMessage: string }).errorMessage
const reportsOf = async (as: 'viewer' | 'stranger', orgId = api.orgId): Promise<Report[]> =>
  (await api.call(as, 'GET', `/org/${orgId}/get-resource-reports/`)).body as Report[]

describe('resource reports', () => {
  shareApi(async (started) => {
    api = started
    param = (await makeObjects(api, 'own')).param
    theirs = await makeObjects({ ...api, orgId: api.otherOrgId }, 'other')
  })

  test('are saved, changed as a whole, listed and deleted', async () => {
    const top = branchOf('Site', { borders: '10, 20,30', category: 'electricity', maxPerHour: 12.5 })
    const below = branchOf('Hall', { parentBranchId: top.id, value: { paramId: param } })
    const other = branchOf('Share', { value: { formula: `#${param} * 0.2` } })
    const id = await savedReport(api, [top, below, other], { name: ' Power ' })
    const stored = { id, name: 'Power', branches: [top, below, other] }
    assert.deepEqual((await api.call('viewer', 'GET', `/resource-report/${id}/`)).body, stored)
    assert.deepEqual(
      (await reportsOf('viewer')).find((report) => report.id === id),
      stored,
    )
    const changed: Branch[] = [branchOf('Link', { value: { linkId: top.id } }), { ...top, name: 'All' }]
    assert.equal(await savedReport(api, changed, { id, name: 'Energy' }), id)
    const after = (await api.call('viewer', 'GET', `/resource-report/${id}/`)).body
    assert.deepEqual(after, { id, name: 'Energy', branches: changed })
    assert.equal((await api.call('operator', 'POST', `/resource-report/${id}/delete/`, null)).status, 401)
    assert.deepEqual((await api.call('manager', 'POST', `/resource-report/${id}/delete/`, null)).body, {})
    assert.equal((await api.call('viewer', 'GET', `/resource-report/${id}/`)).status, 404)
    const chart = { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z', segment: 'day' }
    assert.equal((await api.call('viewer', 'POST', `/resource-report/branch/${top.id}/chart-data/`, chart)).status, 404)
    const rows = await api.service.db.sql`select action from audit where object_id = ${id} order by id`
    assert.deepEqual(
      rows.map(({ action }) => action as string),
      ['report.create', 'report.change', 'report.delete'],
    )
  })

  test('UUIDs in upper case are stored and answered in lower case', async () => {
    const top = branchOf('Site')
    const below = branchOf('Hall', { parentBranchId: top.id })
    const link = branchOf('Link', { value: { linkId: top.id } })
    const upper = (id: string): string => id.toUpperCase()
    const id = await savedReport(api, [
      { ...top, id: upper(top.id) },
      { ...below, id: upper(below.id), parentBranchId: upper(top.id) },
    ])
    const branches = [top, below, link]
    const changed = await saveReport(api, [top, below, { ...link, value: { linkId: upper(top.id) } }], {
      id: upper(id),
    })
    assert.deepEqual(changed.body, { reportId: id })
    const stored = { id, name: 'Report', branches }
    assert.deepEqual((await api.call('viewer', 'GET', `/resource-report/${upper(id)}/`)).body, stored)
    const span = { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z', segment: 'day' }
    const chart = await api.call('viewer', 'POST', `/resource-report/branch/${upper(below.id)}/chart-data/`, span)
    assert.equal(chart.status, 200)
    assert.deepEqual((await api.call('manager', 'POST', `/resource-report/${upper(id)}/delete/`, null)).body, {})
  })

  test('errors are described in words, and nothing is stored', async () => {
    const before = await reportsOf('viewer')
    const one = branchOf('One')
    const deep = ['1', '2', '3', '4', '5', '6'].map((name) => branchOf(name))
    const chain = deep.map((branch, at) => {
      const above = deep[at - 1]
      return above === undefined ? branch : { ...branch, parentBranchId: above.id }
    })
    const ring = [branchOf('A'), branchOf('B')] as const
    const rows: [branches: unknown[], says: RegExp][] = [
      [[{ name: 'No id' }], /branches/],
      [[{ ...one, id: `${one.id}0` }], /branches/],
      [[one, { ...one, id: one.id.toUpperCase() }], /branches\.0\.id: is there twice/],
      [[{ ...one, name: ' ' }], /name/],
      [[one, { ...one, name: 'Two' }], /branches\.0\.id: is there twice/],
      [[{ ...one, parentBranchId: randomUUID() }], /parentBranchId: is no branch/],
      [[{ ...one, parentBranchId: one.id }], /round in a circle/],
      [
        [
          { ...ring[0], parentBranchId: ring[1].id },
          { ...ring[1], parentBranchId: ring[0].id },
        ],
        /round in a circle/,
      ],
      [chain, /branches\.5.*more than 5 levels/],
      [[{ ...one, value: {} }], /exactly one/],
      [[{ ...one, value: { paramId: param, formula: '1' } }], /exactly one/],
      [[{ ...one, value: { paramId: 0 } }], /paramId/],
      [[{ ...one, value: { formula: '1 +' } }], /formula: ends where .* at character 4/],
      [[{ ...one, value: { formula: 'process.exit(1)' } }], /formula: has something .* at character 1/],
      [[{ ...one, borders: '1,2,3,4,5' }], /borders/],
      [[{ ...one, borders: '1,,3' }], /borders/],
      [[{ ...one, maxPerHour: 0 }], /maxPerHour/],
      [[{ ...one, value: { paramId: 999_999_999 } }], /999999999 is no parameter/],
      [[{ ...one, value: { linkId: randomUUID() } }], /linkId: is no main branch/],
      [Array.from({ length: 1001 }, (_, at) => branchOf(`${at}`)), /branches/],
    ]
    for (const [branches, says] of rows) {
      const { status, body } = await saveReport(api, branches)
      assert.equal(status, 400, `${says}`)
      assert.match(messageOf(body), says)
    }
    assert.equal((await saveReport(api, [], { id: randomUUID() })).status, 404)
    assert.deepEqual(await reportsOf('viewer'), before)
  })

  test('five levels and a thousand branches are fine', async () => {
    const names = ['1', '2', '3', '4', '5']
    const ids = names.map(() => randomUUID())
    const chain = names.map((name, at) => ({
      id: ids[at] ?? '',
      name,
      ...(at > 0 && { parentBranchId: ids[at - 1] ?? '' }),
    }))
    await savedReport(api, [...chain, ...Array.from({ length: 995 }, (_, at) => branchOf(`${at}`))])
  })

  test('links lead to main branches, and never in a circle', async () => {
    const top = branchOf('Top')
    const below = branchOf('Below', { parentBranchId: top.id })
    const first = await savedReport(api, [top, below], { name: 'First' })
    const refused = async (branches: unknown[], says: RegExp, more: { id?: string } = {}): Promise<void> => {
      const { status, body } = await saveReport(api, branches, { name: 'Again', ...more })
      assert.equal(status, 400)
      assert.match(messageOf(body), says)
    }
    await refused([branchOf('To a branch below', { value: { linkId: below.id } })], /linkId: is no main branch/)
    const self = branchOf('Self')
    await refused([{ ...self, value: { linkId: self.id } }], /circle: "Again: Self" -> "Again: Self"\./)
    await refused(
      [self, branchOf('Inner', { parentBranchId: self.id, value: { linkId: self.id } })],
      /circle: "Again: Self" -> "Again: Self"\./,
    )
    const middle = branchOf('Middle')
    const inner = branchOf('Inner', { parentBranchId: middle.id, value: { linkId: top.id } })
    const second = await savedReport(api, [middle, inner], { name: 'Second' })
    await refused(
      [top, { ...below, value: { linkId: middle.id } }],
      /circle: "Again: Top" -> "Second: Middle" -> "Again: Top"\./,
      { id: first },
    )
    await refused([branchOf('Other')], /"Top" must stay a main branch: "Second: Middle" links to it/, { id: first })
    await refused([{ ...top, parentBranchId: self.id }, self], /must stay a main branch/, { id: first })
    const refusal = await api.call('manager', 'POST', `/resource-report/${first}/delete/`, null)
    assert.equal(refusal.status, 400)
    assert.match(messageOf(refusal.body), /must stay/)
    await api.call('manager', 'POST', `/resource-report/${second}/delete/`, null)
    assert.equal((await api.call('manager', 'POST', `/resource-report/${first}/delete/`, null)).status, 200)
  })

  test('two who link to each other at once: one of them is refused', async () => {
    const [a, b] = [branchOf('A'), branchOf('B')]
    const ids = [await savedReport(api, [a], { name: 'A' }), await savedReport(api, [b], { name: 'B' })]
    const both = await Promise.all([
      saveReport(api, [{ ...a, value: { linkId: b.id } }], { name: 'A', id: ids[0] ?? '' }),
      saveReport(api, [{ ...b, value: { linkId: a.id } }], { name: 'B', id: ids[1] ?? '' }),
    ])
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((x, y) => x - y),
      [200, 400],
    )
  })

  test('objects of another organization cannot be referenced', async () => {
    const before = await reportsOf('stranger', api.otherOrgId)
    const mine = branchOf('Mine')
    const id = await savedReport(api, [mine])
    const rows: [name: string, branches: unknown[], more: { id?: string }, gives: number, says: RegExp][] = [
      ['param', [branchOf('x', { value: { paramId: theirs.param } })], {}, 400, /is no parameter of this organization/],
      [
        'formula',
        [branchOf('x', { value: { formula: `1 + #${theirs.param}` } })],
        {},
        400,
        /formula: \d+ is no parameter of this organization/,
      ],
      ['link', [branchOf('x', { value: { linkId: theirs.reportBranch } })], {}, 400, /is no main branch/],
      ['parent', [branchOf('x', { parentBranchId: theirs.reportBranch })], {}, 400, /is no branch of this report/],
      ['report', [branchOf('x')], { id: theirs.report }, 404, /does not exist/],
      ['branch of another report', [mine], {}, 400, /id: is taken/],
    ]
    for (const [name, branches, more, gives, says] of rows) {
      const { status, body } = await saveReport(api, branches, more)
      assert.equal(status, gives, name)
      assert.match(messageOf(body), says, name)
    }
    const chart = { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z', segment: 'day' }
    for (const [method, path, body] of [
      ['POST', `/resource-report/branch/${mine.id}/chart-data/`, chart],
      ['GET', `/resource-report/${id}/`],
      ['GET', `/resource-report/${id}/csv/`],
      ['GET', `/resource-report/${id}/print/`],
      ['POST', `/resource-report/${id}/delete/`, null],
      ['GET', `/org/${api.orgId}/get-resource-reports/`],
      ['POST', `/org/${api.orgId}/resource-report/create/`, { id, name: 'x', branches: [] }],
      ['POST', `/org/${api.otherOrgId}/resource-report/create/`, { id, name: 'x', branches: [] }],
      ['GET', `/org/${api.orgId}/time-zone/`],
    ] as const) {
      assert.equal((await api.call('stranger', method, path, body)).status, 404, path)
    }
    assert.deepEqual(await reportsOf('stranger', api.otherOrgId), before)
    assert.ok((await reportsOf('viewer')).some((report) => report.id === id))
  })

  test('another organization may use the same branch ID, and learns nothing from it', async () => {
    const mine = branchOf('Mine')
    await savedReport(api, [mine])
    const saved = await saveReport(api, [{ ...mine, name: 'Theirs' }], { as: 'stranger', orgId: api.otherOrgId })
    assert.equal(saved.status, 200)
    const branchesOf = async (as: 'viewer' | 'stranger', orgId: number) =>
      (await reportsOf(as, orgId)).flatMap(({ branches }) => branches).filter(({ id }) => id === mine.id)
    assert.deepEqual(await branchesOf('viewer', api.orgId), [mine])
    assert.deepEqual(await branchesOf('stranger', api.otherOrgId), [{ ...mine, name: 'Theirs' }])
    const path = `/resource-report/branch/${mine.id}/chart-data/`
    const chart = { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z', segment: 'day' }
    for (const as of ['viewer', 'stranger'] as const)
      assert.equal((await api.call(as, 'POST', path, chart)).status, 200)
    // The ID is ambiguous for a member of both organizations.
    await api.service.db.tx(
      (tx) =>
        tx`insert into membership (org_id, account_id, role) values (${api.otherOrgId}, ${api.accounts.demo}, 'viewer')`,
    )
    await api.service.db.tx((tx) => tx`update membership set role = 'viewer' where account_id = ${api.accounts.demo}`)
    assert.equal((await api.call('demo', 'POST', path, chart)).status, 404)
    await api.service.db.tx(
      (tx) => tx`delete from membership where (org_id, account_id) = (${api.otherOrgId}, ${api.accounts.demo})`,
    )
    assert.equal((await api.call('demo', 'POST', path, chart)).status, 200)
    await api.service.db.tx((tx) => tx`update membership set role = 'demo' where account_id = ${api.accounts.demo}`)
  })

  test('the time zone', async () => {
    const path = `/org/${api.orgId}/time-zone/`
    assert.deepEqual((await api.call('viewer', 'GET', path)).body, { timeZone: 'UTC' })
    assert.equal((await api.call('operator', 'POST', path, { timeZone: 'Europe/Kyiv' })).status, 401)
    for (const timeZone of ['Mars/Olympus', '+02:00', 'PST', '', 'x'.repeat(65), 7]) {
      assert.equal((await api.call('manager', 'POST', path, { timeZone })).status, 400, String(timeZone))
    }
    for (const [timeZone, kept] of [
      ['us/eastern', 'US/Eastern'],
      ['Europe/Kiev', 'Europe/Kiev'],
      ['Europe/Kyiv', 'Europe/Kyiv'],
    ]) {
      assert.deepEqual((await api.call('manager', 'POST', path, { timeZone })).body, {})
      assert.deepEqual((await api.call('viewer', 'GET', path)).body, { timeZone: kept })
    }
  })
})
