import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { orgId } from '@busbar/readings/testing'
import { AlertBench, addAlert, beganOn, clean, pollOf } from './testing/watch.ts'

const minuteMs = 60_000

test('devices of members are notified when an alert of their level fires, is acknowledged and resolves', async () => {
  const db = await testDatabase()
  const { sql } = db
  await clean(sql, [1])
  await addAlert(sql, { id: 1, logAs: 'warning', conditions: [{ paramId: 101, kind: 'g', value: 10 }] })
  await addAlert(sql, { id: 2, logAs: 'none', conditions: [{ paramId: 101, kind: 'g', value: 10 }] })
  const rig = new AlertBench(db)
  await rig.start()
  const subscribe = async (email: string, level: string): Promise<void> => {
    const now = new Date(beganOn + rig.clock.now())
    await sql`
      with a as (insert into account (name, email, created_on) values (${email}, ${email}, now()) returning id),
        m as (insert into membership (org_id, account_id, role) select ${orgId}, id, 'viewer' from a returning account_id)
      insert into push_subscription (org_id, account_id, endpoint, p256dh, auth, name, language, level, session_hash, created_on)
      select ${orgId}, id, ${`https://push.example.org/${email}`}, ${Buffer.alloc(65)}, ${Buffer.alloc(16)}, 'Firefox', 'en', ${level},
        ${Buffer.from(email)}, ${now} from a`
  }
  const messages = async () => {
    const rows = await sql<{ text: string }[]>`
      select concat_ws(' ', alert_id, episode, type, stage, state, split_part(recepient, ' ', 2)) as text from message order by id`
    return rows.map(({ text }) => text)
  }
  const read = async (onMs: number, value: number): Promise<void> => {
    await rig.till(onMs)
    await rig.record(pollOf(1, onMs, [value, 0]))
  }
  await read(minuteMs, 20)
  assert.deepEqual(await messages(), [], 'where nobody asked for it, nothing is pushed')
  await rig.till(2 * minuteMs)

  await subscribe('ann@example.org', 'info')
  await subscribe('bob@example.org', 'critical')
  await rig.until(() => rig.watch.watched(1)?.alert.isPushed === true)
  await read(3 * minuteMs, 5)
  assert.deepEqual(await messages(), [], 'of what was there before, nothing')
  await read(4 * minuteMs, 30)
  await rig.till(5 * minuteMs)
  await subscribe('late@example.org', 'info')
  await rig.watch.confirm({ orgId, alertId: 1, from: 'Ann', comment: null })
  await read(6 * minuteMs, 5)
  assert.deepEqual(await messages(), [
    '1 2 push active waiting ann@example.org',
    '1 2 push confirmed waiting ann@example.org',
    '1 2 push resolved waiting ann@example.org',
  ])
  await sql`delete from push_subscription`
  await rig.until(() => rig.watch.watched(1)?.alert.isPushed !== true)
  await rig.stop()
})
