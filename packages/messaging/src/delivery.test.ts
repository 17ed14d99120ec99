import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { monotonicClock } from '@busbar/kit'
import Fastify from 'fastify'
import { providerShape } from './channels/provider.rules.ts'
import type { ParamWriter } from './channels/write-param.ts'
import { Delivery, type DeliveryOptions } from './delivery.ts'
import type { SeenOccurrence } from './outbox/confirm-token.sql.ts'
import { MailServer } from './testing/mail-server.ts'
import { anOutbox, post, startOn, stored } from './testing/outbox.ts'
import { SmppProvider } from './testing/smpp-provider.ts'

const none = {
  smtp: undefined,
  'smtp-from': undefined,
  'smtp-ca': undefined,
  smpp: undefined,
  'sms-http': undefined,
  'voice-http': undefined,
  telegram: undefined,
  'sms-price': '0.1',
  'sms-limit': '50',
  language: 'en',
  'time-zone': 'UTC',
} as const

const setUp = async (t: TestContext, settings: Partial<DeliveryOptions['settings']>) => {
  const outbox = await anOutbox()
  const confirmed: (SeenOccurrence & { from: string })[] = []
  const written: Parameters<ParamWriter>[] = []
  const heard = Promise.withResolvers<void>()
  const delivery = new Delivery({
    db: outbox.db,
    clock: monotonicClock,
    key: Buffer.alloc(32, 7),
    now: () => new Date(startOn),
    settings: { ...none, ...settings },
    publicUrl: () => 'https://busbar.example.org',
    find: () => Promise.reject(new Error('address not allowed: x (see --raw-allow)')),
    write: (...args) => {
      written.push(args)
      return Promise.resolve({ ok: true })
    },
    confirm: (seen, from) => {
      confirmed.push(...seen.map((one) => ({ ...one, from })))
      heard.resolve()
      return Promise.resolve('confirmed')
    },
    push: outbox.recorders.push as unknown as DeliveryOptions['push'],
    guesses: { begin: () => ({ waitMs: 0, wasRight: () => {} }) },
    log: { error: (details) => assert.ok('reason' in details, JSON.stringify(details)), info: () => {} },
  })
  t.after(() => delivery.stop())
  /** Resolves with how each message ended. */
  const ended = async (ids: readonly number[]) => {
    for (;;) {
      const all = await Promise.all(ids.map((id) => stored(outbox.sql, id)))
      if (all.every(({ state }) => state !== 'waiting' && state !== 'sending')) return all
    }
  }
  return { ...outbox, delivery, confirmed, written, ended, heard: heard.promise }
}

test('a message without its installation setting fails and names the setting', async (t) => {
  const { sql, place, delivery, ended, written } = await setUp(t, {})
  const ids = []
  for (const type of ['email', 'sms', 'voice-call', 'webhook', 'write-param'] as const) {
    ids.push(await post(sql, place, { type, recepient: type === 'webhook' ? 'https://x' : '+48123456789' }))
  }
  await delivery.start()
  const found = await ended(ids)
  assert.deepEqual(
    found.map(({ state, reason }) => `${state} ${reason}`),
    [
      'failed refused: the installation cannot send this; its setting is --smtp',
      'failed refused: the installation cannot send this; its setting is --smpp or --sms-http',
      'failed refused: the installation cannot send this; its setting is --voice-http',
      'failed refused: address not allowed: x (see --raw-allow)',
      'sent null',
    ],
  )
  assert.deepEqual(written, [[place.orgId, place.paramId, '5', `alert ${place.alertId} (1): Too hot`]])
  const secret = await delivery.webhookSecret(place.orgId)
  assert.match(secret ?? '', /^[\w-]{43}$/)
  await sql`update org set webhook_key_no = 2 where id = ${place.orgId}`
  assert.notEqual(await delivery.webhookSecret(place.orgId), secret)
  assert.equal(found[1]?.cost, null, 'what is not sent costs nothing')
})

test('e-mail and SMS go out, and an answer by SMS confirms', async (t) => {
  const [mailServer, provider] = [new MailServer(), new SmppProvider()]
  const [smtp, port] = await Promise.all([mailServer.start(), provider.start()])
  t.after(() => Promise.all([mailServer.stop(), provider.stop()]))
  const smpp = new URL(`smpp://busbar:secret@127.0.0.1:${port}?from=Busbar`)
  const { sql, place, delivery, ended, confirmed, heard } = await setUp(t, { smtp, smpp, language: 'pl' })
  const bound = once(provider.events, 'bound')
  await delivery.start()
  await bound
  // Until the link has heard that it is bound, an SMS would have to wait for its next attempt.
  const [session] = provider.sessions
  await new Promise((resolve) => session?.enquire_link(resolve))
  const ids = [await post(sql, place), await post(sql, place, { type: 'sms', recepient: '+48123456789' })]
  const found = await ended(ids)
  assert.deepEqual(
    found.map(({ state }) => state),
    ['sent', 'sent'],
  )
  assert.match(mailServer.mails[0]?.raw ?? '', /^From: busbar@127.0.0.1\r$/m)
  const text = provider.submitted.map(({ short_message }) => short_message.message).join('')
  assert.match(text, /Boiler house \/ Boiler 2 \/ Temperatura: 93.5 C/)
  assert.match(text, new RegExp(`OK ${ids[1]}$`))
  session?.deliver_sm({ source_addr: '48123456789', short_message: `ok ${ids[1]}` }, () => {})
  await heard
  const { orgId, alertId } = place
  // The reply is queued after the acknowledgement, and the test must not end before that.
  while ((await sql`select from message where org_id = ${orgId} and stage = 'confirmed'`).length === 0) continue
  assert.deepEqual(confirmed, [{ orgId, alertId, episode: 1, additions: 0, from: 'sms +48123456789' }])
})

test('its doors: confirm links always, answers to SMS where the provider delivers them', async (t) => {
  const provider = { url: 'https://h/', incoming: { secret: 'a secret of the provider' } }
  const statuses = []
  for (const settings of [{}, { 'sms-http': providerShape.parse(provider) }]) {
    const { delivery } = await setUp(t, settings)
    const app = Fastify()
    delivery.addTo(app)
    for (const [method, url] of [
      ['GET', '/confirm/x'],
      ['POST', '/incoming-sms'],
    ] as const) {
      statuses.push((await app.inject({ method, url })).statusCode)
    }
  }
  assert.deepEqual(statuses, [404, 404, 404, 401])
})
