import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { orgId } from '@busbar/readings/testing'
import { AlertBench, addAlert, beganOn, clean, pollOf } from './testing/watch.ts'

const minuteMs = 60_000

describe('alerts that depend on others', () => {
  let db: Database
  before(async () => {
    db = await testDatabase()
  })

  const actions = [
    { stage: 'active', timeoutMinutes: 0 },
    { stage: 'active', timeoutMinutes: 5, type: 'sms' },
    { stage: 'active', timeoutMinutes: 0, type: 'write-param' },
    { stage: 'resolved', timeoutMinutes: 0 },
  ]
  const rigged = async (onNet: number | null, logAs = 'warning'): Promise<AlertBench> => {
    await clean(db.sql, [1, 2, 3])
    await addAlert(db.sql, { id: 1, conditions: [{ paramId: 101, kind: 'g', value: 10 }], actions: [] })
    await addAlert(db.sql, { id: 2, logAs, conditions: [{ paramId: 102, kind: 'g', value: 10 }], actions })
    await db.sql`
      insert into alert_dependency (org_id, alert_id, on_alert_id, on_net_id)
      values (${orgId}, 2, ${onNet === null ? 1 : null}, ${onNet})`
    const rig = new AlertBench(db)
    await rig.start()
    return rig
  }
  const again = async (rig: AlertBench): Promise<AlertBench> => {
    await rig.stop()
    const next = new AlertBench(db, rig.clock)
    await next.start()
    return next
  }
  /** Messages as `<item> <minute>`, with the name of the cause. */
  const told = async () =>
    (
      await db.sql<{ item: string; on: Date; state: string; behind: string | null }[]>`
        select item, due_on as "on", state, snapshot -> 'outage' ->> 'net' as behind from message where alert_id = 2 order by id`
    ).map(({ item, on, state, behind }) => {
      const minute = (on.getTime() - beganOn) / minuteMs
      return `${item} ${minute}${behind === null ? '' : ` ${behind}`}${state === 'dropped' ? ' dropped' : ''}`
    })

  test('messages wait while the other is active, whatever happens to the service, and are sent after it', async () => {
    let rig = await rigged(null)
    await rig.till(minuteMs)
    await rig.record(pollOf(1, minuteMs, [11, 11]))
    // A device write is no message; the recipient is notified of the cause.
    assert.deepEqual(await told(), ['a203 1', 'p201 1 Alert 1'])
    assert.equal(rig.watch.hold(2)?.name, 'Alert 1')
    rig = await again(rig)
    await rig.till(7 * minuteMs)
    await rig.record(pollOf(1, 7 * minuteMs, [11, 12]))
    rig = await again(rig)
    await rig.till(10 * minuteMs)
    await rig.record(pollOf(1, 10 * minuteMs, [9, 12]))
    assert.deepEqual(await told(), ['a203 1', 'p201 1 Alert 1', 'p202 6 Alert 1'])
    rig = await again(rig)
    await rig.till(20 * minuteMs)
    // A minute after the other has ended, and the second as long after the first as ever.
    assert.deepEqual((await told()).slice(3), ['a201 11', 'a202 16'])
    await rig.record(pollOf(1, 20 * minuteMs, [9, 9]))
    assert.deepEqual((await told()).slice(5), ['f204 20'])
    const texts = await db.sql<{ detail: { what: string; why?: string; name?: string } }[]>`
      select detail from alert_detail d join alert_record r on r.id = d.record_id where r.alert_id = 2 order by n`
    assert.deepEqual(
      texts.flatMap(({ detail }) => (detail.what.endsWith('muted') ? [[detail.what, detail.why, detail.name]] : [])),
      [
        ['muted', 'dependency', 'Alert 1'],
        ['unmuted', undefined, undefined],
      ],
    )
    await rig.stop()
  })

  test('an alert that resolves before its first message causes no message', async () => {
    const rig = await rigged(null)
    await rig.till(minuteMs)
    await rig.record(pollOf(1, minuteMs, [11, 11]))
    await rig.till(3 * minuteMs)
    await rig.record(pollOf(1, 3 * minuteMs, [11, 9]))
    assert.deepEqual(await told(), ['a203 1', 'p201 1 Alert 1', 'a201 3 dropped', 'a202 3 dropped', 'f204 3 dropped'])
    await rig.stop()
  })

  test('alone it waits half a minute for the other, and without the other not at all', async () => {
    let rig = await rigged(null)
    await rig.till(minuteMs)
    await rig.record(pollOf(1, minuteMs, [9, 11]))
    await rig.till(3 * minuteMs)
    assert.deepEqual(await told(), ['a203 1', 'a201 1.5'])
    await rig.stop()
    rig = await rigged(null)
    await rig.till(minuteMs)
    await rig.record(pollOf(1, minuteMs, [11, 11]))
    await rig.till(2 * minuteMs)
    await db.sql`delete from alert where id = 1`
    await rig.until(() => rig.watch.hold(2) === null)
    await rig.idle()
    assert.equal((await told()).length, 3)
    assert.match((await told())[2] ?? '', /^a201 2\.0/)
    await rig.stop()
    rig = await rigged(null, 'critical')
    await rig.till(minuteMs)
    await rig.record(pollOf(1, minuteMs, [11, 11]))
    assert.deepEqual(await told(), ['a201 1', 'a203 1'], 'what is critical waits only where people said so')
    await rig.stop()
  })

  test('behind a network that is out it waits until that was back for a minute', async () => {
    const [net] = await (async () => {
      await clean(db.sql, [1])
      return db.sql<{ id: number; name: string }[]>`select id, name from net order by id limit 1`
    })()
    assert.ok(net)
    let rig = await rigged(net.id)
    await rig.till(minuteMs)
    rig.connection(net.id, false)
    await rig.idle()
    await rig.record(pollOf(1, minuteMs, [9, 11]))
    assert.deepEqual(await told(), [`p201 1 ${net.name}`, 'a203 1'])
    rig = await again(rig)
    await rig.till(4 * minuteMs)
    rig.connection(net.id, true)
    await rig.idle()
    await rig.till(6 * minuteMs)
    assert.deepEqual((await told()).slice(2), ['a201 5'])
    await rig.stop()
  })
})
