import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { addAlert, clean, pollOf, Rig } from '../watch/testing.ts'
import { addConfirm } from './confirm-page.ts'
import { anOutbox, startOn } from './testing/outbox.ts'

test('the link of a mail confirms the activation that the mail is about, and no later one', async () => {
  const { db, sql, run, recorders } = await anOutbox()
  await clean(sql, [1])
  await addAlert(sql, {
    id: 7,
    conditions: [{ paramId: 101, kind: 'g', value: 10 }],
    actions: [{ stage: 'active', timeoutMinutes: 0 }],
  })
  const rig = new Rig(db)
  await rig.start()
  const app = Fastify()
  app.addHttpMethod('POST', { hasBody: false, overrideExisting: true })
  addConfirm(app, {
    sql,
    timeZone: 'Europe/Kyiv',
    publicUrl: () => 'https://busbar.example.org',
    now: () => new Date(startOn),
    confirm: (seen, from) => rig.watch.confirmAll(seen, from),
    log: { error: () => {} },
  })
  const press = async (mail: number): Promise<string> => {
    const { pathname, search } = new URL(recorders.email.sent[mail]?.confirmUrl ?? '')
    return (await app.inject({ method: 'POST', url: `${pathname}${search}` })).body
  }
  const confirmedFrom = () => rig.watch.state(7)?.episode?.confirmed?.from
  for (const [sec, value] of [11, 9, 12].entries()) {
    await rig.till(sec * 1000)
    await rig.record(pollOf(1, sec * 1000, [value, 0]))
    await run()
  }
  assert.deepEqual(
    recorders.email.sent.map(({ episode }) => episode),
    [1, 2],
  )
  assert.match(
    await press(0),
    /Nothing was confirmed[^]*This alert is over: there is nothing left to confirm[^]*begun again/,
  )
  assert.equal(confirmedFrom(), undefined)
  assert.match(await press(1), /Confirmed. Thank you./)
  assert.equal(confirmedFrom(), 'email')
  await rig.stop()
})
