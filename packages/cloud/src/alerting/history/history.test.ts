import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogDetail } from '@busbar/alerts/model'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { createAlert } from '../testing/alerts.ts'
import { spansOf } from './history.http.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 14, 12, minute))

test('spans of an occurrence end where they are said to, and else with it', () => {
  const detailAt = (minute: number, detail: LogDetail) => ({ on: at(minute), detail })
  const details = [
    detailAt(1, { what: 'muted', why: 'mute', till: 0 }),
    detailAt(3, { what: 'unmuted' }),
    detailAt(4, { what: 'unjudged', paramId: 1, readOn: 0 }),
    detailAt(5, { what: 'muted', why: 'maintenance', till: 0 }),
    detailAt(6, { what: 'muted', why: 'hours', till: 0 }),
  ]
  const iso = (minute: number): string => at(minute).toISOString()
  const ended = [
    { kind: 'held', why: 'mute', from: iso(1), till: iso(3) },
    { kind: 'unjudged', from: iso(4), till: iso(9) },
    { kind: 'held', why: 'maintenance', from: iso(5), till: iso(6) },
    { kind: 'held', why: 'hours', from: iso(6), till: iso(9) },
  ]
  assert.deepEqual(spansOf(details, at(9)), ended)
  assert.deepEqual(
    spansOf(details, null).map(({ till }) => till),
    [iso(3), null, iso(6), null],
  )
})

test('parameters of alerts, and the times of their events', async (t) => {
  const api = await startApi(t)
  const { orgId, call, service } = api
  const { sql } = service.db
  const device = await makeDevice(api, orgId, 'a', [
    { valueType: 'f32', precision: 1, unitName: 'V' },
    { valueType: 'u16' },
  ])
  const [volts = 0, mode = 0] = device.params.map(({ id }) => id)
  const now = service.now().getTime()
  const ago = (minutes: number): Date => new Date(now - minutes * 60_000)
  const [readOn, failedOn] = [ago(2).toISOString(), ago(1).toISOString()]
  await recordPolls(api, [
    pollOf(device, device.params, ago(2).getTime(), { [volts]: 231.25, [mode]: 3 }),
    pollOf(device, device.params, ago(1).getTime(), 'Timeout'),
  ])
  const { id } = await createAlert(api, {
    conditions: [
      { paramId: volts, kind: 'g', value: 250, holdSec: 5 },
      { paramId: mode, kind: 'bit-set', value: 1 },
    ],
  })
  const { id: other } = await createAlert(api, { name: 'Empty' })
  const add = async (episode: number, started: number, resolved: number | null): Promise<number> => {
    const over = resolved === null ? null : ago(resolved)
    const [made] = await sql<[{ id: number }]>`
      insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on, resolved_on, closed_on, how)
      values (${orgId}, ${id}, ${episode}, 'Hot', 'warning', ${ago(started)}, ${ago(started)}, ${over}, ${over},
              ${over && 'resolved'}) returning id`
    return made.id
  }
  const old = await add(1, 5000, 4990)
  const second = await add(2, 100, 60)
  const third = await add(3, 20, null)
  await sql`update alert_record set confirmed_on = ${ago(90)}, confirmed_from = 'Ann', comment = 'seen' where id = ${second}`
  await sql`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on, state, sent_on, reason, attempts)
    values (${orgId}, ${id}, 2, 'a1', 'active', 'webhook', 'https://example.org/secret', '{}', ${ago(100)}, ${ago(100)}, 'failed', null,
            'refused: 404', 2)`
  await sql`
    insert into alert_detail (org_id, record_id, said_on, detail)
    values (${orgId}, ${second}, ${ago(95)}, ${sql.json({ what: 'muted', why: 'mute', till: now })})`
  const get = async (path: string, as: 'viewer' | 'stranger' = 'viewer') => (await call(as, 'GET', path)).body

  const iso = (minutes: number): string => ago(minutes).toISOString()
  const where = { deviceId: device.deviceId, deviceName: 'Meter', netId: device.netId, netName: 'Hall' }
  const known = { isTriggered: false, error: { reason: 'Timeout', on: failedOn }, updatePeriodSec: 60 }
  const twice = [
    { id: third, startedOn: iso(20), resolvedOn: null },
    { id: second, startedOn: iso(100), resolvedOn: iso(60) },
  ]
  assert.deepEqual(await get(`/org/${orgId}/alerts/recent/?alertIds=${id},${other},999999&hours=48`), [
    {
      alertId: id,
      createdOn: new Date(now).toISOString(),
      conditionCount: 2,
      conditions: [
        {
          paramId: volts,
          paramName: 'P0',
          ...where,
          kind: 'g',
          limit: '250.0 V',
          holdSec: 5,
          value: { text: '231.3 V', readOn },
          ...known,
        },
        {
          paramId: mode,
          paramName: 'P1',
          ...where,
          kind: 'bit-set',
          limit: '1',
          holdSec: 0,
          value: { text: '3', readOn },
          ...known,
        },
      ],
      occurrences: twice,
    },
    { alertId: other, createdOn: new Date(now).toISOString(), conditionCount: 0, conditions: [], occurrences: [] },
  ])
  assert.equal((await call('stranger', 'GET', `/org/${orgId}/alerts/recent/?alertIds=${id}`)).status, 404)

  const timeline = `/alert/${id}/timeline/`
  const timelineBody = (await get(timeline)) as {
    createdOn: string
    bars: object[]
    occurrences: object[]
    total: number
  }
  assert.equal(timelineBody.createdOn, new Date(now).toISOString())
  assert.deepEqual(
    timelineBody.bars,
    [...twice, { id: old, startedOn: iso(5000), resolvedOn: iso(4990) }].map((one) => ({ ...one, logAs: 'warning' })),
  )
  assert.deepEqual(timelineBody.occurrences[1], {
    id: second,
    startedOn: iso(100),
    resolvedOn: iso(60),
    logAs: 'warning',
    how: 'resolved',
    confirmed: { on: iso(90), from: 'Ann', comment: 'seen' },
    spans: [{ kind: 'held', why: 'mute', from: iso(95), till: iso(60) }],
    messages: [
      {
        id: (timelineBody.occurrences[1] as { messages: { id: number }[] }).messages[0]?.id,
        stage: 'active',
        type: 'webhook',
        to: 'https://example.org/…',
        dueOn: iso(100),
        sentOn: null,
        state: 'failed',
        attempts: 2,
        reason: 'It was rejected: 404',
      },
    ],
  })
  const some = await get(`${timeline}?from=${iso(70)}&till=${iso(30)}&itemsOnPage=1`)
  assert.partialDeepStrictEqual(some, { total: 1, occurrences: [{ id: second }], currentPage: 1, itemsOnPage: 1 })
  const next = (await get(`${timeline}?itemsOnPage=2&page=2&lang=pl`)) as { occurrences: { id: number }[] }
  assert.deepEqual(
    next.occurrences.map((one) => one.id),
    [old],
  )
})
