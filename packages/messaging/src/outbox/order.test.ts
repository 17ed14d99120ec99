import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type DeliveryResult, failed, type Message, refused, unclear } from '../message/message.ts'
import { anOutbox, begin, post, startOn, stored } from '../testing/outbox.ts'
import { compose } from '../texts/compose.ts'
import { smsText } from '../texts/sms-text.ts'

const stages = ({ parts }: Message): string => parts.map(({ stage }) => stage).join(' ')

describe('"over" never comes before its "alert"', () => {
  for (const [type, recepient] of [
    ['email', 'olena@example.org'],
    ['sms', '+48123456789'],
    ['voice-call', '+48123456789'],
    ['webhook', 'https://example.org/hook'],
  ] as const) {
    test(`${type}: after a failure the newest state goes, at once, and takes along what failed`, async () => {
      const { sql, place, recorders, run, later } = await anOutbox()
      const { [type]: channel } = recorders
      const first = await post(sql, place, { type, recepient })
      channel.outcome = () => failed('not now')
      await run()
      channel.outcome = () => ({ ok: true })
      later(5000)
      const last = await post(sql, place, { type, recepient, stage: 'resolved' })
      await run()
      later(3_600_000)
      await run()
      assert.deepEqual(channel.sent.map(stages), ['active', 'resolved'])
      assert.deepEqual(
        channel.sent[1]?.earlier.map(({ id, stage }) => [id, stage]),
        [[first, 'active']],
      )
      const [merged, sent] = [await stored(sql, first), await stored(sql, last)]
      assert.deepEqual([merged.state, merged.reason, merged.sentSec], ['digested', `digest: ${last}`, 5])
      assert.equal(sent.state, 'sent')
    })
  }

  test('while the first is on its way, the later one waits', async () => {
    const { sql, place, recorders, node } = await anOutbox()
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<{ ok: true }>()]
    recorders.email.outcome = ({ stage }) => {
      begun.resolve()
      return stage === 'active' ? done.promise : { ok: true }
    }
    const nodes = [node(), node()]
    await post(sql, place)
    await nodes[0]?.start()
    await begun.promise
    await post(sql, place, { stage: 'resolved' })
    await nodes[1]?.start()
    await nodes[1]?.settled()
    const meanwhile = recorders.email.sent.map(stages)
    done.resolve({ ok: true })
    for (const one of nodes) await one.settled()
    for (const one of nodes) await one.stop()
    assert.deepEqual([meanwhile, recorders.email.sent.map(stages)], [['active'], ['active', 'resolved']])
  })

  test('programs get each of those that did not fail; people one', async () => {
    const { sql, place, recorders, run } = await anOutbox()
    for (const stage of ['active', 'resolved']) {
      await post(sql, place, { stage })
      await post(sql, place, { stage, type: 'webhook', recepient: 'https://example.org' })
    }
    await run()
    assert.deepEqual(recorders.webhook.sent.map(stages), ['active', 'resolved'])
    assert.deepEqual(recorders.email.sent.map(stages), ['resolved'])
  })

  test('a message that follows a member of a digest joins the digest', async () => {
    const { sql, place, recorders, run, later } = await anOutbox()
    await post(sql, place)
    await run({ digestAfter: 0 })
    await post(sql, place, { stage: 'resolved' })
    await run({ digestAfter: 100 })
    assert.equal(recorders.email.sent.length, 0)
    later(600_000)
    await run()
    assert.deepEqual(recorders.email.sent.map(stages), ['active resolved'])
  })
})

test('the message about a further condition takes along the first, where that has not left', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  recorders.email.outcome = () => failed('451')
  const first = await post(sql, place)
  await run()
  recorders.email.outcome = () => ({ ok: true })
  later(1000)
  const also = await post(sql, place, { additions: 1, dueOn: startOn + 1000 })
  await run()
  assert.deepEqual([(await stored(sql, first)).state, (await stored(sql, also)).state], ['digested', 'sent'])
  assert.deepEqual(
    recorders.email.sent.at(-1)?.earlier.map(({ id }) => id),
    [first],
  )
})

describe('a message that may have arrived is marked as doubled although it was merged', () => {
  const nobodyAnswers = async () => {
    const outbox = await anOutbox()
    const { recorders, run, sql, place } = outbox
    const first = await post(sql, place)
    recorders.email.outcome = () => unclear('the connection ended')
    await run()
    return { ...outbox, first }
  }

  const endings: [what: string, outcome: DeliveryResult, gives: string[]][] = [
    ['and arrives', { ok: true }, ['sent', 'doubled', 'digested']],
    ['and does not', refused('nobody of that name'), ['unclear', 'no-answer: nobody of that name', 'unclear']],
  ]
  for (const [what, outcome, gives] of endings) {
    test(`${what} when a newer state is sent`, async () => {
      const { sql, place, recorders, run, first } = await nobodyAnswers()
      recorders.email.outcome = () => outcome
      const last = await post(sql, place, { stage: 'resolved' })
      await run()
      const [one, other] = [await stored(sql, first), await stored(sql, last)]
      assert.deepEqual([other.state, other.reason, one.state], gives)
    })
  }

  test('in a digest', async () => {
    const { sql, recorders, run, later, first } = await nobodyAnswers()
    recorders.email.outcome = () => ({ ok: true })
    later(10_000)
    await run({ digestAfter: 0 })
    later(600_000)
    await run()
    const { state, reason } = await stored(sql, first)
    const digest = await stored(sql, Number(reason?.replace('digest: ', '')))
    assert.deepEqual([state, digest.state, digest.reason], ['digested', 'sent', 'doubled'])
  })
})

test('a late message reports its delay, and that its alert has resolved', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  await begin(sql, place)
  await post(sql, place)
  await post(sql, place, { type: 'sms', recepient: '+48123456789' })
  await sql`update alert_record set resolved_on = ${new Date(startOn)}, closed_on = ${new Date(startOn)}, how = 'resolved'`
  later(61_000)
  await run()
  const [mail, sms] = [recorders.email.sent[0], recorders.sms.sent[0]]
  assert.ok(mail && sms)
  const { subject, sections } = compose(mail, '')
  assert.equal(subject, 'Alert (already resolved): Too hot')
  const lines = sections[0]?.lines.map(({ label, text }) => `${label}: ${text}`) ?? []
  for (const line of [
    'Active since: 2026-11-15 08:29',
    'Resolved at: 2026-11-15 08:30',
    'Delivered late, due at: 2026-11-15 08:30',
  ]) {
    assert.ok(lines.includes(`${line}:00 Europe/Kyiv (UTC+02:00)`), line)
    assert.ok(smsText(sms, '', true).includes(`${line} UTC+02:00`), line)
  }
  assert.equal(mail.confirmUrl, null)
  assert.doesNotMatch(smsText(sms, '', true), /answer/)
})

test('whatever fails and whenever: none lost, none doubled, none out of order', async () => {
  const { db, sql, place, recorders, node, later } = await anOutbox()
  // Woken by the test alone: who takes a message while the clock is set an hour ahead would be given up by the other.
  const deaf = new Proxy(sql, {
    get: (target, name): unknown =>
      name === 'listen' ? () => Promise.resolve(() => Promise.resolve()) : Reflect.get(target, name),
  })
  const keys = [
    ['email', 'olena@example.org'],
    ['email', 'ivan@example.org'],
    ['sms', '+48123456789'],
    ['webhook', 'https://example.org'],
  ] as const
  const act = fc.record({
    key: fc.nat({ max: keys.length - 1 }),
    alert: fc.nat({ max: 1 }),
    isPosted: fc.boolean(),
    isFailing: fc.boolean(),
    laterSec: fc.constantFrom(0, 1, 11, 70, 700),
  })
  const model = fc.asyncProperty(
    fc.array(act, { minLength: 10, maxLength: 25 }),
    fc.constantFrom(2, 1000),
    async (acts, digestAfter) => {
      await sql`delete from message`
      const channels = [recorders.email, recorders.sms, recorders.webhook]
      const arrived: { key: string; id: number }[] = []
      let isFailing = false
      for (const channel of channels) {
        channel.outcome = ({ type, recepient, earlier, parts }) => {
          if (isFailing) return failed('not now')
          for (const id of [...earlier.map((one) => one.id), ...parts.map((one) => one.messageId)])
            arrived.push({ key: `${type} ${recepient}`, id })
          return { ok: true }
        }
      }
      const nodes = [1, 2].map(() => node({ digestAfter, db: { ...db, sql: deaf } }))
      const pass = async (): Promise<void> => {
        for (const one of nodes) one.wake()
        for (const one of nodes) await one.settled()
      }
      for (const one of nodes) await one.start()
      await pass()
      const posted: { key: string; id: number; alertId: number }[] = []
      for (const { key, alert, isPosted, laterSec, ...fault } of acts) {
        const [type, recepient] = keys[key] ?? keys[0]
        const alertId = place.alertId + alert
        const before = posted.filter((one) => one.key === `${type} ${recepient}` && one.alertId === alertId).length
        isFailing = fault.isFailing
        if (isPosted) {
          const stage = before % 2 === 0 ? 'active' : 'resolved'
          const id = await post(sql, place, { type, recepient, alertId, stage, episode: 1 + Math.floor(before / 2) })
          posted.push({ key: `${type} ${recepient}`, id, alertId })
        }
        later(laterSec * 1000)
        await pass()
      }
      isFailing = false
      for (let n = 0; n < 4; n += 1) {
        later(3_600_000)
        await pass()
      }
      for (const one of nodes) await one.stop()
      for (const [type, recepient] of keys) {
        for (const alertId of [place.alertId, place.alertId + 1]) {
          const key = `${type} ${recepient}`
          const wanted = posted.filter((one) => one.key === key && one.alertId === alertId).map(({ id }) => id)
          const got = arrived.filter((one) => one.key === key && wanted.includes(one.id)).map(({ id }) => id)
          assert.deepEqual(got, wanted, `${key} about ${alertId}`)
        }
      }
    },
  )
  await fc.assert(model, { seed: 22, numRuns: 8 })
})
