import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AlertBench, addAlert, beganOn, clean, pollOf, storedOf, type TestAlert } from '@busbar/alerts/testing'
import Fastify from 'fastify'
import { addConfirm } from './confirm/confirm-page.ts'
import { anOutbox, startOn } from './testing/outbox.ts'

/** An alert, the mails about it, and their links. */
const setUp = async (...alerts: Omit<TestAlert, 'id'>[]) => {
  const { db, sql, run, later, recorders } = await anOutbox()
  // The clocks of reading and sending differ by a minute at most.
  later(beganOn - startOn + 60_000)
  await clean(sql, [1, 2])
  for (const [place, alert] of alerts.entries()) await addAlert(sql, { id: 7 + place, ...alert })
  const rig = new AlertBench(db)
  await rig.start()
  const app = Fastify()
  app.addHttpMethod('POST', { hasBody: false, overrideExisting: true })
  addConfirm(app, {
    sql,
    timeZone: 'Europe/Kyiv',
    publicUrl: () => 'https://busbar.example.org',
    now: () => new Date(beganOn),
    confirm: (seen, from) => rig.watch.confirmAll(seen, from),
    log: { error: () => {} },
  })
  const ask = async (method: 'GET' | 'POST', mail: number, more = ''): Promise<string> => {
    const { pathname, search } = new URL(recorders.email.sent[mail]?.confirmUrl ?? '')
    return (await app.inject({ method, url: `${pathname}${search}${more}` })).body
  }
  /** A reading becomes part of a digest after `digestAfter` messages in ten minutes. */
  const read = async (sec: number, device: number, value: number, digestAfter = 10): Promise<void> => {
    await rig.till(sec * 1000)
    await rig.record(pollOf(device, sec * 1000, [value, 0]))
    await run({ digestAfter })
  }
  const confirmedFrom = (id = 7): string | undefined => rig.watch.state(id)?.episode?.confirmed?.from
  return { sql, rig, recorders, ask, read, run, later, confirmedFrom }
}

test('the link of a mail confirms the activation that the mail is about, and no later one', async () => {
  const { rig, recorders, ask, read, confirmedFrom } = await setUp({
    conditions: [{ paramId: 101, kind: 'g', value: 10 }],
    actions: [{ stage: 'active', timeoutMinutes: 0 }],
  })
  for (const [sec, value] of [11, 9, 12].entries()) await read(sec, 1, value)
  assert.deepEqual(
    recorders.email.sent.map(({ episode }) => episode),
    [1, 2],
  )
  assert.match(
    await ask('POST', 0),
    /Nothing was acknowledged[^]*This alert has resolved, so it cannot be acknowledged[^]*fired again/,
  )
  assert.equal(confirmedFrom(), undefined)
  assert.match(await ask('POST', 1), /Acknowledged. Thank you./)
  assert.equal(confirmedFrom(), 'email')
  await rig.stop()
})

test('a further condition sends a message and revokes the acknowledgement, and the links of both mails acknowledge it', async () => {
  const { sql, rig, recorders, ask, read, confirmedFrom } = await setUp({
    conditions: [
      { paramId: 101, kind: 'g', value: 10 },
      { paramId: 201, kind: 'g', value: 10 },
    ],
    actions: [{ stage: 'active', timeoutMinutes: 0 }],
  })
  await read(0, 1, 11)
  await ask('POST', 0, '&additions=0')
  assert.equal(confirmedFrom(), 'email')
  await read(1, 2, 98)
  assert.equal(confirmedFrom(), undefined)
  const mails = recorders.email.sent.map(({ stage, parts }) => [
    stage,
    parts[0]?.snapshot.conditions.map(({ value, isAlso }) => [value, isAlso]),
  ])
  assert.deepEqual(mails, [
    ['active', [[11, false]]],
    [
      'active',
      [
        [98, true],
        [11, false],
      ],
    ],
  ])
  const { records, details, messages } = await storedOf(sql)
  assert.deepEqual([records[0]?.['confirmed_on'], records[0]?.['confirmed_from']], [null, null])
  const confirmations = details.map(({ detail }) => detail).filter(({ what }) => /confirmed/.test(what))
  assert.deepEqual(confirmations, [
    { what: 'confirmed', from: 'email', comment: null, conditions: [{ conditionId: 701, paramId: 101 }] },
    { what: 'unconfirmed', conditions: [{ conditionId: 702, paramId: 201 }] },
  ])
  assert.deepEqual(
    messages.map(({ item, state }) => [item, state]),
    [
      ['a701', 'sent'],
      ['a701-2', 'sent'],
    ],
  )
  // A page that was loaded before the addition does not acknowledge it.
  assert.match(await ask('POST', 0, '&additions=0'), /Nothing was acknowledged[^]*additions=1/)
  assert.match(await ask('GET', 0), /98[^]*episode=1&amp;additions=1/)
  assert.match(await ask('POST', 0, '&additions=1'), /Acknowledged. Thank you./)
  assert.equal(confirmedFrom(), 'email')
  await rig.stop()
})

test('the link of a digest lists its alerts and acknowledges those that did not change', async () => {
  const hot = (paramId: number): Omit<TestAlert, 'id'> => ({
    conditions: [{ paramId, kind: 'g', value: 10 }],
    actions: [{ stage: 'active', timeoutMinutes: 0 }],
  })
  const { rig, recorders, ask, read, run, later, confirmedFrom } = await setUp(hot(101), hot(201))
  await read(0, 1, 11, 0)
  await read(1, 2, 12, 0)
  later(600_000)
  await run()
  const [digest] = recorders.email.sent
  assert.deepEqual([recorders.email.sent.length, digest?.alertId, digest?.partCount], [1, 0, 2])
  // The first ends and begins again before anything was shown.
  await read(2, 1, 9)
  await read(3, 1, 11)
  assert.match(
    await ask('GET', 0),
    /Several alerts[^]*<h2>Alert 7[^]*Resolved at[^]*<h2>Alert 8[^]*all of these alerts/,
  )
  assert.deepEqual([confirmedFrom(7), confirmedFrom(8)], [undefined, undefined])
  assert.match(await ask('POST', 0), /Acknowledged. Thank you./)
  assert.deepEqual([confirmedFrom(7), confirmedFrom(8)], [undefined, 'email'])
  assert.match(await ask('POST', 0), /Nothing was acknowledged/)
  await rig.stop()
})
