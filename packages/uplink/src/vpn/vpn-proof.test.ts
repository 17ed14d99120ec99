import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { signingKey } from '../handshake/signing-key.ts'
import {
  parseVpnAnswer,
  parseVpnHello,
  parseVpnProof,
  parseVpnRequest,
  vpnHello,
  vpnProof,
  vpnRequest,
} from './vpn-messages.ts'
import { isVpnAnswer, isVpnRequest, signVpnAnswer, signVpnRequest } from './vpn-proof.ts'

const of = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const gateway = signingKey(of(1))
const cloud = signingKey(of(2))
const context = { mac: '02:00:5e:10:00:01', cloudNonce: of(0x11), binding: of(0x33) }
const nonce = of(0x22)
const vpnKey = of(0x44)
const answer = '{"refused":"off"}'

// Signed by OpenSSL: the gateway's private key is 32 times 01, the cloud's 32 times 02.
const gatewaySignature =
  'c79a8e3ef93534f8e3b170192bc4b67469656afbbf64d7d3a83e4b006a17eb6c90efaefef71f922c2905d5ecee80e548381f2c6016c9fca7663161728db93e06'
const cloudSignature =
  '147e3629918f6305f2258a5f8088a17d2f1d4107568510cd0a951a6a5b5a52d07500c2a55346629d757470fdfc4f665bde29aaa481deee6c81caf2e188177903'

const plain = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)
const sig = plain(signVpnRequest(context, nonce, vpnKey, gateway))
const request = { key: plain(gateway.publicKey), nonce, vpnKey, sig }
const signedAnswer = { key: plain(cloud.publicKey), answer, sig: plain(signVpnAnswer(context, request, answer, cloud)) }

test('both signatures as OpenSSL makes them', () => {
  assert.equal(hex(request.sig), gatewaySignature)
  assert.equal(hex(signedAnswer.sig), cloudSignature)
  assert.ok(isVpnRequest(context, request))
  assert.ok(isVpnAnswer(context, request, signedAnswer))
})

describe('refuses everything that is not a valid proof', () => {
  for (const [about, other] of [
    ['another nonce: a replay', { ...context, cloudNonce: of(0x12) }],
    ['another connection: a relay', { ...context, binding: of(0x34) }],
    ['another MAC', { ...context, mac: '02:00:5e:10:00:02' }],
  ] as const)
    test(about, () => {
      assert.equal(isVpnRequest(other, request), false)
      assert.equal(isVpnAnswer(other, request, signedAnswer), false)
    })

  test('another key of the tunnel, of the gateway, of the cloud, another answer', () => {
    assert.equal(isVpnRequest(context, { ...request, vpnKey: of(0x45) }), false)
    assert.equal(isVpnRequest(context, { ...request, nonce: of(0x23) }), false)
    assert.equal(isVpnRequest(context, { ...request, key: cloud.publicKey }), false)
    assert.equal(isVpnAnswer(context, { ...request, key: cloud.publicKey }, signedAnswer), false)
    assert.equal(isVpnAnswer(context, request, { ...signedAnswer, key: gateway.publicKey }), false)
    assert.equal(isVpnAnswer(context, request, { ...signedAnswer, answer: '{"refused":"full"}' }), false)
    // A signature of one side is not valid for the other.
    assert.equal(isVpnAnswer(context, request, { ...signedAnswer, key: gateway.publicKey, sig: request.sig }), false)
  })

  test('any bit changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 511 }), (bit) => {
        const flip = (bytes: Uint8Array): Uint8Array => bytes.with(bit >> 3, (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7)))
        assert.equal(isVpnRequest(context, { ...request, sig: flip(request.sig) }), false)
        assert.equal(isVpnAnswer(context, request, { ...signedAnswer, sig: flip(signedAnswer.sig) }), false)
      }),
    )
  })
})

describe('messages', () => {
  const fields = { ...request, mac: context.mac, type: 1, firmware: 100, apiPort: 80, isNewCodeWanted: false }
  test('are read as they are written', () => {
    assert.deepEqual(parseVpnHello(JSON.parse(JSON.stringify(vpnHello(nonce)))), { v: 1, nonce })
    assert.deepEqual(parseVpnRequest(JSON.parse(JSON.stringify(vpnRequest(fields)))), fields)
    assert.deepEqual(parseVpnProof(JSON.parse(JSON.stringify(vpnProof(signedAnswer)))), signedAnswer)
  })

  const good = JSON.parse(JSON.stringify(vpnRequest(fields))) as Record<string, unknown>
  for (const [about, changed] of [
    ['a short key', { key: 'AAAA' }],
    ['a long nonce', { nonce: `${String(good['nonce'])}AAAA` }],
    ['a key in other words', { vpnKey: String(good['vpnKey']).replace('=', '') }],
    ['no signature', { sig: undefined }],
    ['the MAC of a group', { mac: '01:00:5e:10:00:01' }],
    ['no MAC', { mac: '00:00:00:00:00:00' }],
    ['a port that is none', { apiPort: 0 }],
    ['a version that is none', { firmware: -1 }],
  ] as const)
    test(`${about} is no request`, () => assert.equal(parseVpnRequest({ ...good, ...changed }), null))

  test('a proof of another version', () => assert.equal(parseVpnHello({ v: 2, nonce: good['nonce'] }), null))

  const config = {
    address: '198.18.0.2',
    mask: '255.254.0.0',
    hub: '198.18.0.1',
    peerHost: 'vpn.example.org',
    peerPort: 51_820,
    peerKey: Buffer.from(of(5)).toString('base64'),
    refreshSec: 86_400,
  }
  for (const [text, isRead] of [
    [JSON.stringify(config), true],
    ['{"code":"12345678"}', true],
    ['{"refused":"full"}', true],
    ['{"code":"1234567"}', false],
    ['{"code":12345678}', false],
    ['{"refused":"never"}', false],
    [JSON.stringify({ ...config, address: 'fd00::1' }), false],
    [JSON.stringify({ ...config, peerHost: 'a b' }), false],
    [JSON.stringify({ ...config, refreshSec: 1 }), false],
    ['{}', false],
    ['null', false],
    ['{', false],
  ] as const)
    test(`${text.slice(0, 40)} is ${isRead ? 'an' : 'no'} answer`, () =>
      assert.equal(parseVpnAnswer(text) !== null, isRead))

  test('anything is read or refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const parse of [parseVpnHello, parseVpnRequest, parseVpnProof]) parse(value)
        parseVpnAnswer(JSON.stringify(value))
      }),
    )
  })
})
