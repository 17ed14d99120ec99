import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '@busbar/database'
import { errorAnswered, failed, refused, unclear } from '../message/message.ts'
import { anOutbox, post, startOn, stored } from '../testing/outbox.ts'
import { bookSms } from './sms-spending.sql.ts'

const sms = { type: 'sms', recepient: '+48123456789' } as const

interface SpendingRow {
  month: string
  cost: string
  count: number
}

const spent = async (sql: Sql): Promise<SpendingRow[]> => [
  ...(await sql<SpendingRow[]>`select month::text, cost, count from sms_spending order by month`),
]

describe('sends no SMS and logs the reason', () => {
  for (const [name, change, reason] of [
    ['off', (sql: Sql) => sql`update org set is_sms_off = true`, 'sms-off'],
    ['disabled', (sql: Sql) => sql`update org set is_sms_disabled = true`, 'sms-disabled'],
    ['limit of nothing', (sql: Sql) => sql`update org set sms_limit = 0`, 'sms-limit'],
    ['limit below the price', (sql: Sql) => sql`update org set sms_limit = 0.09`, 'sms-limit'],
  ] as const) {
    test(name, async () => {
      const { sql, place, recorders, run } = await anOutbox()
      await change(sql)
      const id = await post(sql, place, sms)
      await run()
      const found = await stored(sql, id)
      assert.deepEqual([found.state, found.reason, found.cost], ['dropped', reason, null])
      assert.equal(recorders.sms.sent.length, 0)
      assert.deepEqual(await spent(sql), [])
    })
  }
})

test('many who send at once never pass the limit, to the last cent', async () => {
  const { sql, place, recorders, node } = await anOutbox()
  await sql`update org set sms_limit = 1.3`
  const ids: number[] = []
  for (let n = 0; n < 60; n += 1) ids.push(await post(sql, place, sms))
  recorders.sms.outcome = () => new Promise((resolve) => setImmediate(() => resolve({ ok: true })))
  const nodes = Array.from({ length: 4 }, () => node({ digestAfter: 1000 }))
  await Promise.all(nodes.map((one) => one.start()))
  await Promise.all(nodes.map((one) => one.settled()))
  await Promise.all(nodes.map((one) => one.stop()))
  assert.equal(recorders.sms.sent.length, 13)
  assert.deepEqual(await spent(sql), [{ month: '2026-11-01', cost: '1.3', count: 13 }])
  const states = await Promise.all(ids.map((id) => stored(sql, id)))
  assert.equal(states.filter(({ state }) => state === 'sent').length, 13)
  assert.equal(states.filter(({ reason }) => reason === 'sms-limit').length, 47)
})

test('concurrent bookings never exceed the limit', async () => {
  const { db, sql, place } = await anOutbox()
  await sql`update org set sms_limit = 2.05`
  const booking = { orgId: place.orgId, parts: 1, on: new Date(startOn) }
  const booked = await Promise.all(
    Array.from({ length: 50 }, () => db.tx((tx) => bookSms(tx, booking, { price: '0.1', limit: '50' }))),
  )
  assert.equal(booked.filter((one) => 'cost' in one).length, 20)
  assert.deepEqual(await spent(sql), [{ month: '2026-11-01', cost: '2.0', count: 20 }])
})

test('a long one costs as many as it comes to; the installation\u2019s limit holds where there is no other', async () => {
  const { sql, place, recorders, run } = await anOutbox()
  const ids = [await post(sql, place, sms), await post(sql, place, sms)]
  await run({ smsCount: () => 3, sms: { price: '0.05', limit: '0.2' } })
  assert.deepEqual(await spent(sql), [{ month: '2026-11-01', cost: '0.15', count: 3 }])
  assert.equal(recorders.sms.sent.length, 1)
  const found = await Promise.all(ids.map((id) => stored(sql, id)))
  assert.deepEqual(
    found.map(({ state }) => state),
    ['sent', 'dropped'],
  )
  assert.equal(found[0]?.cost, '0.15')
})

test('an SMS that was not sent costs nothing, and is counted when it is sent', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  const id = await post(sql, place, sms)
  recorders.sms.outcome = () => failed('not connected')
  await run()
  assert.deepEqual(await spent(sql), [{ month: '2026-11-01', cost: '0.0', count: 0 }])
  assert.equal((await stored(sql, id)).cost, null)
  recorders.sms.outcome = () => ({ ok: true })
  later(10_000)
  await run()
  assert.deepEqual(await spent(sql), [{ month: '2026-11-01', cost: '0.1', count: 1 }])
})

test('an SMS that may have been sent stays counted and is not repeated', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  const id = await post(sql, place, sms)
  recorders.sms.outcome = () => unclear('no answer')
  await run()
  later(86_400_000)
  await run()
  assert.equal(recorders.sms.sent.length, 1)
  assert.deepEqual(await spent(sql), [{ month: '2026-11-01', cost: '0.1', count: 1 }])
  const { state, cost } = await stored(sql, id)
  assert.deepEqual([state, cost], ['unclear', '0.1'])
})

test('another month, another sum', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  await sql`update org set sms_limit = 0.1`
  await post(sql, place, sms)
  await run()
  later(16 * 86_400_000)
  await post(sql, place, sms)
  await run()
  assert.equal(recorders.sms.sent.length, 2)
  assert.deepEqual(
    (await spent(sql)).map(({ month }) => month),
    ['2026-11-01', '2026-12-01'],
  )
})

describe('an SMS that may have been sent is paid for once, with any number of attempts', () => {
  for (const [name, outcomes, expected] of [
    ['and arrives', [errorAnswered('HTTP 500'), { ok: true }], ['sent', '0.1', 2]],
    ['and is refused in the end', [unclear('cut'), refused('400')], ['unclear', '0.1', 2]],
    ['and surely was not sent', [failed('429'), { ok: true }], ['sent', '0.1', 2]],
  ] as const) {
    test(name, async () => {
      const { sql, place, recorders, run, later } = await anOutbox()
      recorders.sms.repeat = 'known'
      recorders.sms.outcome = ({ attempts }) => outcomes[attempts - 1] ?? assert.fail()
      const id = await post(sql, place, sms)
      await run()
      later(60_000)
      await run()
      const { state, cost, attempts } = await stored(sql, id)
      assert.deepEqual([state, cost, attempts], expected)
      assert.deepEqual(await spent(sql), [{ month: '2026-11-01', cost: '0.1', count: 1 }])
    })
  }
})
