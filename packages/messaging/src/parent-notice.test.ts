import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anOutbox, begin, post, stored } from './testing/outbox.ts'
import { compose } from './texts/compose.ts'

test('a recipient of dependent alerts receives one message with the cause; a recipient of the cause receives no second one', async () => {
  const { sql, place, recorders, run, later } = await anOutbox()
  await begin(sql, place)
  const parent = { netId: -place.alertId, net: 'Main breaker' }
  await post(sql, place, { name: 'Main breaker' })
  const child = async (alertId: number, recepient: string): Promise<number> => {
    const id = await post(sql, place, {
      name: `Motor ${alertId}`,
      alertId: place.alertId + alertId,
      recepient,
      outage: parent,
    })
    await sql`update message set item = ${`p${id}`} where id = ${id}`
    return id
  }
  const known = await child(1, ' Olena@example.org')
  const news = [await child(1, 'pawel@example.org'), await child(2, 'pawel@example.org')]
  await run()
  later(30_000)
  await run()
  const sent = recorders.email.sent.map((message) => {
    const { subject, intro } = compose(message, 'https://busbar.example')
    return [message.recepient, subject, intro?.split('.')[0], message.parts.map(({ snapshot }) => snapshot.alertName)]
  })
  assert.deepEqual(sent, [
    ['olena@example.org', 'Alert: Main breaker', undefined, ['Main breaker']],
    [
      'pawel@example.org',
      'Alert is active: Main breaker (2)',
      'Notifications of these alerts are suppressed, because they depend on this alert',
      ['Motor 1', 'Motor 2'],
    ],
  ])
  const { state, reason } = await stored(sql, known)
  assert.deepEqual([state, reason], ['dropped', 'parent-told'])
  for (const id of news) assert.equal((await stored(sql, id)).state, 'digested')
})
