import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogDetail } from '@busbar/alerts/model'
import { makeDevice } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { createAlert } from '../testing/alerts.ts'

interface Log {
  records: Record<string, unknown>[]
  totalRecords: number
  currentPage: number
  itemsOnPage: number
}

const minute = (n: number): Date => new Date(Date.UTC(2026, 10, 14, 12, n))
const textsIn = (record: Record<string, unknown> | undefined): string[] =>
  ((record?.['details'] ?? []) as { texts: string[] }[]).flatMap(({ texts }) => texts)
/** Which kind of space stands between digits and units is the locale's affair. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('the log of alerts', async (t) => {
  const api = await startApi(t)
  const { orgId, call, service } = api
  const { sql } = service.db
  const { netId, params } = await makeDevice(api, orgId, 'a', [
    { valueType: 'f32', precision: 1, unitName: 'V' },
    { valueType: 'enum', enum: { 0: 'Off', 1: { en: 'On', pl: 'Włączony', uk: 'Увімкнено' } } },
  ])
  const [volts = 0, mode = 0] = params.map(({ id }) => id)
  const { id: alertId } = await createAlert(api, {
    name: '<img src=x onerror=alert(1)>',
    conditions: [
      { paramId: volts, kind: 'g', value: 250, holdSec: 90 },
      { paramId: mode, kind: 'eq', value: 1 },
      { paramId: volts, kind: 'no-data', value: 7200 },
    ],
  })
  const conditions = await sql<{ id: number }[]>`select id from alert_condition where alert_id = ${alertId} order by id`
  const [over = 0, on = 0, silent = 0] = conditions.map(({ id }) => id)

  const addRecord = async (episode: number, of = alertId, startedOn = minute(episode)): Promise<number> => {
    const [made] = await sql<[{ id: number }]>`
      insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on)
      values (${orgId}, ${of}, ${episode}, '<img src=x onerror=alert(1)>', 'warning', ${startedOn}, ${startedOn}) returning id`
    return made.id
  }
  const addDetail = (recordId: number, at: Date, detail: LogDetail) => sql`
    insert into alert_detail (org_id, record_id, said_on, detail)
    values (${orgId}, ${recordId}, ${at}, ${sql.json(detail)})`
  const addMessage = (episode: number, item: string, type: string, more: Record<string, unknown>) => sql`
    insert into message ${sql({
      org_id: orgId,
      alert_id: alertId,
      episode,
      item,
      stage: 'active',
      type,
      snapshot: '{}',
      due_on: minute(episode),
      next_try_on: minute(episode),
      ...more,
    } as never)}`
  const log = async (query = '', path = `/alert/${alertId}/log/`): Promise<Log> =>
    (await call('viewer', 'GET', `${path}${query}`)).body as Log

  await t.test('there is nothing before anything happens', async () => {
    const nothing = { records: [], totalRecords: 0, currentPage: 1, itemsOnPage: 25 }
    assert.deepEqual(await log(), nothing)
    assert.deepEqual(await log('', `/org/${orgId}/alerts/log/`), nothing)
  })

  await t.test('a record has a timeline in every language', async () => {
    const recordId = await addRecord(1)
    const triggered = { what: 'triggered', reason: null } as const
    await addDetail(recordId, minute(1), { ...triggered, conditionId: over, paramId: volts, value: 1251.25 })
    await addDetail(recordId, minute(1), { ...triggered, conditionId: on, paramId: mode, value: 1 })
    await addDetail(recordId, minute(2), {
      ...triggered,
      conditionId: silent,
      paramId: volts,
      value: 230,
      reason: 'Timeout',
    })
    await addDetail(recordId, minute(3), { what: 'muted', why: 'maintenance', till: minute(10).getTime() })
    await addDetail(recordId, minute(4), {
      what: 'cleared',
      conditionId: over,
      paramId: volts,
      value: 230,
      reason: null,
    })
    await addDetail(recordId, minute(5), { what: 'confirmed', from: 'Ann', comment: 'on {till} my way' })
    const [first, second] = [
      { conditionId: over, paramId: volts },
      { conditionId: on, paramId: mode },
    ]
    await addDetail(recordId, minute(6), { what: 'confirmed', from: 'Bo', comment: null, conditions: [first] })
    await addDetail(recordId, minute(7), { what: 'unconfirmed', conditions: [second] })
    await addMessage(1, 'a1', 'sms', { recepient: '+48600100200', state: 'dropped', reason: 'sms-limit' })
    await addMessage(1, 'a2', 'webhook', {
      recepient: 'https://x.example/secret',
      state: 'failed',
      reason: 'refused: HTTP 500',
    })
    await addMessage(1, 'a3', 'email', { recepient: 'a@b.org', state: 'sent', sent_on: minute(2) })
    await addMessage(1, 'a4', 'write-param', { param_id: mode, value: 0, state: 'unclear', reason: 'no-answer: x' })
    await sql`update alert_record set confirmed_on = ${minute(5)}, confirmed_from = 'Ann' where id = ${recordId}`
    const timelineIn = async (lang: string) => {
      const [record] = (await log(`?lang=${lang}`)).records
      const { details, ...rest } = record as { details: { date: string; texts: string[] }[] }
      return { rest, details: details.map(({ date, texts }) => [date.slice(14, 16), ...texts.map(plain)]) }
    }
    const en = await timelineIn('en')
    assert.deepEqual(en.rest, {
      id: recordId,
      alertId,
      resolvedOn: null,
      name: '<img src=x onerror=alert(1)>',
      startedOn: minute(1).toISOString(),
      logAs: 'warning',
      logAsText: 'Warning',
      status: 'confirmed',
      confirmedOn: minute(5).toISOString(),
    })
    assert.deepEqual(en.details, [
      [
        '01',
        'The alert fired.',
        'Meter: P0: 1,251.3 V, above 250.0 V, for 90 sec',
        'Meter: P1: On, equal to On',
        'SMS to +48600100200: not sent. The monthly cost limit for SMS is reached.',
        'Webhook https://x.example/\u2026: failed. It was rejected: HTTP 500',
        'Write Off to Meter: P1: write outcome unknown. The provider did not respond: it may have been delivered: x',
      ],
      ['02', 'Meter: P0: no readings for 2 hr', 'E-mail to a@b.org: sent.'],
      ['03', 'Maintenance: notifications suppressed until Nov 14, 2026, 12:10:00 UTC.'],
      ['04', 'Meter: P0: 230.0 V, condition no longer met'],
      ['05', 'Acknowledged by Ann: on {till} my way'],
      ['06', 'Acknowledged by Bo. Conditions met at that time: Meter: P0, above 250.0 V, for 90 sec.'],
      ['07', 'New condition after the acknowledgement: Meter: P1, equal to On. The alert must be acknowledged again.'],
    ])
    const pl = (await timelineIn('pl')).details
    assert.deepEqual(pl[0]?.slice(1, 4), [
      'Alarm zadziałał.',
      'Meter: Parametr 0: 1251,3 V, powyżej 250,0 V, przez 90 sek.',
      'Meter: Parametr 1: Włączony, równe Włączony',
    ])
    const ru = (await timelineIn('ru')).details
    assert.deepEqual(ru[0]?.slice(1, 3), ['Тревога сработала.', 'Meter: P0: 1 251,3 V, выше 250,0 V, в течение 90 с'])
    const ua = await timelineIn('ua')
    assert.deepEqual(ua.details[0]?.slice(1, 4), [
      'Тривога спрацювала.',
      'Meter: P0: 1 251,3 V, вище 250,0 V, протягом 90 с',
      'Meter: P1: Увімкнено, дорівнює Увімкнено',
    ])
    assert.equal(ua.rest['logAsText' as never], 'Попередження')
    assert.equal((await call('viewer', 'GET', `/alert/${alertId}/log/?lang=uk`)).status, 200)
    assert.equal((await call('viewer', 'GET', `/alert/${alertId}/log/?lang=de`)).status, 400)
  })

  await t.test('deleted conditions and parameters appear with their stored data', async () => {
    const recordId = await addRecord(2)
    await addDetail(recordId, minute(2), {
      what: 'triggered',
      conditionId: 999_999,
      paramId: volts,
      value: 7,
      reason: null,
    })
    await addDetail(recordId, minute(2), {
      what: 'triggered',
      conditionId: 999_999,
      paramId: volts,
      value: null,
      reason: 'IllegalDataAddress',
    })
    await addDetail(recordId, minute(2), {
      what: 'cleared',
      conditionId: 999_999,
      paramId: 999_999,
      value: 7,
      reason: null,
    })
    await sql`update alert_record set closed_on = ${minute(3)}, resolved_on = ${minute(2)}, how = 'disabled' where id = ${recordId}`
    const [record] = (await log()).records
    assert.deepEqual([record?.['status'], record?.['resolvedOn']], ['resolved', minute(2).toISOString()])
    assert.equal(JSON.stringify(record?.['details']).includes('null'), false)
    const texts = textsIn(record).map(plain)
    assert.deepEqual(texts, [
      'The alert fired.',
      'Meter: P0: 7.0 V',
      'Meter: P0: cannot be read: IllegalDataAddress',
      'Parameter 999999 (deleted): 7, condition no longer met',
      'The alert was disabled.',
    ])
  })

  await t.test('a message that waits for a digest is not shown as sent, and a sent one has its time', async () => {
    const recordId = await addRecord(31, alertId, minute(31))
    const digested = { recepient: 'a@b.org', state: 'digested', reason: 'digest: 7' }
    await addMessage(31, 'a1', 'email', digested)
    await addMessage(31, 'a2', 'email', { ...digested, sent_on: minute(40) })
    const { records } = await log()
    const { details } = records.find(({ id }) => id === recordId) as { details: unknown }
    assert.deepEqual(details, [
      {
        date: minute(31).toISOString(),
        texts: ['The alert fired.', 'E-mail to a@b.org: queued for a merged notification.'],
      },
      { date: minute(40).toISOString(), texts: ['E-mail to a@b.org: merged with others.'] },
    ])
    await sql`delete from message where episode = 31`
    await sql`delete from alert_record where id = ${recordId}`
  })

  await t.test('pages', async () => {
    for (let episode = 3; episode <= 30; episode += 1) await addRecord(episode)
    const netRecord = await addRecord(1, -netId, minute(40))
    await addDetail(netRecord, minute(40), { what: 'triggered', conditionId: 0, paramId: 0, value: null, reason: null })
    const first = await log()
    assert.deepEqual([first.records.length, first.totalRecords, first.currentPage, first.itemsOnPage], [25, 30, 1, 25])
    assert.equal(first.records[0]?.['startedOn'], minute(30).toISOString(), 'newest first')
    const second = await log('?page=2')
    assert.deepEqual([second.records.length, second.totalRecords, second.currentPage], [5, 30, 2])
    const beyond = await log('?page=1000000&itemsOnPage=100')
    assert.deepEqual([beyond.records, beyond.totalRecords, beyond.itemsOnPage], [[], 30, 100])
    assert.equal((await log('?itemsOnPage=1&page=30')).records[0]?.['startedOn'], minute(1).toISOString())
    const all = await log('?itemsOnPage=100', `/org/${orgId}/alerts/log/`)
    assert.equal(all.totalRecords, 31)
    const [ofNet] = all.records
    assert.deepEqual([ofNet?.['netId'], ofNet?.['alertId'], ofNet?.['id']], [netId, undefined, netRecord])
    assert.deepEqual(ofNet?.['details'], [
      { date: minute(40).toISOString(), texts: ['The alert fired.', 'The network is disconnected.'] },
    ])
    for (const query of ['page=0', 'page=x', 'page=1.5', 'itemsOnPage=0', 'itemsOnPage=101', 'itemsOnPage=-1']) {
      for (const path of [`/alert/${alertId}/log/`, `/org/${orgId}/alerts/log/`])
        assert.equal((await call('viewer', 'GET', `${path}?${query}`)).status, 400, query)
    }
  })

  await t.test('records stay when their alert is gone', async () => {
    await call('manager', 'POST', `/alert/${alertId}/delete/`)
    const { records, totalRecords } = await log('?itemsOnPage=2', `/org/${orgId}/alerts/log/`)
    assert.equal(totalRecords, 31)
    assert.equal(records[1]?.['status'], 'resolved')
    assert.deepEqual(textsIn(records[1]), ['The alert fired.', 'The alert was deleted.'])
  })
})
