import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, refused } from '../message/message.ts'
import { addLocation, anOutbox, post, startOn, stored } from '../testing/outbox.ts'

const windowMs = 600_000

test('more than ten messages in ten minutes become one digest for each recipient at the end of the window', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  const ids: number[] = []
  for (let n = 0; n < 10; n += 1) ids.push(await post(sql, place, { name: `Alert ${n}` }))
  await run()
  assert.equal(recorders.email.sent.length, 10)
  const olena = [
    await post(sql, place, { name: 'Eleven' }),
    await post(sql, place, { name: 'Twelve', stage: 'resolved' }),
  ]
  const pawel = await post(sql, place, { name: 'Eleven', recepient: 'pawel@example.org' })
  const webhook = await post(sql, place, { type: 'webhook', recepient: 'https://example.org' })
  await run()
  assert.equal(recorders.email.sent.length, 10)
  assert.equal((await stored(sql, webhook)).state, 'sent', 'programs get each of them')
  for (const id of [...olena, pawel]) {
    const { state, reason, sentSec } = await stored(sql, id)
    assert.equal(state, 'digested')
    assert.match(reason ?? '', /^digest: \d+$/)
    assert.equal(sentSec, null, 'nothing has left yet')
  }
  later(windowMs)
  await run()
  const digests = recorders.email.sent.slice(10).toSorted((a, b) => a.recepient.localeCompare(b.recepient))
  assert.deepEqual(
    digests.map(({ alertId, recepient, parts, partCount }) => ({
      alertId,
      recepient,
      names: parts.map(({ stage, snapshot }) => `${stage} ${snapshot.alertName}`),
      partCount,
    })),
    [
      {
        alertId: 0,
        recepient: 'olena@example.org',
        names: ['active Eleven', 'resolved Twelve'],
        partCount: 2,
      },
      { alertId: 0, recepient: 'pawel@example.org', names: ['active Eleven'], partCount: 1 },
    ],
  )
  for (const id of [...olena, pawel]) assert.equal((await stored(sql, id)).sentSec, windowMs / 1000, 'with the digest')
  await post(sql, place, { name: 'After' })
  await run()
  assert.equal(recorders.email.sent.length, 13, 'the flood is over')
})

test('no digest delays a critical message, which is sent before waiting ones', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  for (let n = 0; n < 30; n += 1) await post(sql, place, { name: 'Flood' })
  const types = ['email', 'sms', 'voice-call'] as const
  const ids: number[] = []
  for (const type of types) {
    const recepient = type === 'email' ? 'olena@example.org' : '+48123456789'
    for (const [n, stage] of ['active', 'resolved'].entries()) {
      const alertId = place.alertId + 1 + n
      ids.push(await post(sql, place, { type, recepient, stage, name: 'Gas', logAs: 'critical', alertId }))
    }
  }
  await run()
  for (const id of ids) assert.deepEqual([(await stored(sql, id)).state, (await stored(sql, id)).sentSec], ['sent', 0])
  const first = recorders.email.sent.slice(0, 4).filter(({ parts }) => parts[0]?.snapshot.alertName === 'Gas')
  assert.deepEqual(
    first.map(({ stage, confirmUrl }) => [stage, confirmUrl !== null]),
    [
      ['active', true],
      ['resolved', false],
    ],
  )
  // In the middle of the window, too.
  later(60_000)
  const late = await post(sql, place, { name: 'Gas', logAs: 'critical', dueOn: startOn + 60_000 })
  await run()
  assert.equal((await stored(sql, late)).sentSec, 60)
  later(windowMs)
  await run()
  const digest = recorders.email.sent.at(-1)
  assert.deepEqual([digest?.alertId, digest?.parts.every(({ snapshot }) => snapshot.alertName === 'Flood')], [0, true])
})

test('an alert that becomes critical while its messages wait in a digest waits no longer', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  for (let n = 0; n < 12; n += 1) await post(sql, place, { name: 'Flood', alertId: place.alertId + 1 })
  await run()
  const ids: number[] = []
  for (const type of ['email', 'sms', 'voice-call'] as const)
    ids.push(await post(sql, place, { type, recepient: type === 'email' ? 'olena@example.org' : '+48123456789' }))
  await run()
  for (const id of ids) assert.equal((await stored(sql, id)).state, 'digested')
  await sql`update alert set log_as = 'critical' where id = ${place.alertId}`
  later(1000)
  await run()
  for (const id of ids) assert.deepEqual([(await stored(sql, id)).state, (await stored(sql, id)).sentSec], ['sent', 1])
  const [parts] = recorders.sms.sent[0]?.parts ?? []
  assert.equal(parts?.snapshot.logAs, 'critical')
  later(windowMs)
  await run()
  assert.deepEqual(
    recorders.email.sent.at(-1)?.parts.map(({ snapshot }) => snapshot.alertName),
    ['Flood', 'Flood'],
  )
  assert.equal(recorders.sms.sent.length, 1, 'of a digest that has nothing left nothing is sent')
  const [digest] = await sql`select state, reason from message where alert_id = 0 and type = 'sms'`
  assert.deepEqual({ ...digest }, { state: 'dropped', reason: 'empty' })
})

test('a critical message does not wait for an earlier one in a digest', async () => {
  const { sql, place, run, later } = await anOutbox()
  for (let n = 0; n < 10; n += 1) await post(sql, place, { name: 'Flood', alertId: place.alertId + 1 })
  await run()
  const earlier = await post(sql, place)
  await run()
  later(1000)
  const critical = await post(sql, place, { stage: 'not-confirmed', logAs: 'critical', dueOn: startOn + 1000 })
  await run()
  assert.deepEqual([(await stored(sql, earlier)).state, (await stored(sql, critical)).sentSec], ['digested', 1])
})

test('a flood of messages of one organization does not affect another', async () => {
  const { sql, place, recorders, run } = await anOutbox()
  for (let n = 0; n < 30; n += 1) await post(sql, place)
  const other = await addLocation(sql, 'Others')
  const id = await post(sql, other)
  await run()
  assert.equal((await stored(sql, id)).state, 'sent')
  assert.equal(recorders.email.sent.filter(({ orgId }) => orgId === place.orgId).length, 10)
})

test('several nodes count together', async () => {
  const { sql, place, recorders, node } = await anOutbox()
  for (let n = 0; n < 40; n += 1) await post(sql, place)
  const nodes = [node(), node(), node()]
  await Promise.all(nodes.map((one) => one.start()))
  await Promise.all(nodes.map((one) => one.settled()))
  await Promise.all(nodes.map((one) => one.stop()))
  assert.equal(recorders.email.sent.length, 10)
})

test('messages that a failing server delayed are not all sent at once after it recovers', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  recorders.email.outcome = () => failed('451')
  for (let n = 0; n < 25; n += 1) await post(sql, place)
  await run()
  recorders.email.outcome = () => ({ ok: true })
  recorders.email.sent.length = 0
  later(10_000)
  await run()
  assert.equal(recorders.email.sent.length, 10)
  later(windowMs)
  await run()
  assert.deepEqual(
    recorders.email.sent.slice(10).map(({ partCount }) => partCount),
    [15],
  )
})

test('all members of a digest have its outcome', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  for (let n = 0; n < 10; n += 1) await post(sql, place)
  const id = await post(sql, place)
  await run()
  recorders.email.outcome = () => refused('550')
  later(windowMs)
  await run()
  const { state, reason } = await stored(sql, id)
  assert.deepEqual([state, reason], ['failed', 'refused: 550'])
})
