import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { Pdu, Session } from 'smpp'
import type { IncomingSms } from '../smpp/deliver.ts'
import { SmppLink } from '../smpp/link.ts'
import { aMessage } from '../testing/message.ts'
import { SmppProvider } from '../testing/smpp-provider.ts'
import { SmsSmpp } from './sms-smpp.ts'

const sms = aMessage({ type: 'sms', recepient: '+380501234567' })

const setUp = async (t: TestContext, text = 'Too hot', { bindStatus = 0 } = {}) => {
  const provider = new SmppProvider()
  provider.bindStatus = bindStatus
  const port = await provider.start()
  const clock = new VirtualClock()
  const heard: IncomingSms[] = []
  const said: { message: string; err?: Error }[] = []
  let bound: () => void
  const isBound = new Promise<void>((resolve) => {
    bound = resolve
  })
  const log = {
    info(details: { err?: Error }, message: string): void {
      said.push({ ...details, message })
      if (message === 'the SMPP connection is bound') bound()
      provider.events.emit('said')
    },
  }
  const link = new SmppLink({
    host: '127.0.0.1',
    port,
    isTls: false,
    systemId: 'busbar',
    password: 'secret',
    clock,
    chance: () => 0,
    onSms: (one) => {
      heard.push(one)
      provider.events.emit('heard')
    },
    log,
  })
  link.start()
  t.after(async () => {
    link.stop()
    await provider.stop()
  })
  return {
    provider,
    link,
    clock,
    heard,
    said,
    isBound,
    channel: new SmsSmpp({ link, from: 'Busbar', text: () => text }),
  }
}

test('a short text is one message, from a name to a number', async (t) => {
  const { provider, channel, isBound } = await setUp(t)
  await isBound
  assert.deepEqual(await channel.send(sms), { ok: true })
  const [pdu] = provider.submitted
  assert.equal(pdu?.source_addr, 'Busbar')
  assert.equal(pdu.source_addr_ton, 5)
  assert.equal(pdu.destination_addr, '380501234567')
  assert.equal(pdu.short_message.message, 'Too hot')
})

describe('a long text goes in parts', () => {
  for (const [name, text, parts] of [
    ['in the alphabet of SMS', `Boiler [2] ${'is hot '.repeat(40)}`, 2],
    ['in UCS-2', 'Котельня 2: завелика температура. '.repeat(6), 4],
  ] as const) {
    test(name, async (t) => {
      const { provider, channel, isBound } = await setUp(t, text)
      await isBound
      assert.deepEqual(await channel.send(sms), { ok: true })
      assert.equal(provider.submitted.length, parts)
      assert.deepEqual(new Set(provider.submitted.map(({ esm_class }) => esm_class)), new Set([0x40]))
      assert.equal(provider.submitted.map(({ short_message }) => short_message.message).join(''), text)
    })
  }
})

describe("results by the provider's behaviour", () => {
  for (const [treatment, isFinal, isUnclear, err] of [
    [0x0b, true, false, 'SMPP status 0x0000000b'],
    [0x58, false, false, 'SMPP status 0x00000058'],
    ['hang-up', false, true, 'SMPP: closed'],
  ] as const) {
    test(String(treatment), async (t) => {
      const { provider, channel, isBound } = await setUp(t)
      provider.treat = () => treatment
      await isBound
      assert.deepEqual(await channel.send(sms), { err, isFinal, isUnclear })
    })
  }

  test('silence', async (t) => {
    const { provider, channel, isBound, clock } = await setUp(t)
    provider.treat = () => 'silence'
    await isBound
    const submitted = once(provider.events, 'submitted')
    const sent = channel.send(sms)
    await submitted
    clock.advance(20_000)
    assert.deepEqual(await sent, { err: 'SMPP: no-answer', isFinal: false, isUnclear: true })
  })

  test('a second part that is refused leaves it unclear', async (t) => {
    const { provider, channel, isBound } = await setUp(t, 'x'.repeat(200))
    provider.treat = () => (provider.submitted.length === 1 ? 0 : 0x0b)
    await isBound
    const outcome = await channel.send(sms)
    assert.deepEqual(outcome, { err: 'part 2 of 2: SMPP status 0x0000000b', isFinal: false, isUnclear: true })
  })

  test('a wrong password: nothing is sent', async (t) => {
    const { provider, channel, said } = await setUp(t, 'x', { bindStatus: 0x0e })
    while (!said.some(({ err }) => err?.message === 'the provider refused to bind: status 14')) {
      await once(provider.events, 'said')
    }
    const outcome = await channel.send(sms)
    assert.deepEqual(outcome, { err: 'the SMPP provider is not connected', isFinal: false, isUnclear: false })
  })
})

const deliver = (session: Session, fields: object): Promise<Pdu> =>
  new Promise((resolve) => session.deliver_sm(fields, resolve))

test('receives replies of recipients and ignores delivery receipts', async (t) => {
  const { provider, heard, isBound } = await setUp(t)
  await isBound
  const [session] = provider.sessions
  assert.ok(session)
  for (const fields of [
    { source_addr: '380501234567', short_message: 'OK 17' },
    { source_addr: '380501234567', short_message: 'підтверджую', data_coding: 8 },
    { source_addr: '380501234567', message_payload: 'ok' },
    { source_addr: '1', short_message: 'id:m1 stat:DELIVRD', esm_class: 4 },
  ]) {
    const answer = await deliver(session, fields)
    assert.equal(answer.command_status, 0)
  }
  assert.deepEqual(
    heard.map(({ text }) => text),
    ['OK 17', 'підтверджую', 'ok'],
  )
})

test('the link answers questions, asks itself, and comes back when it was cut', async (t) => {
  const { provider, isBound, clock, link } = await setUp(t)
  await isBound
  const [session] = provider.sessions
  assert.ok(session)
  const asked = await new Promise<Pdu>((resolve) => session.enquire_link(resolve))
  assert.equal(asked.command_status, 0)
  const enquired = once(provider.events, 'enquired')
  clock.advance(30_000)
  await enquired
  const again = once(provider.events, 'bound')
  session.socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await once(provider.events, 'said')
  while (link.isBound || clock.pending === 0) await new Promise((resolve) => setImmediate(resolve))
  clock.advance(1000)
  await again
})
