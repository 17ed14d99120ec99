import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Database, Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { orgId } from '@busbar/readings/testing'
import { beganOn } from '../watch/testing/watch.ts'
import {
  addressOf,
  alertId,
  cleanOrg,
  loggedDetails,
  mark,
  minuteMs,
  Node,
  outbox,
  putContact,
  putGroup,
  putPolicy,
} from './testing/escalation.ts'

describe('an escalation', () => {
  let db: Database
  let sql: Sql
  let node: Node
  before(async () => {
    db = await testDatabase()
    sql = db.sql
  })
  beforeEach(async () => {
    await cleanOrg(sql)
    for (const id of [1, 2, 3, 4]) await putContact(sql, { id })
    await putGroup(sql, { id: 1, members: [2, 3] })
  })
  const begin = async (...args: Parameters<typeof putPolicy> extends [Sql, infer P] ? [P] : never): Promise<void> => {
    await putPolicy(sql, ...args)
    node = new Node(db)
    await node.start()
    await node.read(1, 20)
  }
  after(() => node.stop())
  const ended = (): Promise<void> => node.stop()

  test('runs its steps when they are due, in rounds, and ends', async () => {
    const steps = [
      { afterMinutes: 0, contactIds: [1] },
      { afterMinutes: 5, groupIds: [1] },
      { afterMinutes: 10, contactIds: [4, 1] },
    ]
    await begin({ steps, repeatMinutes: 20, rounds: 2 })
    const first = ['1 e0.0.1.0 active sms']
    assert.deepEqual(await outbox(sql), first)
    await node.till(5.9)
    assert.deepEqual(await outbox(sql), first)
    for (const minute of [6, 11, 21, 26, 31, 60]) await node.till(minute)
    assert.deepEqual(await outbox(sql), [
      ...first,
      '6 e0.1.2.0 not-confirmed sms',
      '11 e0.2.4.0 not-confirmed sms',
      '11 e0.2.1.0 not-confirmed sms',
      '21 e1.0.1.0 not-confirmed sms',
      '26 e1.1.2.0 not-confirmed sms',
      '31 e1.2.4.0 not-confirmed sms',
      '31 e1.2.1.0 not-confirmed sms',
    ])
    assert.deepEqual((await loggedDetails(sql)).slice(-2), [
      { what: 'escalated', round: 1, step: 2, to: ['Contact 4', 'Contact 1'] },
      { what: 'escalation-ended', rounds: 2 },
    ])
    await ended()
  })

  test('stops at an acknowledgement and informs all notified contacts; the same when the alert resolves', async () => {
    await begin({
      steps: [
        { afterMinutes: 0, contactIds: [1] },
        { afterMinutes: 5, groupIds: [1] },
      ],
      repeatMinutes: 9,
      rounds: 9,
    })
    await node.till(6)
    await mark(sql, 'e0.0.1.0', 'sent')
    await mark(sql, 'e0.1.2.0', 'failed')
    await node.pass()
    await mark(sql, 'e0.1.2.1', 'sent')
    await node.till(8)
    await node.confirm('on my way')
    await node.till(60)
    await node.read(61, 5)
    assert.deepEqual((await outbox(sql)).slice(3), [
      '8 ec1 confirmed sms',
      '8 ec2 confirmed email',
      '61 er1 resolved sms',
      '61 er2 resolved email',
    ])
    const [row] = await sql<[{ snapshot: { confirmed: object; resolvedOn: number }; contactId: number }]>`
      select snapshot, contact_id as "contactId" from message where item = 'er2'`
    const confirmed = { on: beganOn + 8 * minuteMs, from: 'Olena', comment: 'on my way' }
    assert.deepEqual(
      [row.snapshot.confirmed, row.snapshot.resolvedOn, row.contactId],
      [confirmed, beganOn + 61 * minuteMs, 2],
    )
    assert.deepEqual(await sql`select * from escalation`, [])
    await ended()
  })

  test('sends no resolve message for a disabled alert', async () => {
    await begin({ steps: [{ afterMinutes: 0, contactIds: [1] }] })
    await sql`update alert set is_enabled = false where id = ${alertId}`
    await node.rig.until(() => node.rig.watch.state(alertId)?.episode?.closedOn !== null)
    await node.till(2)
    assert.deepEqual([await outbox(sql), await sql`select * from escalation`], [['1 e0.0.1.0 active sms'], []])
    await ended()
  })

  test('is none any more when its alert is deleted', async () => {
    await begin({
      steps: [
        { afterMinutes: 0, contactIds: [1] },
        { afterMinutes: 5, contactIds: [2] },
      ],
    })
    await sql`delete from alert where id = ${alertId}`
    await node.till(9)
    assert.deepEqual([(await outbox(sql)).length, await sql`select * from escalation`], [1, []])
    await ended()
  })

  test('sends nothing while the conditions are not met, and continues afterwards', async () => {
    await sql`update alert set hold_off_sec = 600 where id = ${alertId}`
    await begin({
      steps: [
        { afterMinutes: 0, contactIds: [1] },
        { afterMinutes: 5, contactIds: [2] },
      ],
    })
    await node.read(4, 5)
    await node.till(9)
    assert.equal((await outbox(sql)).length, 1)
    await node.read(10, 20)
    assert.deepEqual((await outbox(sql)).slice(1), ['10 e0.1.2.0 not-confirmed sms'])
    await ended()
  })

  test('waits for the end of quiet times, and keeps its distances', async () => {
    const windows = [{ from: beganOn + 3 * minuteMs, till: beganOn + 30 * minuteMs }]
    await sql`update alert set windows = ${sql.json(windows)} where id = ${alertId}`
    await begin({ steps: [0, 5, 9].map((afterMinutes, place) => ({ afterMinutes, contactIds: [place + 1] })) })
    for (let minute = 2; minute < 40; minute += 1) await node.till(minute)
    assert.deepEqual((await outbox(sql)).slice(1), ['30 e0.1.2.0 not-confirmed sms', '34 e0.2.3.0 not-confirmed sms'])
    assert.equal((await loggedDetails(sql)).filter((one) => 'what' in one && one.what === 'muted').length, 1)
    await ended()
  })

  test('goes by the contacts, groups and policy of the moment', async () => {
    await begin({
      steps: [
        { afterMinutes: 0, contactIds: [1] },
        { afterMinutes: 5, groupIds: [1] },
      ],
      repeatMinutes: 10,
      rounds: 2,
    })
    await putGroup(sql, { id: 1, members: [3, 2] })
    await putContact(sql, { id: 3, types: ['voice-call'] })
    await node.till(6)
    await putPolicy(sql, { steps: [{ afterMinutes: 0, contactIds: [4] }], repeatMinutes: 10, rounds: 2 })
    await node.till(11)
    await sql`update alert set policy_id = null where id = ${alertId}`
    await node.till(40)
    assert.deepEqual((await outbox(sql)).slice(1), [
      '6 e0.1.3.0 not-confirmed voice-call',
      '11 e1.0.4.0 not-confirmed sms',
    ])
    await ended()
  })

  test('a policy that an active alert gets begins then', async () => {
    await sql`update alert set policy_id = null where id = ${alertId}`
    await begin({
      steps: [
        { afterMinutes: 0, contactIds: [1] },
        { afterMinutes: 5, contactIds: [2] },
      ],
    })
    await node.till(10)
    assert.deepEqual(await outbox(sql), [])
    await sql`update alert set policy_id = 1 where id = ${alertId}`
    await node.rig.until(() => node.rig.watch.watched(alertId)?.alert.isEscalated === true)
    await node.till(11)
    await node.till(20)
    assert.deepEqual(
      (await outbox(sql)).map((line) => line.split(' ')[1]),
      ['e0.0.1.0', 'e0.1.2.0'],
    )
    await ended()
  })

  test('hours select the contacts and channels, except for critical alerts where the contact allows it', async () => {
    // It begins on a Sunday at noon, UTC; in Warsaw it is 13:00.
    await sql`update org set time_zone = 'Europe/Warsaw' where id = ${orgId}`
    const at = (fromMinute: number, tillMinute: number, types?: ('sms' | 'email')[]) => [
      { days: [7], fromMinute, tillMinute, types },
    ]
    await putContact(sql, { id: 1, hours: at(780, 790, ['email']) })
    await putContact(sql, { id: 2, hours: at(720, 780) })
    await putContact(sql, { id: 3, hours: at(780, 840) })
    await putContact(sql, { id: 4, hours: at(0, 60), isAlwaysForCritical: true })
    await begin({ steps: [{ afterMinutes: 0, contactIds: [1, 4], groupIds: [1] }] })
    assert.deepEqual(await outbox(sql), ['1 e0.0.1.0 active email', '1 e0.0.3.0 active sms'])
    assert.deepEqual(await loggedDetails(sql), [
      { what: 'unreached', contact: 'Contact 4', why: 'hours' },
      { what: 'unreached', contact: 'Contact 2', why: 'hours' },
      { what: 'escalated', round: 0, step: 0, to: ['Contact 1', 'Contact 3'] },
      { what: 'escalation-ended', rounds: 1 },
    ])
    await node.read(30, 5)
    const [late] = await sql<[{ minute: number }]>`
      select extract(epoch from next_try_on - ${new Date(beganOn)})::float8 / 60 as minute from message where item = 'er1'`
    assert.equal(late.minute, 7 * 1440, 'that it is over comes when their hours begin')
    await ended()
    await cleanOrg(sql, { logAs: 'critical' })
    await putContact(sql, { id: 4, hours: at(0, 60), isAlwaysForCritical: true })
    await begin({ steps: [{ afterMinutes: 0, contactIds: [4] }] })
    assert.deepEqual(await outbox(sql), ['1 e0.0.4.0 active sms'])
    await sql`update org set time_zone = 'UTC' where id = ${orgId}`
    await ended()
  })

  test('an undelivered message is followed by the next channel, the next contact of the group and the next step', async () => {
    await begin({
      steps: [
        { afterMinutes: 0, groupIds: [1] },
        { afterMinutes: 30, contactIds: [1] },
        { afterMinutes: 60, contactIds: [4] },
      ],
    })
    for (const [item, state] of [
      ['e0.0.2.0', 'unclear'],
      ['e0.0.2.1', 'failed'],
      ['e0.0.3.0', 'dropped'],
      ['e0.0.3.1', 'failed'],
    ] as const) {
      await mark(sql, item, state)
      await node.pass()
    }
    assert.deepEqual(await outbox(sql), [
      '1 e0.0.2.0 active sms',
      '1 e0.0.2.1 active email',
      '1 e0.0.3.0 active sms',
      '1 e0.0.3.1 active email',
      '1 e0.1.1.0 not-confirmed sms',
    ])
    assert.deepEqual((await loggedDetails(sql)).slice(1), [
      { what: 'unreached', contact: 'Contact 2', why: 'failed' },
      { what: 'escalated', round: 0, step: 0, to: ['Contact 3'] },
      { what: 'unreached', contact: 'Contact 3', why: 'failed' },
      { what: 'nobody-reached', group: 'Group 1', step: 0, isLast: false },
      { what: 'escalated', round: 0, step: 1, to: ['Contact 1'] },
    ])
    await node.till(31)
    assert.deepEqual(
      (await outbox(sql)).slice(5),
      ['31 e0.2.4.0 not-confirmed sms'],
      'half an hour after the step before',
    )
    assert.deepEqual(
      addressOf(4, 'sms'),
      (await sql`select recepient from message where item = 'e0.2.4.0'`)[0]?.['recepient'],
    )
    await ended()
  })

  test('a group without a contact on call does not delay the next step', async () => {
    await putGroup(sql, { id: 1, members: [2, 3], rotation: { kind: 'by-hand', onDutyId: null } })
    await begin({
      steps: [
        { afterMinutes: 0, groupIds: [1] },
        { afterMinutes: 30, contactIds: [4] },
      ],
    })
    assert.deepEqual(await outbox(sql), ['1 e0.1.4.0 not-confirmed sms'])
    assert.deepEqual((await loggedDetails(sql))[0], {
      what: 'nobody-reached',
      group: 'Group 1',
      step: 0,
      isLast: false,
    })
    await ended()
  })

  test('an alert without a record is escalated too; a later event resolves the previous one', async () => {
    await cleanOrg(sql, { logAs: 'none' })
    await putContact(sql, { id: 1 })
    await begin({ steps: [{ afterMinutes: 0, contactIds: [1] }] })
    await node.read(2, 5)
    await node.read(3, 20)
    await node.confirm()
    await sql`update alert set policy_id = null where id = ${alertId}`
    await node.read(5, 5)
    const rows = await sql<{ text: string }[]>`select episode || ' ' || item as text from message order by id`
    assert.deepEqual(
      rows.map(({ text }) => text),
      ['1 e0.0.1.0', '1 er1', '2 e0.0.1.0', '2 ec1', '2 er1'],
    )
    await ended()
  })
})
