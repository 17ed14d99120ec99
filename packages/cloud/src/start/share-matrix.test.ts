import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTargets } from '../accounts/access/access-contract.ts'
import type { SharedContents } from '../accounts/access/shared-contents.ts'
import type { Answer, TestApi } from '../testing/api.ts'
import { makeBelongings } from '../testing/belongings.ts'
import { type Ids, type Operation, operations, requestOf } from '../testing/requests.ts'
import { shareApi } from '../testing/shared-api.ts'

/** All operations that a link opens besides public ones, with the IDs by which each could request another object. */
const opened: Readonly<Record<string, readonly (keyof Ids)[]>> = {
  'shared.open': [],
  'shared.get': [],
  'boards.get': ['dashboardId'],
  'boards.values': ['dashboardId'],
  'boards.history': ['dashboardId'],
  'values.lastStates': ['paramId'],
  'readings.get': ['paramId'],
  'readings.dispersed': ['paramId'],
  'readings.minMeanMax': ['paramId'],
  'readings.dateRange': ['paramId'],
  'readings.minMaxRange': ['paramId'],
  'readings.gaps': ['paramId'],
  'readings.summary': ['paramId'],
  'live.events': ['orgId'],
  'alerts.states': ['orgId'],
  'visualizations.get': ['visId'],
  'visualizations.data': ['visId'],
  'visualizations.values': ['visId'],
  'logo.get': ['orgId'],
  'reports.timeZone': ['orgId'],
}

/** All that a link to a report opens besides. */
const openedByReport = ['reportFigures.data', 'reportFigures.xlsx', 'reports.csv', 'reports.print']

const noId = 987_654_321

describe('access by a share link', () => {
  let api: TestApi
  /** Objects on the dashboard, others of the same organization and those of another one. */
  let own: Ids
  let other: Ids
  let foreign: Ids
  let token = ''
  let reportToken = ''
  const none = new Set<number>()
  let contents: SharedContents = { paramIds: none, deviceIds: none, alertIds: none, visIds: none }
  shareApi(
    async (started) => {
      api = started
      own = await makeBelongings(api, 'owner')
      other = await makeBelongings(api, 'owner')
      foreign = await makeBelongings(api, 'stranger')
      contents = {
        paramIds: new Set([own.paramId]),
        deviceIds: new Set([own.deviceId]),
        alertIds: new Set([own.alertId]),
        visIds: new Set([own.visId]),
      }
      const made = await api.call('owner', 'POST', `/org/${own.orgId}/share-links/create/`, {
        object: { kind: 'dashboard', dashboardId: own.dashboardId },
        name: 'Wall',
        isKiosk: false,
        expiresOn: '2026-12-03T00:00:00Z',
      })
      token = (made.body as { token: string }).token
      const report = await api.call('owner', 'POST', `/org/${own.orgId}/share-links/create/`, {
        object: { kind: 'report', reportId: own.reportId },
        name: 'Customer',
        isKiosk: false,
        expiresOn: '2026-12-03T00:00:00Z',
      })
      reportToken = (report.body as { token: string }).token
    },
    { contentsOf: async () => contents },
  )

  const ask = async (operation: Operation, ids: Ids, by = token): Promise<Answer> => {
    const { path, body } = requestOf(operation, ids)
    const abort = new AbortController()
    const response = await fetch(`${api.url}/api/v1${path}`, {
      method: operation.method,
      signal: abort.signal,
      headers: { 'content-type': 'application/json', authorization: `share ${by}` },
      ...(operation.method === 'POST' && { body: JSON.stringify(body ?? null) }),
    })
    const { status, headers } = response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
    const text = isStream ? '' : await response.text()
    abort.abort()
    const isJson = headers.get('content-type')?.startsWith('application/json') === true
    return { status, headers, body: isJson ? (JSON.parse(text) as unknown) : text }
  }

  test('lists every operation that the contract marks as shared', () => {
    const saying = operations.filter(({ access, shared }) => access === 'link' || shared === true)
    const known = [...Object.keys(opened), ...openedByReport]
    assert.deepEqual(saying.map(({ name }) => name).toSorted(), known.toSorted())
    for (const one of saying) {
      if (one.access !== 'link' && one.access !== 'open' && one.access !== 'session') {
        assert.ok((sharedTargets as readonly string[]).includes(one.object), one.name)
        assert.ok(['viewer', 'demo'].includes(one.access), `${one.name} changes something`)
      }
    }
  })

  for (const operation of operations) {
    const { name, access } = operation
    if (access === 'open') continue
    const ids = opened[name]
    if (openedByReport.includes(name)) {
      test(`${name} opens by a link to its report alone`, async () => {
        for (const [by, whose, gives] of [
          [reportToken, own, 200],
          [reportToken, other, 404],
          [reportToken, foreign, 404],
          [token, own, 404],
        ] as const) {
          assert.equal((await ask(operation, whose, by)).status, gives)
        }
      })
      continue
    }
    if (ids === undefined) {
      test(`${name} stays shut`, async () => {
        for (const by of [token, reportToken]) {
          const { status, body } = await ask(operation, own, by)
          assert.deepEqual([status, (body as { errorCode: string }).errorCode], [401, 'NotAuthorized'])
        }
      })
      continue
    }
    test(`${name} opens what the board shows alone`, async () => {
      const { status, body } = await ask(operation, own)
      assert.equal(status, 200, JSON.stringify(body))
      for (const slot of ids) {
        const nothing = await ask(operation, { ...own, [slot]: noId })
        for (const elsewhere of [other, foreign]) {
          // An organization has no other one in it.
          if (elsewhere[slot] === own[slot]) continue
          const answer = await ask(operation, { ...own, [slot]: elsewhere[slot] })
          assert.deepEqual([answer.status, answer.body], [nothing.status, nothing.body], slot)
        }
      }
    })
  }

  test('returns only visible alerts, without people', async () => {
    const { body } = await ask(operations.find(({ name }) => name === 'alerts.states') as Operation, own)
    assert.deepEqual(
      (body as { id: number }[]).map(({ id }) => id),
      [own.alertId],
    )
  })

  test('returns nothing of a diagram except the drawing', async () => {
    const { body } = await ask(operations.find(({ name }) => name === 'visualizations.get') as Operation, own)
    assert.deepEqual((body as { bindings: unknown[] }).bindings, [])
  })
})
