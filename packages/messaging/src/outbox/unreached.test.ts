import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '@busbar/database'
import { failed, refused, unclear } from '../message/message.ts'
import { anOutbox, post, stored } from '../testing/outbox.ts'
import { compose } from '../texts/compose.ts'
import { smsText } from '../texts/sms-text.ts'

type ParameterLocation = Awaited<ReturnType<typeof anOutbox>>['place']
type Action = readonly [type: string, recepient: string, stage?: string]

const duty = '+48123456789'

const act = async (sql: Sql, { orgId, alertId }: ParameterLocation, actions: readonly Action[]): Promise<void> => {
  for (const [type, recepient, stage = 'active'] of actions) {
    await sql`
      insert into alert_action (org_id, alert_id, stage, timeout_minutes, type, recepient)
      values (${orgId}, ${alertId}, ${stage}, 0, ${type}, ${recepient})`
  }
}

/** Recipients of notices, in order. */
const noticesOf = (sql: Sql) => sql<{ type: string; recepient: string; state: string }[]>`
  select type, recepient, state from message where item like 'n%' order by id`

const setUp = async (actions: readonly Action[]) => {
  const outbox = await anOutbox()
  await act(outbox.sql, outbox.place, actions)
  const notices = async () => (await noticesOf(outbox.sql)).map(({ type, recepient }) => `${type} ${recepient}`)
  return { ...outbox, notices }
}

const people: readonly Action[] = [
  ['sms', duty],
  ['email', 'olena@example.org'],
  ['email', ' Olena@example.org', 'not-confirmed'],
  ['email', 'ivan@example.org', 'not-confirmed'],
  ['email', 'later@example.org', 'resolved'],
  ['voice-call', '+48111111111'],
  ['webhook', 'https://example.org/secret'],
]

describe('notifies the other recipients of an unreached one', () => {
  test('in one message each, once for each occurrence', async () => {
    const { sql, place, recorders, run, notices } = await setUp(people)
    recorders.sms.outcome = () => refused('number unknown')
    const id = await post(sql, place, { type: 'sms', recepient: duty })
    await run()
    await post(sql, place, { type: 'sms', recepient: duty, stage: 'resolved' })
    await run()
    assert.deepEqual(await notices(), ['email ivan@example.org', 'email olena@example.org'])
    const [message] = recorders.email.sent
    assert.ok(message)
    const { subject, sections } = compose(message, 'https://x')
    assert.equal(subject, `Not delivered by SMS: ${duty} (Too hot)`)
    assert.deepEqual(sections[0]?.lines[0], {
      label: 'Not delivered',
      text: `Not delivered by SMS: ${duty}: It was rejected: number unknown`,
    })
    assert.match(
      smsText(message, 'https://x', false),
      /^Not delivered by SMS: \+48123456789 \(Too hot\)\nNot delivered/,
    )
    const [row] = await sql<
      [{ isGivenUp: boolean }]
    >`select undelivered_on is not null as "isGivenUp" from message where id = ${id}`
    assert.equal(row.isGivenUp, true)
  })

  test('a failed notice causes no other notice', async () => {
    const { sql, place, recorders, run, notices } = await setUp(people)
    for (const channel of Object.values(recorders)) channel.outcome = () => refused('no')
    await post(sql, place, { recepient: 'olena@example.org' })
    for (let n = 0; n < 4; n += 1) await run()
    assert.deepEqual(await notices(), ['email ivan@example.org', `sms ${duty}`])
    const states = await noticesOf(sql)
    assert.deepEqual(
      states.map(({ state }) => state),
      ['failed', 'failed'],
    )
  })

  test('nor that one about what an alert waits for does not: messages about the alert wait', async () => {
    const { sql, place, recorders, run, later, notices } = await setUp(people)
    for (const channel of Object.values(recorders)) channel.outcome = () => refused('no')
    const outage = { netId: -place.alertId - 1, net: 'Main breaker' }
    const id = await post(sql, place, { recepient: 'olena@example.org', outage })
    await sql`update message set item = 'p1' where id = ${id}`
    await run()
    later(30_000)
    await run()
    assert.equal(recorders.email.sent.length, 1)
    assert.equal((await stored(sql, id)).state, 'failed')
    assert.deepEqual(await notices(), [])
  })

  test('to ten at most', async () => {
    const many = Array.from({ length: 30 }, (_, n): Action => ['email', `p${n}@example.org`])
    const { sql, place, recorders, run, notices } = await setUp(many)
    recorders['voice-call'].outcome = () => refused('no')
    await post(sql, place, { type: 'voice-call', recepient: duty })
    await run()
    assert.equal((await notices()).length, 10)
  })

  test('a failed digest notifies the recipients of all its alerts, with the data of the first', async () => {
    const { sql, place, recorders, run, later, notices } = await setUp(people)
    for (let episode = 1; episode <= 3; episode += 1) await post(sql, place, { type: 'sms', recepient: duty, episode })
    await run({ digestAfter: 0 })
    recorders.sms.outcome = () => refused('number unknown')
    later(600_000)
    await run()
    assert.deepEqual(await notices(), ['email ivan@example.org', 'email olena@example.org'])
  })

  test('a write that was not done, and a webhook without its secret', async () => {
    const { sql, place, recorders, run } = await setUp([['email', 'olena@example.org']])
    recorders['write-param'].outcome = () => refused('out of range')
    recorders.webhook.outcome = () => refused('HTTP 404')
    await post(sql, place, { type: 'write-param' })
    await post(sql, place, { type: 'webhook', recepient: 'https://example.org/secret' })
    await run()
    await run()
    const subjects = recorders.email.sent.map((message) => compose(message, 'https://x').subject)
    assert.deepEqual(subjects.toSorted(), [
      'Not delivered by webhook: https://example.org (Too hot)',
      'Value not written: (Too hot)',
    ])
  })

  for (const [name, outcome, change, count] of [
    ['what may have arrived', unclear('cut'), '', 0],
    ['what is tried again', failed('451'), '', 0],
    ['what the organization switched off', failed('x'), 'is_sms_disabled = true', 0],
    ['what the cost limit stopped', failed('x'), 'sms_limit = 0', 2],
  ] as const) {
    test(`${name}: ${count}`, async () => {
      const { sql, place, recorders, run, notices } = await setUp(people)
      recorders.sms.outcome = () => outcome
      if (change !== '') await sql.unsafe(`update org set ${change}`)
      await post(sql, place, { type: 'sms', recepient: duty })
      await run()
      assert.equal((await notices()).length, count)
    })
  }
})

test('counts outcomes of messages and reports the age of the oldest unsent one', async () => {
  const { sql, place, recorders, node, later } = await anOutbox()
  recorders.sms.outcome = () => refused('no')
  recorders.webhook.outcome = () => failed('HTTP 500')
  const ids = [await post(sql, place), await post(sql, place, { type: 'sms', recepient: duty })]
  ids.push(await post(sql, place, { type: 'webhook', recepient: 'https://example.org' }))
  const sender = node()
  later(5000)
  await sender.start()
  await sender.settled()
  const { counts, oldestMs, stuckMs } = sender.status()
  const found = counts
    .filter(({ count }) => count > 0)
    .map(({ channel, outcome, count }) => `${channel} ${outcome} ${count}`)
  assert.deepEqual(found.toSorted(), ['email sent 1', 'sms failed 1', 'webhook retried 1'])
  assert.deepEqual([oldestMs, stuckMs], [5000, 0])
  await sender.stop()
  assert.deepEqual(
    (await Promise.all(ids.map((id) => stored(sql, id)))).map(({ state }) => state),
    ['sent', 'failed', 'waiting'],
  )
})
