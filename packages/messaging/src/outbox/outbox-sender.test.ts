import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { failed, refused, unclear } from '../message/message.ts'
import { addLocation, anOutbox, post, stored } from '../testing/outbox.ts'

test('a message is sent once, and says all there is to say', async () => {
  const { sql, place, recorders, run } = await anOutbox()
  const id = await post(sql, place)
  await run()
  await run()
  const [message, ...others] = recorders.email.sent
  assert.equal(others.length, 0)
  assert.deepEqual(message?.parts[0]?.snapshot, {
    alertName: 'Too hot',
    orgName: 'Heat & Co',
    description: null,
    logAs: 'failure',
    sinceOn: Date.UTC(2026, 10, 15, 6, 29),
    resolvedOn: null,
    confirmed: null,
    held: null,
    conditions: [
      {
        net: 'Boiler house',
        device: 'Boiler 2',
        param: 'Temperature',
        kind: 'g',
        limit: 90,
        holdSec: 0,
        value: 93.5,
        unit: '°C',
        precision: 1,
        reason: null,
        change: null,
        isAlso: false,
      },
    ],
    language: 'en',
    timeZone: 'Europe/Kyiv',
  })
  assert.match(message.confirmUrl ?? '', /^https:\/\/busbar.example.org\/confirm\/[0-9a-f-]{36}\?lang=en$/)
  const { state, attempts, isSent, reason } = await stored(sql, id)
  assert.deepEqual([state, attempts, isSent, reason], ['sent', 1, true, null])
})

test('a deleted parameter has its former name in the message', async () => {
  const { sql, place, recorders, run } = await anOutbox()
  await post(sql, place, { type: 'webhook', recepient: 'https://example.org' })
  await sql`delete from param`
  await run()
  const [condition] = recorders.webhook.sent[0]?.parts[0]?.snapshot.conditions ?? []
  assert.deepEqual([condition?.param, condition?.net], ['Boiler 2: Temperature, °C', null])
})

test('a message that fails is tried again later, and again', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  const id = await post(sql, place)
  recorders.email.outcome = () => failed('451 not now')
  await run()
  const first = await stored(sql, id)
  assert.deepEqual([first.state, first.reason, first.waitSec], ['waiting', 'failed: 451 not now', 10])
  later(9999)
  await run()
  assert.equal(recorders.email.sent.length, 1)
  later(1)
  await run()
  assert.equal((await stored(sql, id)).waitSec, 30)
  recorders.email.outcome = () => ({ ok: true })
  later(20_000)
  await run()
  const last = await stored(sql, id)
  assert.deepEqual([last.state, last.reason, last.attempts], ['sent', null, 3])
})

test('a message has the time at which it left, however late that is written down', async () => {
  const { db, sql, place, recorders, node, later, clock } = await anOutbox()
  const id = await post(sql, place)
  const noticed = Promise.withResolvers<void>()
  let isAway = false
  recorders.email.outcome = () => {
    later(2000)
    isAway = true
    return { ok: true }
  }
  const tx: typeof db.tx = (work) => (isAway ? Promise.reject(new Error('no database')) : db.tx(work))
  const error = (_details: object, message: string): void => {
    if (message !== 'outbox outcome was not stored') return
    later(60_000)
    isAway = false
    noticed.resolve()
  }
  const sender = node({ db: { sql, tx }, log: { error } })
  await sender.start()
  await noticed.promise
  clock.advance(5000)
  await sender.stop()
  const { state, sentSec } = await stored(sql, id)
  assert.deepEqual([state, sentSec], ['sent', 2])
})

test('a command of an alert is marked as done however long the database is away', async () => {
  const { db, sql, place, recorders, node, clock } = await anOutbox()
  const id = await post(sql, place, { type: 'write-param' })
  let isAway = false
  recorders['write-param'].outcome = () => {
    isAway = true
    return { ok: true }
  }
  const away = Object.assign(new Error('no database'), { code: 'ECONNREFUSED' })
  const tx: typeof db.tx = (work) => (isAway ? Promise.reject(away) : db.tx(work))
  let failures = 0
  const error = (_details: object, message: string): void => {
    if (message === 'outbox outcome was not stored') failures += 1
  }
  const sender = node({ db: { sql, tx }, log: { error } })
  await sender.start()
  for (let count = 1; count <= 30; count += 1) {
    await until(() => failures === count)
    clock.advance(5000)
  }
  isAway = false
  await until(() => {
    clock.advance(5000)
    return stored(sql, id).then(({ state }) => state === 'sent')
  })
  await sender.stop()
  assert.equal(recorders['write-param'].sent.length, 1)
})

test('a refused message is not retried', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  const id = await post(sql, place)
  recorders.email.outcome = () => refused('550 unknown')
  await run()
  later(86_400_000)
  await run()
  assert.equal(recorders.email.sent.length, 1)
  const { state, reason } = await stored(sql, id)
  assert.deepEqual([state, reason], ['failed', 'refused: 550 unknown'])
})

test('an error of ours in a channel is one outcome more, and logged', async () => {
  const { sql, place, recorders, run, errors } = await anOutbox()
  const [sms, email] = [await post(sql, place, { type: 'sms', recepient: '+48123456789' }), await post(sql, place)]
  for (const channel of [recorders.sms, recorders.email]) {
    channel.outcome = () => {
      throw new TypeError('oops')
    }
  }
  await run()
  assert.equal((await stored(sql, sms)).state, 'unclear')
  assert.equal((await stored(sql, email)).state, 'waiting')
  assert.equal(errors.length, 2)
})

test('a channel that never comes back is given up', async () => {
  const { sql, place, recorders, node, clock } = await anOutbox()
  const id = await post(sql, place, { type: 'voice-call', recepient: '+48123456789' })
  const begun = Promise.withResolvers<void>()
  recorders['voice-call'].outcome = () => {
    begun.resolve()
    return new Promise(() => {})
  }
  const sender = node()
  await sender.start()
  await begun.promise
  clock.advance(120_000)
  await sender.stop()
  const { state, reason } = await stored(sql, id)
  assert.deepEqual([state, reason], ['unclear', 'no-answer: it took too long'])
})

test('several nodes: each message is sent by one of them', async () => {
  const { sql, place, recorders, node } = await anOutbox()
  const ids = []
  for (let n = 0; n < 60; n += 1)
    ids.push(await post(sql, place, { type: 'webhook', recepient: `https://example.org/${n}` }))
  recorders.webhook.outcome = () => new Promise((resolve) => setImmediate(() => resolve({ ok: true })))
  const nodes = [node(), node(), node()]
  await Promise.all(nodes.map((one) => one.start()))
  await Promise.all(nodes.map((one) => one.settled()))
  await Promise.all(nodes.map((one) => one.stop()))
  assert.deepEqual(
    recorders.webhook.sent.map(({ id }) => id).toSorted((a, b) => a - b),
    ids,
  )
})

test('a message that is stored while a node runs is sent without waiting', async () => {
  const { sql, place, recorders, node } = await anOutbox()
  const sent = Promise.withResolvers<void>()
  recorders.email.outcome = () => {
    sent.resolve()
    return { ok: true }
  }
  const sender = node()
  await sender.start()
  await sender.settled()
  await post(sql, place)
  await sent.promise
  await sender.stop()
})

test('an organization uses at most half of the concurrent sendings', async () => {
  const { sql, place, recorders, node } = await anOutbox()
  const other = await addLocation(sql, 'Others')
  for (let n = 0; n < 40; n += 1) await post(sql, place, { type: 'webhook', recepient: 'https://slow.example' })
  await post(sql, other, { type: 'webhook', recepient: 'https://example.org' })
  const held: (() => void)[] = []
  const fast = Promise.withResolvers<void>()
  recorders.webhook.outcome = ({ orgId }) => {
    if (orgId === other.orgId) fast.resolve()
    return orgId === other.orgId ? { ok: true } : new Promise((resolve) => held.push(() => resolve({ ok: true })))
  }
  const sender = node()
  await sender.start()
  await fast.promise
  assert.equal(held.length, 8)
  recorders.webhook.outcome = () => ({ ok: true })
  for (const release of held) release()
  await sender.stop()
})

describe('dropped, with the reason in the log', () => {
  for (const [type, some, reason] of [
    ['email', { recepient: ' ' }, 'no-recipient'],
    ['write-param', { dueOn: Date.UTC(2026, 10, 15, 6, 24) }, 'too-late'],
  ] as const) {
    test(reason, async () => {
      const { sql, place, recorders, run } = await anOutbox()
      const id = await post(sql, place, { type, ...some })
      await run()
      const found = await stored(sql, id)
      assert.deepEqual([found.state, found.reason], ['dropped', reason])
      assert.equal(recorders[type].sent.length, 0)
    })
  }
})

test('a write is executed once, with any outcome', async () => {
  for (const outcome of [refused('out of range'), unclear('no answer')]) {
    const { sql, place, recorders, run, later } = await anOutbox()
    const id = await post(sql, place, { type: 'write-param' })
    recorders['write-param'].outcome = () => outcome
    await run()
    later(86_400_000)
    await run()
    assert.equal(recorders['write-param'].sent.length, 1)
    assert.equal(recorders['write-param'].sent[0]?.value, '5')
    assert.match((await stored(sql, id)).state, /failed|unclear/)
  }
})

test('each chat has its own acknowledge link, and other recipients are notified of an unreached one', async () => {
  const { sql, place, recorders, run } = await anOutbox()
  await sql`
    insert into alert_action (org_id, alert_id, stage, timeout_minutes, type, recepient)
    values (${place.orgId}, ${place.alertId}, 'active', 0, 'telegram', '-1001'), (${place.orgId}, ${place.alertId}, 'active', 0, 'email', 'anna@example.org')`
  recorders.ntfy.outcome = () => refused('HTTP 403')
  await post(sql, place, { type: 'telegram', recepient: '-1001' })
  await post(sql, place, { type: 'ntfy', recepient: 'https://:tk_1@ntfy.example.org/plant' })
  await run()
  await run()
  const [first, second] = [recorders.telegram.sent[0], recorders.ntfy.sent[0]]
  for (const url of [first?.confirmUrl, second?.confirmUrl])
    assert.match(url ?? '', /^https:\/\/busbar\.example\.org\/confirm\/\S+\?lang=en$/)
  assert.notEqual(first?.confirmUrl, second?.confirmUrl)
  const told = [...recorders.telegram.sent.slice(1), ...recorders.email.sent].map(({ parts }) => parts[0]?.unreached)
  const unreached = { type: 'ntfy', to: 'https://ntfy.example.org', reason: 'refused: HTTP 403' }
  assert.deepEqual(told, [unreached, unreached])
})
