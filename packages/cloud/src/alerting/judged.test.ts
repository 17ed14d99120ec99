import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { AlertWatch } from '@busbar/alerts'
import { makeDevice, pollOf } from '../history/testing/polls.ts'
import { startApi } from '../testing/api.ts'
import { AlertNews } from './alert-news.ts'
import { createAlert, recordJudged } from './testing/alerts.ts'

const fail = (_: object, message: string): void => assert.fail(message)
const log = { info: () => {}, error: fail }
const second = (n: number): number => Date.UTC(2026, 10, 14, 0, 0, n)
const iso = (n: number): string => new Date(second(n)).toISOString()

/** The next events of a stream: so many of them. */
const readEvents = async (stream: Readable, count: number): Promise<unknown[]> => {
  let text = ''
  for (;;) {
    const events = [...text.matchAll(/^event: alert\ndata: (.*)$/gm)].map(
      ([, data = '']) => JSON.parse(data) as unknown,
    )
    if (events.length >= count) return events
    const part = stream.read() as Buffer | null
    if (part === null) await once(stream, 'readable')
    else text += part.toString()
  }
}

test('an alert that is judged', async (t) => {
  let watch: AlertWatch | undefined
  const judging = {
    confirm: async (request: Parameters<AlertWatch['confirm']>[0]) => (await watch?.confirm(request)) ?? 'inactive',
    state: (id: number) => watch?.state(id) ?? null,
  } as const
  const api = await startApi(t, { judging })
  const { orgId, call, clock, service } = api
  const place = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }])
  const [param] = place.params
  assert.ok(param)
  const poll = (n: number, value: number) => pollOf(place, place.params, second(n), { [param.id]: value })
  const conditions = [{ paramId: param.id, kind: 'g', value: 250 }]
  const { id } = await createAlert(api, { name: 'Hot', conditions, holdOffSec: 0 })
  const { id: calm } = await createAlert(api, { name: 'Calm', conditions: [{ ...conditions[0], value: 900 }] })
  const get = async (path: string) => (await call('viewer', 'GET', path)).body as Record<string, unknown>
  const [conditionId = ''] = Object.keys((await get(`/alert/${id}/`))['conditions'] as object)
  const confirm = async (body: object | null) =>
    (await call('operator', 'POST', `/alert/${id}/confirm/`, body)).body as { confirmation: string }

  assert.deepEqual(await get(`/alert/${id}/status/`), {
    id,
    isActive: false,
    isUnjudged: false,
    undelivered: [],
    conditions: { [conditionId]: { lastValue: null, isTriggered: false, isOld: false } },
  })

  const { db, now, live } = service
  const links = { onConnection: () => () => {}, statuses: () => new Map<number, { isConnected: boolean }>() }
  const started = new AlertWatch({ db, clock, now, log, links, oldestOn: () => null })
  watch = started
  await started.start()
  const news = new AlertNews({ sql: db.sql, live, now, log })
  await news.start()
  api.atEnd(async () => {
    await news.stop()
    await started.stop()
  })
  const stream = live.open(orgId, { lastEventId: undefined, isAllowed: async () => true })
  assert.ok(stream)

  await recordJudged(api, started, poll(0, 240))
  assert.deepEqual((await confirm({})).confirmation, 'inactive')
  const values = async () => (await get(`/alert/${id}/status/`))['conditions']
  assert.deepEqual(await values(), { [conditionId]: { lastValue: 240, isTriggered: false, isOld: false } })

  clock.advance(1000)
  await recordJudged(api, started, poll(1, 251))
  const active = await get(`/alert/${id}/status/`)
  const { lastRecordId } = active
  assert.deepEqual(active, {
    id,
    lastRecordId,
    isActive: true,
    startedOn: iso(1),
    isUnjudged: false,
    undelivered: [],
    conditions: { [conditionId]: { lastValue: 251, isTriggered: true, isOld: false } },
  })
  const [begun] = await readEvents(stream, 1)
  assert.deepEqual(begun, { alertId: id, isActive: true, on: iso(1), recordId: lastRecordId })

  clock.advance(1000)
  assert.equal((await confirm({ comment: ' seen ' })).confirmation, 'confirmed')
  assert.equal((await confirm({})).confirmation, 'confirmed-before')
  assert.equal((await call('operator', 'POST', `/alert/${id}/confirm/`, { comment: 'x'.repeat(1001) })).status, 400)
  const confirmed = { on: iso(2), from: 'operator', comment: 'seen' }
  assert.deepEqual((await get(`/alert/${id}/status/`))['confirmed'], confirmed)
  assert.deepEqual(await get(`/org/${orgId}/alerts/states/`), [
    {
      id,
      name: 'Hot',
      slug: 'hot',
      logAs: 'warning',
      isEnabled: true,
      isActive: true,
      startedOn: iso(1),
      confirmed,
      lastRecordId,
      isUnjudged: false,
      undelivered: 0,
      netIds: [place.netId],
    },
    {
      id: calm,
      name: 'Calm',
      slug: 'calm',
      logAs: 'warning',
      isEnabled: true,
      isActive: false,
      isUnjudged: false,
      undelivered: 0,
      netIds: [place.netId],
    },
  ])
  const { records: audit } = (await call('manager', 'GET', `/org/${orgId}/audit/`)).body as { records: object[] }
  assert.partialDeepStrictEqual(audit[0], {
    action: 'alert.confirm',
    objectId: String(id),
    userName: 'operator',
    after: { from: 'operator', comment: 'seen' },
  })

  clock.advance(1000)
  await recordJudged(api, started, poll(3, 249))
  const over = await get(`/alert/${id}/status/`)
  assert.deepEqual([over['isActive'], over['closedOn'], over['startedOn']], [false, iso(3), iso(1)])
  const events = await readEvents(stream, 2)
  assert.deepEqual(events.at(-1), { alertId: id, isActive: false, on: iso(3), recordId: lastRecordId })

  const { records } = (await get(`/alert/${id}/log/`)) as { records: Record<string, unknown>[] }
  assert.deepEqual(records, [
    {
      id: lastRecordId,
      alertId: id,
      name: 'Hot',
      startedOn: iso(1),
      resolvedOn: iso(3),
      logAs: 'warning',
      logAsText: 'Warning',
      status: 'resolved',
      confirmedOn: iso(2),
      details: [
        { date: iso(1), texts: ['The alert fired.', 'Meter: P0: 251, above 250'] },
        { date: iso(2), texts: ['Acknowledged by operator: seen'] },
        { date: iso(3), texts: ['Meter: P0: 249, condition no longer met', 'The alert resolved.'] },
      ],
    },
  ])
  clock.advance(1000)
  await recordJudged(api, started, poll(4, 260))
  const oldMs = 300_000
  clock.advance(oldMs)
  const old = await get(`/alert/${id}/status/`)
  assert.deepEqual(
    [old['isActive'], old['isUnjudged'], old['conditions']],
    [true, true, { [conditionId]: { lastValue: 260, isTriggered: true, isOld: true } }],
  )
})
