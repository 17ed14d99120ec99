import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import type { DeliveryResult } from '../message/message.ts'
import { anOutbox, post, stored } from '../testing/outbox.ts'
import { LeasedOutbox, type LeasedOutboxOptions } from './leased-outbox.ts'

/** The first attempt of a mail lasts until `letGo`; later ones succeed. */
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

describe('leases of messages', () => {
  test('a message whose sender was killed is taken over within half a minute', async () => {
    const { sql, id, email, node, run, later, begun, letGo } = await aSlowMail()
    // Its clock stands still, so that it renews no lease, like a process that was killed.
    const gone = node({ clock: new VirtualClock() })
    await gone.start()
    await begun
    later(10_000)
    await run()
    assert.equal(email.sent.length, 1, 'the first node may still be sending it')
    later(18_000)
    await run()
    assert.equal(email.sent.length, 2)
    const { state, reason, attempts } = await stored(sql, id)
    assert.deepEqual([state, reason, attempts], ['sent', 'doubled', 2])
    letGo()
    await gone.stop()
  })

  test('no other node takes a message whose sending takes 110 s', async () => {
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

  test('a message that this node is sending is not abandoned when its lease expired while the database was unavailable', async () => {
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

interface Row {
  id: number
  attempts: number
}

/** An outbox over a list; each pass takes every row of it. */
const listOutbox = (rows: Row[], some: Partial<LeasedOutboxOptions<Row>> = {}) => {
  const clock = new VirtualClock()
  const settled: string[] = []
  const errors: string[] = []
  const outbox = new LeasedOutbox<Row>({
    name: 'list',
    clock,
    now: () => new Date(clock.now()),
    everyMs: 1000,
    take: ({ accept }) => {
      accept(rows.splice(0))
      return Promise.resolve(false)
    },
    send: () => Promise.resolve({ ok: true }),
    settle: ({ id }, { state, reason }) => Promise.resolve(void settled.push(`${id} ${state} ${reason}`)),
    factsOf: ({ attempts }) => ({ repeat: 'harmless', attempts, reason: null }),
    renew: () => Promise.resolve(),
    logFields: ({ id }) => ({ id }),
    log: { error: (details, message) => void errors.push(`${'id' in details ? String(details.id) : '-'} ${message}`) },
    ...some,
  })
  return { outbox, clock, settled, errors }
}

describe('an outbox of any table', () => {
  test('stores an error of the channel as unclear, and sends the other rows', async () => {
    const { outbox, settled, errors } = listOutbox(
      [1, 2].map((id) => ({ id, attempts: 1 })),
      {
        send: ({ id }) => (id === 1 ? Promise.reject(new Error('broken')) : Promise.resolve({ ok: true })),
      },
    )
    outbox.wake()
    await outbox.settled()
    assert.deepEqual(settled.toSorted(), ['1 waiting no-answer: an error of the service', '2 sent null'])
    assert.deepEqual(errors, ['1 outbox row was not sent'])
  })

  test('stores an outcome again until the database accepts it, and releases the lease then', async () => {
    let failures = 0
    const renewed: number[] = []
    const { outbox, clock, errors } = listOutbox([{ id: 1, attempts: 1 }], {
      settle: () => {
        failures += 1
        return failures < 3 ? Promise.reject(new Error('busy')) : Promise.resolve()
      },
      renew: (rows) => Promise.resolve(void renewed.push(rows.length)),
    })
    outbox.wake()
    for (let tries = 1; tries < 3; tries += 1) {
      await until(() => errors.length === tries)
      clock.advance(5000)
    }
    await outbox.settled()
    assert.deepEqual(outbox.underWay, [])
    assert.deepEqual(renewed, [1, 1])
    assert.equal(clock.pending, 0, 'no lease is renewed after the outcome was stored')
  })

  test('gives up an outcome that cannot be stored, and releases the lease', async () => {
    const { outbox, clock, errors } = listOutbox([{ id: 1, attempts: 1 }], {
      settle: () => Promise.reject(new Error('broken')),
    })
    outbox.wake()
    for (let tries = 1; tries <= 10; tries += 1) {
      await until(() => errors.length === tries)
      clock.advance(5000)
    }
    await outbox.settled()
    assert.deepEqual(outbox.underWay, [])
    assert.equal(errors.length, 10)
  })

  test('prepares once for each search that a timer or a request started, and sends even if that fails', async () => {
    let prepared = 0
    const rows = [{ id: 1, attempts: 1 }]
    const { outbox, clock, settled, errors } = listOutbox(rows, {
      prepare: () => {
        prepared += 1
        return Promise.reject(new Error('broken'))
      },
    })
    outbox.start()
    await outbox.settled()
    assert.deepEqual([prepared, settled], [1, ['1 sent null']])
    rows.push({ id: 2, attempts: 1 })
    clock.advance(1000)
    await outbox.settled()
    assert.deepEqual([prepared, settled.length], [2, 2])
    assert.deepEqual(errors, ['- outbox preparation failed', '- outbox preparation failed'])
    await outbox.stop()
    assert.equal(clock.pending, 0)
  })
})
