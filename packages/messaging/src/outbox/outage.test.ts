import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AlertBench, addAlert, beganOn, clean, pollOf } from '@busbar/alerts/testing'
import { VirtualClock } from '@busbar/kit'
import Fastify from 'fastify'
import { addConfirm } from '../confirm/confirm-page.ts'
import type { Message } from '../message/message.ts'
import { SmsReplies } from '../sms/incoming-sms.ts'
import { anOutbox, post, startOn, stored } from '../testing/outbox.ts'

const outage = { netId: 7, net: 'Boiler house' }
const phone = '+48123456789'
const gatherMs = 30_000
const minuteMs = 60_000

/** Recipient and content of a message. */
const short = ({ recepient, outage: net, stage, parts, partCount }: Message) =>
  `${recepient.split('@')[0]} ${net ?? '-'} ${stage}: ${parts.map(({ snapshot }) => snapshot.alertName).join(', ')} of ${partCount}`

test('each recipient receives one message about an outage, with the network and the alerts', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  const ids = [
    await post(sql, place, { name: 'A', outage }),
    await post(sql, place, { name: 'B', outage }),
    await post(sql, place, { name: 'C', outage, recepient: 'pawel@example.org' }),
    await post(sql, place, { name: 'D', outage: { netId: 8, net: 'Pumps' } }),
  ]
  const own = await post(sql, place, { name: 'Own' })
  const webhook = await post(sql, place, { name: 'W', outage, type: 'webhook', recepient: 'https://example.org' })
  const write = await post(sql, place, { outage, type: 'write-param' })
  await run()
  assert.deepEqual(recorders.email.sent.map(short), ['olena - active: Own of 1'])
  for (const id of [own, webhook, write]) assert.equal((await stored(sql, id)).state, 'sent', 'nothing else waits')
  later(gatherMs - 1)
  ids.push(await post(sql, place, { name: 'E', outage, recepient: ' Olena@example.org' }))
  await run()
  assert.equal(recorders.email.sent.length, 1)
  later(1)
  await run()
  assert.deepEqual(recorders.email.sent.slice(1).map(short).toSorted(), [
    'olena Boiler house active: A, B, E of 3',
    'olena Pumps active: D of 1',
    'pawel Boiler house active: C of 1',
  ])
  for (const id of ids)
    assert.deepEqual([(await stored(sql, id)).state, (await stored(sql, id)).isSent], ['digested', true])
})

test('a network that fails repeatedly sends one message in ten minutes and loses none; recoveries are separate messages', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  for (let minute = 0; minute <= 20; minute += 1) {
    const dueOn = startOn + minute * minuteMs
    const down = { name: `down ${minute}`, outage, dueOn, alertId: place.alertId + minute }
    const up = { name: `up ${minute - 1}`, outage, dueOn, alertId: place.alertId + minute - 1, stage: 'resolved' }
    if (minute < 20) await post(sql, place, down)
    if (minute > 0) await post(sql, place, up)
    await run()
    later(minuteMs)
  }
  for (let n = 0; n < 3; n += 1) {
    later(20 * minuteMs)
    await run()
  }
  const parts = recorders.email.sent.flatMap((message) => message.parts.map((one) => [one.alertId, one.stage] as const))
  for (const [n, [alertId, stage]] of parts.entries())
    if (stage === 'resolved')
      assert.ok(
        parts.slice(0, n).some((one) => one[0] === alertId),
        'its beginning came first',
      )
  for (const stage of ['active', 'resolved']) {
    const sent = recorders.email.sent.filter((message) => message.stage === stage)
    assert.ok(sent.length <= 3, 'one at once, and one after each ten minutes')
    assert.equal(
      sent.reduce((sum, { partCount }) => sum + partCount, 0),
      20,
    )
  }
})

test('an alert that becomes critical while it waits for others behind an outage waits no longer', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  await post(sql, place, { name: 'A', outage })
  await run()
  later(30_000)
  await run()
  // The next about the same network would leave ten minutes later.
  await post(sql, place, { name: 'Gas', outage, dueOn: startOn + 30_000, episode: 2 })
  await run()
  await sql`update alert set log_as = 'critical' where id = ${place.alertId}`
  later(1000)
  await run()
  later(5000)
  await run()
  assert.deepEqual(recorders.email.sent.map(short).slice(1), ['olena Boiler house active: Gas of 1'])
})

test('a critical message waits only for alerts that failed at the same time', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  await post(sql, place, { name: 'A', outage })
  await post(sql, place, { name: 'Gas', outage, logAs: 'critical' })
  await run()
  later(5000)
  await run()
  assert.deepEqual(recorders.email.sent.map(short), ['olena Boiler house active: Gas, A of 2'])
  await post(sql, place, { name: 'Late', outage, dueOn: startOn + 5000 })
  await post(sql, place, { name: 'Smoke', outage, logAs: 'critical', dueOn: startOn + 5000 })
  await run()
  later(5000)
  await run()
  assert.deepEqual(recorders.email.sent.slice(1).map(short), ['olena Boiler house active: Smoke, Late of 2'])
})

test('a thousand alerts behind one outage are one message: the first are named, the rest counted', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  await post(sql, place, { name: 'Alert', outage })
  await sql`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
    select org_id, alert_id, episode + n, item, stage, type, recepient, snapshot, due_on, next_try_on from message, generate_series(1, 999) n`
  await run()
  later(gatherMs)
  await run()
  assert.deepEqual(
    recorders.email.sent.map(({ parts, partCount }) => [parts.length, partCount]),
    [[50, 1000]],
  )
})

test('many networks that are out at once end in the digest of each person', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  const names: string[] = []
  for (let netId = 1; netId <= 15; netId += 1) {
    names.push(`Alert ${netId}`)
    await post(sql, place, { name: `Alert ${netId}`, outage: { netId, net: `Net ${netId}` } })
  }
  await run()
  later(gatherMs)
  await run()
  assert.equal(recorders.email.sent.length, 10)
  later(10 * minuteMs)
  await run()
  const digest = recorders.email.sent.slice(10)
  assert.deepEqual(
    digest.map((message) => [message.outage, message.partCount]),
    [[null, 5]],
  )
  const parts = recorders.email.sent.flatMap((message) => message.parts.map(({ snapshot }) => snapshot.alertName))
  assert.deepEqual(parts.toSorted(), names.toSorted(), 'each once')
})

test('a reply to a message about an outage acknowledges all its alerts', async () => {
  const { db, sql, run, later, recorders } = await anOutbox()
  await clean(sql, [1])
  for (const id of [1, 2, 3]) {
    const conditions = [{ paramId: 101, kind: id === 2 ? 'no-data' : 'reading-error', value: 20 }]
    const type = id === 3 ? 'sms' : 'email'
    await addAlert(sql, { id, conditions, actions: [{ stage: 'active', timeoutMinutes: 0, type }] })
  }
  await sql`update alert_action set recepient = ${phone} where type = 'sms'`
  const rig = new AlertBench(db, new VirtualClock(), startOn - beganOn)
  await rig.start()
  await rig.record(pollOf(1, startOn - beganOn, [1, 0]))
  await rig.till(5000)
  rig.connection(1, false)
  await rig.record(pollOf(1, startOn - beganOn + 5000, 'NoConnection'))
  later(5000)
  await run()
  await rig.till(25_000)
  later(20_000)
  await run()
  later(gatherMs)
  await run()
  assert.deepEqual(recorders.email.sent.map(short), ['a Hall active: Alert 1, Alert 2 of 2'])
  assert.deepEqual(recorders.sms.sent.map(short), [`${phone} Hall active: Alert 3 of 1`])

  const options = {
    sql,
    timeZone: 'UTC',
    publicUrl: () => 'https://busbar.example.org',
    now: () => new Date(startOn + minuteMs),
    confirm: (seen: Parameters<AlertBench['watch']['confirmAll']>[0], from: string) => rig.watch.confirmAll(seen, from),
    log: {
      error: (details: object) => assert.fail(JSON.stringify(details)),
      info: (details: object) => assert.ok('confirmation' in details, 'it confirms something'),
    },
  }
  const app = Fastify()
  app.addHttpMethod('POST', { hasBody: false, overrideExisting: true })
  addConfirm(app, options)
  const { pathname: url } = new URL(recorders.email.sent[0]?.confirmUrl ?? '')
  assert.match((await app.inject({ method: 'GET', url })).body, /<h1>Hall<\/h1>/)
  const confirmedFrom = () => [1, 2, 3].map((id) => rig.watch.state(id)?.episode?.confirmed?.from)
  assert.deepEqual(confirmedFrom(), [undefined, undefined, undefined])
  assert.match((await app.inject({ method: 'POST', url })).body, /Acknowledged. Thank you./)
  assert.deepEqual(confirmedFrom(), ['email', 'email', undefined])
  await new SmsReplies(options).take({ from: phone, text: `ok ${recorders.sms.sent[0]?.id}` })
  assert.deepEqual(confirmedFrom(), ['email', 'email', `sms ${phone}`])
  const replies =
    await sql`select recepient, alert_id as "alertId" from message where stage = 'confirmed' and type = 'sms'`
  assert.deepEqual([...replies], [{ recepient: phone, alertId: 3 }])
  await rig.stop()
})
