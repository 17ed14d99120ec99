import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { orgId } from '@busbar/readings/testing'
import type { MessageSnapshot } from '../store/message-snapshot.ts'
import { AlertBench, addAlert, beganOn, clean, pollOf, storedOf } from './testing/watch.ts'

const minuteMs = 60_000

describe('the watch over alerts', () => {
  let db: Database
  before(async () => {
    db = await testDatabase()
  })

  const rigged = async (...alerts: Parameters<typeof addAlert>[1][]): Promise<AlertBench> => {
    await clean(db.sql, [1, 2, 3])
    for (const alert of alerts) await addAlert(db.sql, alert)
    const rig = new AlertBench(db)
    await rig.start()
    return rig
  }

  const monthMs = 30 * 24 * 60 * minuteMs
  for (const { name, isRestarted } of [
    { name: 'while it is active', isRestarted: false },
    { name: 'and the service is started anew', isRestarted: true },
  ]) {
    test(`an alert does not end before it began when the clock is set back ${name}`, async () => {
      let rig = await rigged({ id: 7, conditions: [{ paramId: 101, kind: 'g', value: 10 }] })
      rig.setMs = monthMs
      await rig.till(minuteMs)
      await rig.record(pollOf(1, monthMs + minuteMs, [11, 0]))
      await rig.till(2 * minuteMs)
      assert.equal(await rig.watch.confirm({ orgId, alertId: 7, from: 'Ann', comment: null }), 'confirmed')
      rig.setMs = 0
      if (isRestarted) {
        await rig.stop()
        rig = new AlertBench(db, rig.clock, 0)
        await rig.start()
      }
      await rig.record(pollOf(1, 2 * minuteMs + 1000, [12, 0]))
      const [open] = await db.sql`select started_on < confirmed_on as is_so, started_on from alert_record`
      assert.equal(open?.['is_so'], true)
      assert.ok(open['started_on'] <= new Date(beganOn + 2 * minuteMs), 'what is active has not begun yet')
      await rig.till(3 * minuteMs)
      await rig.record(pollOf(1, 3 * minuteMs, [9, 0]))
      const { records, details } = await storedOf(db.sql)
      const [record] = records as unknown as [Record<'started_on' | 'resolved_on' | 'closed_on', Date>]
      assert.ok(record.started_on < record.resolved_on)
      assert.ok(record.resolved_on <= record.closed_on)
      assert.equal(record.resolved_on.getTime(), beganOn + 3 * minuteMs)
      for (const { said_on: on } of details) assert.ok(on >= record.started_on && on <= record.closed_on)
      await rig.stop()
    })
  }

  test('an imported value fires no alert, neither by its size nor by its age', async () => {
    const rig = await rigged(
      { id: 7, conditions: [{ paramId: 101, kind: 'g', value: 10 }] },
      { id: 8, conditions: [{ paramId: 101, kind: 'no-data', value: 100 }] },
      {
        id: 9,
        logic: 'all',
        conditions: [
          { paramId: 101, kind: 'g', value: 10 },
          { paramId: 201, kind: 'g', value: 10 },
        ],
      },
    )
    const imported = { 101: { value: '99', number: 99, readOn: beganOn - monthMs } }
    await db.sql`insert into last_poll (org_id, device_id, version, imported) values (${orgId}, 1, 0, ${db.sql.json(imported)})`
    await rig.stop()
    const again = new AlertBench(db, rig.clock, 0)
    await again.start()
    await again.record(pollOf(2, 1000, [11, 0]))
    assert.deepEqual((await storedOf(db.sql)).records, [])
    await again.record(pollOf(1, 2000, [11, 0]))
    assert.deepEqual(
      (await storedOf(db.sql)).records.map((row) => row['alert_id']),
      [7, 9],
    )
    await again.stop()
  })

  test('an alert fires, is reported, acknowledged and resolved, all with the readings', async () => {
    const rig = await rigged({
      id: 7,
      conditions: [{ paramId: 101, kind: 'g', value: 10 }],
      actions: [
        { stage: 'active', timeoutMinutes: 0 },
        { stage: 'active', timeoutMinutes: 5 },
        { stage: 'resolved', timeoutMinutes: 0 },
      ],
    })
    await rig.till(minuteMs)
    await rig.record(pollOf(1, minuteMs, [11, 0]))
    await rig.till(2 * minuteMs)
    assert.equal(await rig.watch.confirm({ orgId, alertId: 7, from: 'Ann', comment: 'Seen' }), 'confirmed')
    assert.equal(await rig.watch.confirm({ orgId, alertId: 7, from: 'Bob', comment: null }), 'confirmed-before')
    assert.equal(await rig.watch.confirm({ orgId: 2, alertId: 7, from: 'Eve', comment: null }), 'inactive')
    await rig.till(3 * minuteMs)
    await rig.record(pollOf(1, 3 * minuteMs, [9, 0]))
    const { records, details, messages } = await storedOf(db.sql)
    assert.deepEqual(
      records.map((row) => [row['episode'], row['how'], row['confirmed_from'], row['comment']]),
      [[1, 'resolved', 'Ann', 'Seen']],
    )
    assert.deepEqual(
      details.map(({ detail }) => detail.what),
      ['triggered', 'confirmed', 'cleared'],
    )
    assert.deepEqual(
      messages.map((row) => [row['item'], row['stage'], row['state'], row['reason']]),
      [
        ['a701', 'active', 'waiting', null],
        ['a702', 'active', 'dropped', 'stage-passed'],
        ['f703', 'resolved', 'waiting', null],
      ],
    )
    const [{ conditions, params }] = messages.map((row) => row['snapshot']) as [MessageSnapshot]
    assert.deepEqual(
      conditions.map(({ paramId, limit, value, isTriggered }) => [paramId, limit, value, isTriggered]),
      [[101, 10, 11, true]],
    )
    assert.deepEqual(params, { 101: { fullName: 'Meter: ', unitName: null, precision: null } })
    await rig.stop()
  })

  const recordsOf = async (): Promise<unknown[]> => {
    const rows = await db.sql<{ alert_id: number; how: string | null }[]>`
      select alert_id, how from alert_record order by alert_id, episode`
    return rows.map(({ alert_id, how }) => [alert_id, how])
  }

  const over = (id: number) => ({
    id,
    conditions: [{ paramId: 101, kind: 'g', value: 10 }],
    actions: [{ stage: 'active', timeoutMinutes: 0 }],
  })

  test('a thousand alerts of one poll are stored with it', async () => {
    const rig = await rigged(...Array.from({ length: 1000 }, (_, i) => over(i + 1)))
    await rig.record(pollOf(1, 0, [11, 0]))
    assert.equal(rig.recorder.status().flushes, 1)
    const [counts] = await db.sql`
      select (select count(*) from alert_record) as records, (select count(*) from alert_detail) as details,
        (select count(*) from message) as messages`
    assert.deepEqual(counts, { records: 1000, details: 1000, messages: 1000 })
    await rig.stop()
  })

  test('polls that no alert looks at are recorded alone', async () => {
    const rig = await rigged(over(1))
    const { judged } = rig.watch.status()
    await rig.record(pollOf(2, 0, [11, 0]))
    assert.equal(rig.watch.status().judged, judged)
    await rig.stop()
  })

  test('readings are judged by their time, and late ones do not reopen the past', async () => {
    const rig = await rigged(over(1))
    await rig.till(3 * minuteMs)
    rig.recorder.record(pollOf(1, 2 * minuteMs, [9, 0]))
    await rig.record(pollOf(1, minuteMs, [11, 0]))
    await rig.record(pollOf(1, minuteMs + 1000, [11, 0]))
    assert.deepEqual(await recordsOf(), [])
    await rig.stop()
  })

  test('an active alert whose limit is changed, and still exceeded, stays the same and confirmed', async () => {
    const rig = await rigged({ id: 1, conditions: [{ paramId: 101, kind: 'g', value: 10 }] })
    await rig.record(pollOf(1, 0, [20, 0]))
    assert.equal(await rig.watch.confirm({ orgId, alertId: 1, from: 'Ann', comment: null }), 'confirmed')
    await db.sql.begin(async (tx) => {
      await tx`delete from alert_condition where alert_id = 1`
      await tx`
        insert into alert_condition (org_id, id, alert_id, param_id, kind, value, hold_sec)
        values (${orgId}, 900, 1, 101, 'g', 12, 60)`
    })
    await rig.until(() => rig.watch.state(1)?.conditions[0]?.id === 900)
    await rig.idle()
    const records = await db.sql`select episode, resolved_on, confirmed_from from alert_record`
    assert.deepEqual([...records], [{ episode: 1, resolved_on: null, confirmed_from: 'Ann' }])
    await rig.stop()
  })

  test('an alert that is new, changed, switched off or deleted is taken up at once', async () => {
    const rig = await rigged()
    await rig.record(pollOf(1, 0, [11, 0]))
    const isOpen = (id: number): boolean => rig.watch.state(id)?.episode?.closedOn === null
    for (const id of [1, 2, 3]) await addAlert(db.sql, over(id))
    await rig.until(() => isOpen(1) && isOpen(2) && isOpen(3))
    await db.sql`update alert set is_enabled = false where id = 1`
    await db.sql`delete from alert_condition where alert_id = 2`
    await db.sql`delete from alert where id = 3`
    await rig.until(() => !isOpen(1) && !isOpen(2) && !isOpen(3))
    await rig.idle()
    const hows = [
      [1, 'disabled'],
      [2, 'resolved'],
      [3, 'deleted'],
    ]
    assert.deepEqual(await recordsOf(), hows)
    const waiting = await db.sql`select alert_id from message where state = 'waiting' order by alert_id`
    assert.deepEqual(
      waiting.map((row) => row['alert_id']),
      [1, 2],
    )
    await rig.record(pollOf(1, minuteMs, [12, 0]))
    assert.deepEqual(await recordsOf(), hows)
    await rig.stop()
  })

  test('disabled devices cause no alert', async () => {
    const silent = { id: 1, conditions: [{ paramId: 101, kind: 'no-data', value: 100 }] }
    const rig = await rigged(silent, { ...silent, id: 2, logic: 'all' })
    await rig.record(pollOf(1, 0, [11, 0]))
    await db.sql`update device set disabled_on = now() where id = 1`
    await rig.until(() => rig.watch.state(1)?.conditions.length === 0 && rig.watch.state(2)?.conditions.length === 0)
    await rig.till(30 * minuteMs)
    assert.deepEqual(await recordsOf(), [])
    await db.sql`update device set disabled_on = null where id = 1`
    await rig.until(() => rig.watch.state(1)?.conditions.length === 1 && rig.watch.state(2)?.conditions.length === 1)
    await rig.till(40 * minuteMs)
    assert.deepEqual(await recordsOf(), [
      [1, null],
      [2, null],
    ])
    await rig.stop()
  })

  test('an outage of a network is a record of its own, and silences no alert of its devices', async () => {
    const rig = await rigged({ id: 1, conditions: [{ paramId: 101, kind: 'no-data', value: 100 }] })
    rig.connection(1, true)
    await rig.record(pollOf(1, 0, [11, 0]))
    await rig.till(minuteMs)
    rig.connection(1, false)
    await rig.till(10 * minuteMs)
    assert.deepEqual(await recordsOf(), [
      [-1, null],
      [1, null],
    ])
    rig.connection(1, true)
    await rig.till(20 * minuteMs)
    assert.deepEqual(await recordsOf(), [
      [-1, 'resolved'],
      [1, null],
    ])
    await rig.stop()
  })

  test('a network that never came is missed all the same', async () => {
    const rig = await rigged()
    rig.links.set(1, { isConnected: false })
    await rig.till(5 * minuteMs)
    assert.deepEqual(await recordsOf(), [[-1, null]])
    await rig.stop()
  })

  test('a node that records nothing judges from what others stored', async () => {
    const conditions = [
      { paramId: 101, kind: 'g', value: 10 },
      { paramId: 101, kind: 'no-data', value: 100 },
    ]
    const rig = await rigged({ id: 1, conditions, actions: [{ stage: 'resolved', timeoutMinutes: 5 }] })
    await rig.record(pollOf(1, 0, [9, 0]))
    const idle = new AlertBench(db, rig.clock)
    await idle.start()
    await rig.record(pollOf(1, 1000, [11, 0]), pollOf(1, 2000, [9, 0]))
    assert.equal(idle.watch.state(1)?.episode, null, 'it has heard of nothing so far')
    await rig.till(90_000)
    await rig.record(pollOf(1, 90_000, [9, 0]))
    await rig.till(101_000)
    await idle.idle()
    const { no, closedOn } = idle.watch.state(1)?.episode ?? {}
    assert.deepEqual([no, typeof closedOn], [1, 'number'], 'when its turn comes it looks')
    // The first node is gone, and what it left to be done is done.
    await rig.stop()
    await idle.till(6 * minuteMs)
    assert.deepEqual(
      (await db.sql`select item, stage from message`).map(({ item, stage }) => [item, stage]),
      [['f101', 'resolved']],
    )
    await idle.stop()
  })

  test('an acknowledgement of an earlier alert event does not count for this one, on any node', async () => {
    const rig = await rigged(over(1))
    await rig.record(pollOf(1, 0, [11, 0]))
    await rig.till(minuteMs)
    const other = new AlertBench(db, rig.clock)
    await other.start()
    await other.record(pollOf(1, 1000, [9, 0]))
    await other.record(pollOf(1, 2000, [12, 0]))
    // The first node still remembers the first activation.
    assert.equal(rig.watch.state(1)?.episode?.no, 1)
    const seen = { orgId, alertId: 1, from: 'email', comment: null }
    for (const one of [rig, other]) {
      assert.equal(await one.watch.confirm({ ...seen, episode: 1 }), 'inactive')
      assert.deepEqual([one.watch.state(1)?.episode?.no, one.watch.state(1)?.episode?.confirmed], [2, null])
    }
    assert.equal(await rig.watch.confirm({ ...seen, episode: 2 }), 'confirmed')
    await Promise.all([rig.stop(), other.stop()])
  })

  test('a value beyond the precision of a double is evaluated with all digits, also after a restart', async () => {
    const rig = await rigged({ id: 1, conditions: [{ paramId: 101, kind: 'g', value: 2 ** 53 }] })
    await rig.record(pollOf(1, 0, [2 ** 53, 0]))
    assert.deepEqual(await recordsOf(), [])
    await rig.record({ ...pollOf(1, 1000, [2 ** 53, 0]), texts: new Map([[0, '9007199254740993']]) })
    assert.deepEqual(await recordsOf(), [[1, null]])
    await rig.stop()
    // A new one: it knows the reading as it was stored.
    await db.sql`delete from alert`
    await addAlert(db.sql, { id: 2, conditions: [{ paramId: 101, kind: 'g', value: 2 ** 53 }] })
    const next = new AlertBench(db, rig.clock)
    await next.start()
    assert.equal(next.watch.state(2)?.episode?.no, 1)
    await next.stop()
  })

  test('two that judge the same alerts do not double them', async () => {
    const rig = await rigged(...[1, 2, 3, 4].map(over))
    const other = new AlertBench(db, rig.clock)
    await other.start()
    for (const [minute, value] of [11, 9, 12, 8, 13].entries()) {
      const polls = [pollOf(1, minute * minuteMs, [value, 0]), pollOf(1, minute * minuteMs + 200, [value, 0])]
      await rig.clock.advanceAsync(minuteMs)
      for (const [place, one] of [rig, other].entries()) one.recorder.record(polls[place] ?? pollOf(1, 0, []))
      await Promise.all([rig.idle(), other.idle()])
    }
    const rows = await db.sql`select alert_id, count(*)::int as count from message group by alert_id order by alert_id`
    assert.deepEqual(
      rows.map((row) => [row['alert_id'], row['count']]),
      [1, 2, 3, 4].map((id) => [id, 3]),
    )
    assert.equal((await recordsOf()).length, 12)
    await Promise.all([rig.stop(), other.stop()])
  })
})
