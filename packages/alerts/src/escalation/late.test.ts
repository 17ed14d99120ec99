import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Database, Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { beganOn } from '../watch/testing/watch.ts'
import {
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

describe('a message of an escalation that is late', () => {
  let db: Database
  let sql: Sql
  let node: Node
  let stop = (): Promise<void> => Promise.resolve()
  before(async () => {
    db = await testDatabase()
    sql = db.sql
  })
  beforeEach(async () => {
    await cleanOrg(sql)
    for (const id of [1, 2, 3, 4]) await putContact(sql, { id })
    await putGroup(sql, { id: 1, members: [2, 3] })
  })
  const begin = async (policy: Parameters<typeof putPolicy>[1]): Promise<void> => {
    await stop()
    await putPolicy(sql, policy)
    node = new Node(db, { isDelivered: false })
    stop = () => node.stop()
    await node.start()
    await node.read(1, 20)
  }
  after(() => stop())
  const items = async (): Promise<string[]> =>
    (await outbox(sql)).map((line) => line.replace(/ (active|not-confirmed)/, ''))

  test('is followed by the next channel, the next of the group, the next step, and goes on being tried', async () => {
    await begin({
      steps: [
        { afterMinutes: 0, groupIds: [1] },
        { afterMinutes: 30, contactIds: [1] },
      ],
    })
    for (const minute of [1.9, 2, 3.9, 4, 5, 6.9, 7, 7.5]) await node.till(minute)
    assert.deepEqual(await items(), [
      '1 e0.0.2.0 sms',
      '2 e0.0.2.1 email',
      '4 e0.0.3.0 sms',
      '5 e0.0.3.1 email',
      '7 e0.1.1.0 sms',
    ])
    const states = await sql<{ state: string }[]>`select distinct state from message`
    assert.deepEqual(states, [{ state: 'waiting' }], 'all are still tried')
    assert.deepEqual((await loggedDetails(sql)).slice(1), [
      { what: 'late', contact: 'Contact 2', type: 'sms', sec: 60, next: 'email' },
      { what: 'late', contact: 'Contact 2', type: 'email', sec: 120, next: null },
      { what: 'escalated', round: 0, step: 0, to: ['Contact 3'] },
      { what: 'late', contact: 'Contact 3', type: 'sms', sec: 60, next: 'email' },
      { what: 'late', contact: 'Contact 3', type: 'email', sec: 120, next: null },
      { what: 'nobody-reached', group: 'Group 1', step: 0, isLast: false },
      { what: 'escalated', round: 0, step: 1, to: ['Contact 1'] },
      { what: 'escalation-ended', rounds: 1 },
    ])
  })

  test('is enough if it arrives later, and causes no second message if it fails then', async () => {
    await begin({
      steps: [
        { afterMinutes: 0, contactIds: [1] },
        { afterMinutes: 30, contactIds: [4] },
      ],
    })
    await node.till(2)
    await mark(sql, 'e0.0.1.0', 'sent')
    await mark(sql, 'e0.0.1.1', 'failed')
    await node.till(20)
    assert.deepEqual(await items(), ['1 e0.0.1.0 sms', '2 e0.0.1.1 email'])
    assert.deepEqual(await sql`select state from escalation_recipient`, [{ state: 'told' }])
    await cleanOrg(sql)
    await putContact(sql, { id: 1, types: ['sms'] })
    await putContact(sql, { id: 4 })
    await begin({
      steps: [
        { afterMinutes: 0, contactIds: [1] },
        { afterMinutes: 30, contactIds: [4] },
      ],
    })
    await node.till(2)
    await mark(sql, 'e0.0.1.0', 'failed')
    await mark(sql, 'e0.1.4.0', 'sent')
    await node.till(9)
    assert.deepEqual(await items(), ['1 e0.0.1.0 sms', '2 e0.1.4.0 sms'])
    assert.deepEqual(await sql`select state from escalation_recipient order by step`, [
      { state: 'failed' },
      { state: 'told' },
    ])
  })

  test('is dropped before the resolve message, which uses the channel that worked', async () => {
    await begin({ steps: [{ afterMinutes: 0, contactIds: [1] }] })
    await node.till(2)
    await mark(sql, 'e0.0.1.1', 'sent')
    await node.read(3, 5)
    const rows = await sql`select item, type, state, reason from message order by id`
    assert.deepEqual(rows, [
      { item: 'e0.0.1.0', type: 'sms', state: 'dropped', reason: 'stage-passed' },
      { item: 'e0.0.1.1', type: 'email', state: 'sent', reason: null },
      { item: 'er1', type: 'email', state: 'waiting', reason: null },
    ])
  })

  test('in a digest has the time of the digest; after a start there is time to send', async () => {
    await begin({ steps: [{ afterMinutes: 0, contactIds: [1] }] })
    const dueOn = new Date(beganOn + 10 * minuteMs)
    const [digest] = await sql<[{ id: number }]>`
      insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
      select org_id, 0, 1, 'd1', stage, type, recepient, snapshot, ${dueOn}, ${dueOn} from message where item = 'e0.0.1.0' returning id`
    await sql`update message set state = 'digested', reason = ${`digest: ${digest.id}`} where item = 'e0.0.1.0'`
    for (const minute of [3, 9, 11.9]) await node.till(minute)
    assert.equal((await items()).length, 2)
    await node.escalations.stop()
    await node.rig.till(20 * minuteMs)
    await node.escalations.start()
    await node.till(20.9)
    assert.equal((await items()).length, 2)
    await node.till(21)
    assert.deepEqual((await items()).at(-1), '21 e0.0.1.1 email')
  })

  test('waits while messages about the alert wait, without blocking other escalations', async () => {
    const windows = [{ from: beganOn + 1.5 * minuteMs, till: beganOn + 30 * minuteMs }]
    await sql`update alert set windows = ${sql.json(windows)} where id = ${alertId}`
    await begin({ steps: [{ afterMinutes: 0, contactIds: [1] }] })
    await node.till(2)
    const [held] = await sql<[{ minutes: number }]>`
      select extract(epoch from held_till - ${new Date(beganOn)})::float8 / 60 as minutes from escalation_recipient`
    assert.equal(held.minutes, 3)
    for (let minute = 3; minute <= 30; minute += 1) await node.till(minute)
    assert.deepEqual(await items(), ['1 e0.0.1.0 sms', '30 e0.0.1.1 email'])
  })
})

describe('the escalation of an alert that flaps', () => {
  let db: Database
  let node: Node
  before(async () => {
    db = await testDatabase()
    await cleanOrg(db.sql)
    for (const id of [1, 2]) await putContact(db.sql, { id })
    await putPolicy(db.sql, {
      steps: [
        { afterMinutes: 0, contactIds: [1] },
        { afterMinutes: 5, contactIds: [2] },
      ],
    })
    await db.sql`update alert set flapping = '{"changes": 3, "minutes": 4}' where id = ${alertId}`
    node = new Node(db)
    await node.start()
  })
  after(() => node.stop())
  const rows = async (): Promise<string[]> => {
    const all = await db.sql<{ text: string }[]>`select episode || ' ' || item as text from message order by id`
    return all.map(({ text }) => text)
  }

  test('continues in the next alert event, and ends when the alert is stable', async () => {
    for (const [minute, value] of [
      [1, 20],
      [2, 5],
      [3, 20],
      [4, 5],
      [5, 20],
      [6, 5],
      [7, 20],
    ] as const)
      await node.read(minute, value)
    assert.deepEqual(await rows(), ['1 e0.0.1.0', '1 er1', '2 e0.0.1.0'], 'it flaps from the third change on')
    await node.read(7.5, 5)
    await node.till(8)
    await node.read(8.5, 20)
    assert.deepEqual((await rows()).slice(3), ['5 e0.1.2.0'], 'the step that was due while all was well')
    await node.read(9, 5)
    await node.till(12.9)
    assert.equal((await rows()).length, 4)
    await node.till(13)
    assert.deepEqual((await rows()).slice(4), ['5 er1', '5 er2'], 'each once')
    assert.deepEqual(await db.sql`select * from escalation`, [])
  })

  test('restarts after the alert was stable, and after an acknowledgement', async () => {
    for (const [minute, value] of [
      [20, 20],
      [21, 5],
      [22, 20],
    ] as const)
      await node.read(minute, value)
    assert.deepEqual((await rows()).slice(6), ['6 e0.0.1.0', '6 er1', '7 e0.0.1.0'])
    await node.confirm()
    await node.read(23, 5)
    await node.read(24, 20)
    assert.deepEqual((await rows()).slice(9), ['7 ec1', '7 er1', '8 e0.0.1.0'])
  })
})
