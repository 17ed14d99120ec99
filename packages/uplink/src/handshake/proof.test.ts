import assert from 'node:assert/strict'
import { test } from 'node:test'
import { challenge, checkedProof, cloudProof, gatewayProof, refusalPdu, verdictIn, verdictPdu } from './proof.ts'
import { signingKey } from './signing-key.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
const of = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

// Signed by OpenSSL: the gateway's private key is 32 times 01, the cloud's 32 times 02.
const gatewayKey = '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c'
const gatewayNonce = '22'.repeat(32)
const bound = `6bd08bf9b638f53de8c395e99aea1549dd834b26aed641b71eeeaec0b6e7afe5
  b9799f982ff96cd9018d2bef5e971cf8e371a2465a7768ef2257f4623ed27c03`
const unbound = `069bd343a21c928a63d3cb83dc99798f1a90fe3f2b99dbe25e373eed6d94208f
  48158e832210b05eeffb174d854b608af2f92d749239ec660dd763f2d05caf04`
const cloudSays = `4202 8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394
  71d1164b8f2b717188d4e048810bb4e26bbf6fc25acbe932924db8b9954b033d
  147381e1043f089efeb6234c3a34622515a891f9a9233bd466bcaa67c8b8e40e`

const context = { mac: '02:00:5e:10:00:01', cloudNonce: of(0x11), binding: of(0x33) }
const reply = (signature: string): Uint8Array => unhex(`4201 ${gatewayKey} ${gatewayNonce} ${signature}`)

test('the question', () => assert.equal(hex(challenge(of(0x11))), `4201${'11'.repeat(32)}`))

test('a proof, bound to its connection or to none', () => {
  const proof = { publicKey: unhex(gatewayKey), nonce: of(0x22) }
  assert.deepEqual(checkedProof(context, reply(bound)), proof)
  assert.deepEqual(checkedProof({ ...context, binding: of(0) }, reply(unbound)), proof)
  assert.equal(hex(gatewayProof(context, of(0x22), signingKey(of(0x01)))), hex(reply(bound)))
})

test('refuses everything that is not a valid proof', () => {
  const good = reply(bound)
  for (const [about, other] of [
    ['another nonce: a replay', { ...context, cloudNonce: of(0x12) }],
    ['another connection: a relay', { ...context, binding: of(0x34) }],
    ['no TLS', { ...context, binding: of(0) }],
    ['another MAC', { ...context, mac: '02:00:5e:10:00:02' }],
  ] as const) {
    assert.equal(checkedProof(other, good), null, about)
  }
  good.forEach((byte, at) => assert.equal(checkedProof(context, good.with(at, byte ^ 1)), null, `byte ${at}`))
  assert.equal(checkedProof(context, good.subarray(0, -1)), null)
  assert.equal(checkedProof(context, unhex(`${hex(good)}00`)), null)
  assert.equal(checkedProof(context, new Uint8Array()), null)
})

test('the cloud\u2019s own proof, and the answer to it', () => {
  const says = cloudProof(context, { publicKey: unhex(gatewayKey), nonce: of(0x22) }, signingKey(of(0x02)))
  assert.equal(hex(says), hex(unhex(cloudSays)))
  assert.ok(says.length <= 253)
  assert.equal(verdictIn(unhex('420201')), 'welcome')
  assert.equal(verdictIn(unhex('420202')), 'over')
  for (const verdict of ['welcome', 'over', 'other'] as const) assert.equal(verdictIn(verdictPdu(verdict)), verdict)
  for (const other of ['420200', '420101', '4202', '42020100', 'c201']) assert.equal(verdictIn(unhex(other)), 'other')
})

test('why a gateway is sent away fits a PDU', () => {
  assert.equal(hex(refusalPdu('no')), '42036e6f')
  assert.equal(refusalPdu('x'.repeat(500)).length, 122)
})
