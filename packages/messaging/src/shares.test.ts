import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { Email } from './channels/email.ts'
import { MailServer } from './testing/mail-server.ts'
import { addLocation, anOutbox, post, stored } from './testing/outbox.ts'

test('mails of one organization that hang take half of the places, and those of others leave at once', async (t) => {
  const { sql, place, recorders, node } = await anOutbox()
  const other = await addLocation(sql, 'Others')
  const server = new MailServer()
  const url = await server.start()
  t.after(() => server.stop())
  server.isSilentFor = (address) => address.endsWith('@hangs.example')
  const email = new Email({ url, from: 'alerts@example.org', publicUrl: () => 'https://busbar.example.org' })
  const sender = node({ channels: { ...recorders, email }, digestAfter: 1000 })
  const hang = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => post(sql, place, { recepient: `p${n}@hangs.example` })))
  await hang(3)
  await sender.start()
  await until(() => server.waiting >= 3)
  const [stuck] = [await hang(20)]
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, n) => post(sql, other, { recepient: `p${n}@example.org` })),
  )
  // No time passes on the clock meanwhile.
  for (const id of ids) await until(async () => (await stored(sql, id)).state === 'sent')
  assert.equal(server.mails.length, 12)
  const states = await Promise.all(stuck.map((id) => stored(sql, id)))
  assert.equal(states.filter(({ state }) => state === 'sending').length, 1)
  await server.stop()
  await sender.stop()
})
