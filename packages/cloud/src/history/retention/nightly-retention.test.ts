import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { NightlyRetention } from './nightly-retention.ts'

const dayMs = 86_400_000
const night = Date.UTC(2026, 5, 10, 3)
let api: TestApi

const daysAgo = (days: number): Date => new Date(night - days * dayMs)

/** Adds a resolved alert event, or an active one, and a message about it; both started so many days ago. */
const addEvent = async (orgId: number, episode: number, days: number, isActive = false): Promise<void> => {
  const { sql } = api.service.db
  const closedOn = isActive ? null : daysAgo(days)
  await sql`
    insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on, closed_on, how)
    values (${orgId}, 7, ${episode}, 'Too hot', 'info', ${daysAgo(days)}, ${daysAgo(days)}, ${closedOn}, ${isActive ? null : 'resolved'})`
  await sql`
    insert into message (org_id, alert_id, episode, item, stage, type, snapshot, due_on, next_try_on, state)
    values (${orgId}, 7, ${episode}, 'a1', 'active', 'sms', '{}', ${daysAgo(days)}, ${daysAgo(days)}, 'sent')`
}

const kept = async (orgId: number) => {
  const { sql } = api.service.db
  const events = await sql<
    { episode: number }[]
  >`select episode from alert_record where org_id = ${orgId} order by episode`
  const messages = await sql<
    { episode: number }[]
  >`select episode from message where org_id = ${orgId} order by episode`
  return { events: events.map(({ episode }) => episode), messages: messages.map(({ episode }) => episode) }
}

describe('retention of alert events and messages', () => {
  shareApi(async (started) => {
    api = started
    await api.service.db.sql`update org set alert_log_days = null, message_days = null`
  })

  test('an owner sets the days, others read them', async () => {
    const path = `/org/${api.orgId}/retention/alerts/`
    const days = { logDays: 365, messageDays: 90 }
    assert.deepEqual((await api.call('viewer', 'GET', path)).body, { logDays: null, messageDays: null })
    assert.equal((await api.call('manager', 'POST', path, days)).status, 401)
    assert.deepEqual((await api.call('owner', 'POST', path, days)).body, {})
    assert.deepEqual((await api.call('viewer', 'GET', path)).body, days)
    for (const wrong of [29, 3651, '90', undefined])
      assert.equal((await api.call('owner', 'POST', path, { ...days, messageDays: wrong })).status, 400, String(wrong))
    const [row] = await api.service.db.sql`
      select before, after from audit where action = 'org.change-retention' order by id desc limit 1`
    assert.deepEqual(row, { before: { logDays: null, messageDays: null }, after: days })
  })

  test('a new organization starts with defaults', async () => {
    const [row] = await api.service.db.sql`
      insert into org (name) values ('New') returning alert_log_days as "logDays", message_days as "messageDays"`
    assert.deepEqual(row, { logDays: 730, messageDays: 180 })
    await api.service.db.sql`delete from org where name = 'New'`
  })

  test('deletes old rows once a day, except those of active events and of organizations that keep all', async () => {
    await api.service.db.sql`update org set alert_log_days = 365, message_days = 90 where id = ${api.orgId}`
    for (const orgId of [api.orgId, api.otherOrgId]) {
      await addEvent(orgId, 1, 400)
      await addEvent(orgId, 2, 100)
      await addEvent(orgId, 3, 10)
      await addEvent(orgId, 4, 400, true)
    }
    const clock = new VirtualClock()
    let nowMs = night - 2 * 3_600_000
    const errors: unknown[] = []
    const retention = new NightlyRetention({
      db: api.service.db,
      clock,
      now: () => new Date(nowMs),
      log: { error: (details) => void errors.push(details) },
    })
    const hour = async (): Promise<void> => {
      nowMs += 3_600_000
      clock.advance(3_600_000)
      await retention.settled()
    }
    retention.start()
    await hour()
    assert.deepEqual(await kept(api.orgId), { events: [2, 3, 4], messages: [3, 4] })
    assert.deepEqual(await kept(api.otherOrgId), { events: [1, 2, 3, 4], messages: [1, 2, 3, 4] })
    await addEvent(api.orgId, 5, 400)
    await hour()
    assert.deepEqual((await kept(api.orgId)).events, [2, 3, 4, 5], 'the night has one run')
    nowMs += 23 * 3_600_000
    await hour()
    assert.deepEqual((await kept(api.orgId)).events, [2, 3, 4])
    await retention.stop()
    assert.deepEqual(errors, [])
    assert.equal(clock.pending, 0)
  })
})
