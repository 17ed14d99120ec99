import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalIn, signingKey } from '@busbar/uplink/handshake'
import { KeyProofs } from './key-proofs.ts'

const hex = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('hex')
const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
const of = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

// Signed by OpenSSL: the gateway's private key is 32 times 01, the cloud's 32 times 02.
const proof = (signature: string): string =>
  hex(unhex(`4201 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c ${'22'.repeat(32)} ${signature}`))
const bound = `6bd08bf9b638f53de8c395e99aea1549dd834b26aed641b71eeeaec0b6e7afe5
  b9799f982ff96cd9018d2bef5e971cf8e371a2465a7768ef2257f4623ed27c03`
const unbound = `069bd343a21c928a63d3cb83dc99798f1a90fe3f2b99dbe25e373eed6d94208f
  48158e832210b05eeffb174d854b608af2f92d749239ec660dd763f2d05caf04`
const cloudSays = unhex(`4202 8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394
  71d1164b8f2b717188d4e048810bb4e26bbf6fc25acbe932924db8b9954b033d
  147381e1043f089efeb6234c3a34622515a891f9a9233bd466bcaa67c8b8e40e`)

const meet = (binding = of(0x33)): KeyProofs =>
  new KeyProofs({ key: signingKey(of(1)), mac: '02:00:5e:10:00:01', nonce: of(0x22), binding })
const anybody = () => 'welcome' as const
const only = (pinned: Uint8Array | null) => (key: Uint8Array) =>
  pinned === null || hex(key) === hex(pinned) ? 'welcome' : 'other'
const question = unhex(`4201 ${'11'.repeat(32)}`)

test('the gateway\u2019s proof, bound to its connection or to none', () => {
  assert.equal(hex(meet().answer(question, anybody)?.pdu), proof(bound))
  assert.equal(hex(meet(of(0)).answer(question, anybody)?.pdu), proof(unbound))
})

test('the cloud\u2019s proof is taken, from any or from the pinned one', () => {
  for (const pinned of [null, cloudSays.subarray(2, 34)]) {
    const proving = meet()
    proving.answer(question, only(pinned))
    assert.equal(hex(proving.answer(cloudSays, only(pinned))?.pdu), '420201')
    assert.equal(hex(proving.cloudKey), hex(cloudSays.subarray(2, 34)))
    proving.answer(question, only(pinned))
    assert.equal(proving.cloudKey, null)
  }
})

test('refuses everything that is not a valid proof', () => {
  const rows: readonly [string, KeyProofs, Uint8Array, Uint8Array | null][] = [
    ['another key is pinned', meet(), question, of(7)],
    ['another connection', meet(of(0x34)), question, null],
    ['another nonce', meet(), question.with(33, 0x12), null],
    ['it was not asked for', meet(), unhex('4203'), null],
  ]
  for (const [about, proving, request, pinned] of rows) {
    proving.answer(request, only(pinned))
    assert.equal(hex(proving.answer(cloudSays, only(pinned))?.pdu), '420200', about)
    assert.equal(proving.cloudKey, null, about)
  }
  const proving = meet()
  proving.answer(question, anybody)
  for (let at = 2; at < cloudSays.length; at += 1) {
    const other = cloudSays.with(at, (cloudSays[at] ?? 0) ^ 1)
    assert.equal(hex(proving.answer(other, anybody)?.pdu), '420200', `byte ${at}`)
  }
})

test('ignores everything that is not a challenge', () => {
  for (const pdu of [
    '42',
    '4201',
    '4203',
    `4201${'11'.repeat(31)}`,
    `4201${'11'.repeat(33)}`,
    `4202${'11'.repeat(95)}`,
  ]) {
    assert.equal(meet().answer(unhex(pdu), anybody), null, pdu)
  }
})

test('reports that a cloud is too late', () => {
  const proving = meet()
  proving.answer(question, anybody)
  assert.equal(hex(proving.answer(cloudSays, () => 'over')?.pdu), '420202')
  assert.equal(proving.cloudKey, null)
})

test("the cloud's reason for a refusal is short text", () => {
  const reason = (text: string): string | null => refusalIn(Uint8Array.of(66, 3, ...Buffer.from(text, 'latin1')))
  for (const [text, expected] of [
    ['another has this MAC', 'another has this MAC'],
    ['a\nb\x1b[31m\xff', 'a?b?[31m?'],
    ['x'.repeat(120), 'x'.repeat(120)],
    ['x'.repeat(121), null],
    ['', null],
  ] as const) {
    assert.equal(reason(text), expected)
  }
})
