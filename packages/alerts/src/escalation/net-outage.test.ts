import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { orgId } from '@busbar/readings/testing'
import { cleanOrg, minuteMs, Node, outbox, putContact, putPolicy } from './testing/escalation.ts'

test('the policy of a network notifies of an outage after its delay, and of the recovery', async (t) => {
  const db = await testDatabase()
  const { sql } = db
  await cleanOrg(sql)
  await putContact(sql, { id: 1 })
  await putPolicy(sql, { steps: [{ afterMinutes: 0, contactIds: [1] }] })
  const [net] = await sql<[{ id: number }]>`select id from net where org_id = ${orgId} limit 1`
  await sql`insert into net_outage (org_id, net_id, after_minutes, policy_id) values (${orgId}, ${net.id}, 3, 1)`
  const node = new Node(db)
  await node.start()
  t.after(() => node.stop())
  node.rig.connection(net.id, true)
  await node.till(1)
  node.rig.connection(net.id, false)
  await node.till(3.9)
  assert.deepEqual(await outbox(sql), [])
  await node.till(4)
  assert.deepEqual(await outbox(sql), ['4 e0.0.1.0 active sms'])
  const [message] = await sql<[{ alertId: number }]>`select alert_id as "alertId" from message`
  assert.equal(message.alertId, -net.id)
  await node.rig.watch.confirm({ orgId, alertId: -net.id, from: 'Olena', comment: null })
  await node.pass()
  node.rig.connection(net.id, true)
  await node.rig.till(7 * minuteMs)
  await node.pass()
  assert.deepEqual((await outbox(sql)).slice(1), ['4 ec1 confirmed sms', '7 er1 resolved sms'])
})
