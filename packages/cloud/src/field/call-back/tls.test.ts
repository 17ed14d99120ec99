import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeCertificate } from '@busbar/kit/certificate'
import { until } from '@busbar/kit/testing'
import { macOf, newKey, TestGateway } from './testing/gateway.ts'
import { startCallBack } from './testing/start.ts'
import { detectProtocol } from './tls.ts'

const certificate = makeCertificate('busbar', new Date('2026-01-01'))
const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

describe('the first bytes tell', () => {
  for (const [bytes, opening] of [
    ['', 'more'],
    ['16', 'more'],
    ['16 03', 'more'],
    ['16 03 01', 'tls'],
    ['16 03 03 02 00 01', 'tls'],
    // Transaction 1603 of protocol 0.
    ['16 03 00 00 00 19', 'plain'],
    ['16 03 04', 'plain'],
    ['16 02', 'plain'],
    ['00', 'plain'],
    ['15 03 01', 'plain'],
  ] as const) {
    test(bytes, () => assert.equal(detectProtocol(unhex(bytes)), opening))
  }
})

test('optional: both are served at one port, byte by byte too', async (t) => {
  const tls = { mode: 'optional', certificate } as const
  const { call, codeOf, bind, nextEvent, read, listener } = await startCallBack(t, { tls })
  const secret = call(1, newKey(), { isTls: true })
  const netId = await bind({ kind: 'activation-code', code: await codeOf(secret) })
  assert.equal((await nextEvent()).netId, netId)
  assert.equal(await read(netId, 21), 21)
  assert.match(secret.cloudKey ?? '', /^[0-9a-f]{64}$/)
  await codeOf(call(2, newKey()))
  const alike = '1603 0000 0019 ff 03 16 0208 0103 0002 0000 005e 0010 0000 0003 0001 05f5 e100'
  await codeOf(call(3, newKey(), { announcement: alike }))
  const dripping = call(4, newKey(), { announcement: '' })
  await until(() => listener.status().connections === 4)
  const bytes = alike.replace('0003 0001', '0004 0001').replaceAll(' ', '')
  for (const byte of bytes.match(/../g) ?? []) {
    dripping.say(byte)
    await new Promise(setImmediate)
  }
  await codeOf(dripping)
})

test('required: who speaks plainly is closed; off: who speaks TLS is', async (t) => {
  const { call, codeOf } = await startCallBack(t, { tls: { mode: 'required', certificate } })
  await call(1, newKey()).closed()
  await codeOf(call(2, newKey(), { isTls: true }))
  const off = await startCallBack(t)
  await off.call(1, newKey(), { isTls: true }).closed()
  assert.equal(off.listener.status().nonsense, 1)
})

test('a proof cannot be relayed onto another TLS connection', async (t) => {
  const { bound, call, nextEvent, listener, warnings } = await startCallBack(t, {
    tls: { mode: 'optional', certificate },
  })
  const key = newKey()
  const { gateway } = await bound(1, key)
  await nextEvent()
  gateway.hangUp()
  await nextEvent()
  // The thief has a connection of its own, and passes on what the cloud asks to the gateway, which has called the thief.
  const { promise: question, resolve: ask } = Promise.withResolvers<Buffer>()
  const { promise: stolen, resolve: steal } = Promise.withResolvers<Buffer>()
  const victim = new TestGateway({ port: listener.port, number: 1, key, isTls: true, answer: () => null }).call()
  await victim.until(() => victim.received.length === 1)
  void question.then((pdu) => steal(victim.answerTo(pdu)))
  const thief = call(1, null, {
    isTls: true,
    answer: (pdu) => {
      ask(Buffer.from(pdu))
      return null
    },
  })
  thief.reply(await stolen)
  await thief.closed()
  assert.deepEqual(warnings, [{ mac: macOf(1), why: 'the proof of its key is wrong' }])
  assert.equal(listener.status().accepted, 1)
})
