import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import type { DeliveryResult } from '../message/message.ts'
import { anOutbox, post, stored } from '../testing/outbox.ts'

/** The first attempt of a mail goes on until it is let go; others succeed. */
const aSlowMail = async () => {
  const outbox = await anOutbox()
  const id = await post(outbox.sql, outbox.place)
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<DeliveryResult>()
  const { email } = outbox.recorders
  email.outcome = () => {
    if (email.sent.length > 1) return { ok: true }
    begun.resolve()
    return done.promise
  }
  return { ...outbox, id, email, begun: begun.promise, letGo: () => done.resolve({ ok: true }) }
}

describe('who is sending a message keeps it', () => {
  test('a message whose sender is gone is taken up within half a minute', async () => {
    const { sql, id, email, node, run, later, begun, letGo } = await aSlowMail()
    // Its time stands still: as of a process that was killed, nothing more is heard of it.
    const gone = node({ clock: new VirtualClock() })
    await gone.start()
    await begun
    later(10_000)
    await run()
    assert.equal(email.sent.length, 1, 'it may still be sending')
    later(18_000)
    await run()
    assert.equal(email.sent.length, 2)
    const { state, reason, attempts } = await stored(sql, id)
    assert.deepEqual([state, reason, attempts], ['sent', 'doubled', 2])
    letGo()
    await gone.stop()
  })

  test('one that takes 110 s is not taken by anybody else', async () => {
    const { sql, id, email, node, run, later, clock, begun, letGo } = await aSlowMail()
    const slow = node()
    await slow.start()
    await begun
    for (let sec = 5; sec <= 110; sec += 5) {
      later(5000)
      clock.advance(5000)
      // Renewed until 20 s from now.
      await until(async () => (await stored(sql, id)).waitSec === sec + 20)
      if (sec % 25 === 0) await run()
    }
    assert.equal(email.sent.length, 1)
    letGo()
    await slow.stop()
    const { state, reason, attempts, sentSec } = await stored(sql, id)
    assert.deepEqual([state, reason, attempts, sentSec], ['sent', null, 1, 110])
  })

  test('what is under way here is not abandoned, even where its lease ran out while the database was away', async () => {
    const { sql, place, id, email, node, later, begun, letGo } = await aSlowMail()
    const sender = node()
    await sender.start()
    await begun
    later(60_000)
    const other = await post(sql, place, { recepient: 'b@x.org' })
    sender.wake()
    await until(async () => (await stored(sql, other)).state === 'sent')
    assert.equal((await stored(sql, id)).state, 'sending')
    letGo()
    await sender.stop()
    assert.deepEqual(
      email.sent.map(({ recepient }) => recepient),
      ['olena@example.org', 'b@x.org'],
    )
    assert.equal((await stored(sql, id)).reason, null)
  })
})
