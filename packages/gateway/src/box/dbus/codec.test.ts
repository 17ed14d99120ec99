import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { decodeMessage, encodeMessage, type Message } from './message.ts'
import { Reader } from './reader.ts'
import { alignmentOf, parseSignature, parseSingle } from './signature.ts'
import { Splitter } from './splitter.ts'
import { type Value, variant } from './value.ts'
import { Writer } from './writer.ts'

describe('values as bytes', () => {
  const rows: readonly (readonly [string, Value, string])[] = [
    ['y', 7, '07'],
    ['b', true, '01 00 00 00'],
    ['n', -2, 'fe ff'],
    ['q', 0x1234, '34 12'],
    ['i', -1, 'ff ff ff ff'],
    ['u', 0xdeadbeef, 'ef be ad de'],
    ['x', -1n, 'ff ff ff ff ff ff ff ff'],
    ['t', 1n, '01 00 00 00 00 00 00 00'],
    ['d', 1, '00 00 00 00 00 00 f0 3f'],
    ['s', 'foo', '03 00 00 00 66 6f 6f 00'],
    ['o', '/', '01 00 00 00 2f 00'],
    ['g', 'a{sv}', '05 61 7b 73 76 7d 00'],
    ['v', variant('y', 5), '01 79 00 05'],
    ['ay', Uint8Array.of(1, 2), '02 00 00 00 01 02'],
    // An empty array of values of eight bytes still has its gap.
    ['at', [], '00 00 00 00 00 00 00 00'],
    ['a{yy}', new Map([[1, 2]]), '02 00 00 00 00 00 00 00 01 02'],
    ['(yu)', [1, 2], '01 00 00 00 02 00 00 00'],
  ]
  for (const [signature, value, hex] of rows) {
    test(`${signature}: ${hex}`, () => {
      assert.equal(new Writer().all(signature, [value]).result().toString('hex'), hex.replaceAll(' ', ''))
      assert.deepEqual(new Reader(Buffer.from(hex.replaceAll(' ', ''), 'hex'), true).all(signature), [value])
    })
  }

  test('the big end may be first', () => {
    const bytes = Buffer.from('00000002000000000100000000000002ffff', 'hex')
    assert.deepEqual(new Reader(bytes.subarray(0, 4), false).all('u'), [2])
    assert.deepEqual(new Reader(bytes.subarray(16), false).all('n'), [-1])
  })

  for (const [what, signature, value] of [
    ['a number that is too large', 'y', 256],
    ['a part of a number', 'u', 0.5],
    ['a large number that is too large', 't', -1n],
    ['a text with a zero', 's', 'a\0b'],
    ['half a character', 's', '\ud800'],
    ['a path that is none', 'o', '/a//b'],
    ['a signature that is none', 'g', 'a'],
    ['another type', 's', 5],
    ['too few fields', '(yy)', [1]],
    ['a variant of two', 'v', variant('yy', [1, 2])],
  ] as const)
    test(`${what} is not written`, () => assert.throws(() => new Writer().all(signature, [value])))

  for (const [what, signature, hex] of [
    ['a boolean of 2', 'b', '02000000'],
    ['a text without its end', 's', '0300000066'],
    ['a text without its zero', 's', '0100000061 61'],
    ['a text that is not UTF-8', 's', '01000000ff00'],
    ['an array beyond the message', 'au', '080000000100'],
    ['an array that ends inside a value', 'au', '0200000001000000'],
    ['a gap that is not empty', '(yu)', '0101000002000000'],
    ['a variant without a type', 'v', '0000'],
  ] as const)
    test(`${what} is not read`, () =>
      assert.throws(() => new Reader(Buffer.from(hex.replaceAll(' ', ''), 'hex'), true).all(signature)))

  test('variants in variants end somewhere', () => {
    const deep = Buffer.from(`${'017600'.repeat(100)}01790005`, 'hex')
    assert.throws(() => new Reader(deep, true).all('v'), /too deeply/)
  })
})

describe('signatures', () => {
  for (const good of ['', 'a{sv}', 'a(oa{sv})', '((y)v)', 'aaaai', `${'a'.repeat(32)}y`])
    test(`'${good}' is one`, () => assert.ok(parseSignature(good)))
  for (const bad of [
    'a',
    '(',
    '()',
    '(y',
    '{sv}',
    'a{vs}',
    'a{s}',
    'a{svv}',
    'z',
    ')',
    `${'a'.repeat(33)}y`,
    'y'.repeat(256),
  ])
    test(`'${bad.slice(0, 40)}' is none`, () => assert.throws(() => parseSignature(bad)))
  test('aligns values', () =>
    assert.deepEqual(
      ['y', 'n', 'u', 's', 'v', 't', '(y)'].map((one) => alignmentOf(parseSingle(one))),
      [1, 2, 4, 4, 1, 8, 8],
    ))
})

/** Any type, with values of it. */
const typed: fc.Arbitrary<{ signature: string; value: fc.Arbitrary<Value> }> = fc.letrec<{
  any: { signature: string; value: fc.Arbitrary<Value> }
}>((tie) => {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0') && one.isWellFormed())
  const basics = [
    { signature: 'y', value: fc.nat(255) },
    { signature: 'b', value: fc.boolean() },
    { signature: 'n', value: fc.integer({ min: -32_768, max: 32_767 }) },
    { signature: 'q', value: fc.nat(65_535) },
    { signature: 'i', value: fc.integer() },
    { signature: 'u', value: fc.nat(0xffff_ffff) },
    { signature: 'x', value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) },
    { signature: 't', value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) },
    { signature: 'd', value: fc.double({ noNaN: true }) },
    { signature: 's', value: text },
    { signature: 'o', value: fc.constantFrom('/', '/a', '/org/x_1/Y') },
    { signature: 'g', value: fc.constantFrom('', 'a{sv}', '(ii)') },
    { signature: 'h', value: fc.nat(9) },
  ]
  const basic = fc.constantFrom(...basics)
  return {
    any: fc.oneof(
      { maxDepth: 3 },
      basic,
      tie('any').map(({ signature, value }) => ({
        signature: `a${signature}`,
        value: signature === 'y' ? fc.uint8Array({ maxLength: 9 }) : fc.array(value, { maxLength: 3 }),
      })),
      fc.tuple(fc.constantFrom('s', 'u', 't', 'b'), tie('any')).map(([key, { signature, value }]) => ({
        signature: `a{${key}${signature}}`,
        value: fc
          .array(fc.tuple(basics.find((one) => one.signature === key)?.value ?? fc.nat(9), value), { maxLength: 3 })
          .map((entries) => new Map(entries) as Value),
      })),
      fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((fields) => ({
        signature: `(${fields.map(({ signature }) => signature).join('')})`,
        value: fc.tuple(...fields.map(({ value }) => value)) as fc.Arbitrary<Value>,
      })),
      tie('any').map(({ signature, value }) => ({
        signature: 'v',
        value: value.map((one) => variant(signature, one)),
      })),
    ),
  }
}).any

const signed = typed.chain(({ signature, value }) => value.map((one) => ({ signature, one })))

test('whatever is written is read again', () => {
  fc.assert(
    fc.property(fc.array(signed, { maxLength: 3 }), fc.boolean(), (values, isReplyUnwanted) => {
      const message: Message = {
        type: 'call',
        serial: 7,
        path: '/a',
        member: 'M',
        interface: 'a.b',
        destination: ':1.5',
        signature: values.map(({ signature }) => signature).join(''),
        body: values.map(({ one }) => one),
        ...(isReplyUnwanted && { isReplyUnwanted }),
      }
      assert.deepEqual(decodeMessage(encodeMessage(message)), message)
    }),
  )
})

test('whatever comes, it is a message or an error', () => {
  const encoded = encodeMessage({
    type: 'signal',
    serial: 1,
    path: '/a',
    interface: 'a.b',
    member: 'M',
    signature: 'a{sv}s',
    body: [new Map([['k', variant('as', ['x'])]]), 'end'],
  })
  fc.assert(
    fc.property(fc.nat(encoded.length - 1), fc.nat(255), (at, byte) => {
      const bytes = Buffer.from(encoded)
      bytes[at] = byte
      try {
        decodeMessage(bytes)
      } catch (error) {
        assert.equal((error as Error).name, 'DBusError')
      }
    }),
  )
})

test('messages in any pieces', () => {
  const messages = [0, 1, 2].map((at) =>
    encodeMessage({ type: 'reply', serial: at + 1, replySerial: 9, signature: 's', body: ['x'.repeat(at * 10)] }),
  )
  const all = Buffer.concat(messages)
  fc.assert(
    fc.property(fc.array(fc.nat(all.length), { maxLength: 9 }), (cuts) => {
      const splitter = new Splitter(1000)
      const edges = [0, ...cuts.toSorted((a, b) => a - b), all.length]
      const found = edges.slice(1).flatMap((to, at) => [...splitter.push(all.subarray(edges[at], to))])
      assert.deepEqual(found, messages)
    }),
  )
  assert.throws(() => [...new Splitter(20).push(all)], /has \d+ bytes/)
})

for (const [what, change] of [
  ['without its path', { path: undefined }],
  ['without its member', { member: undefined }],
] as const)
  test(`a call ${what} is none`, () => {
    const call = { type: 'call', serial: 1, path: '/a', member: 'M', body: [], ...change } as unknown as Message
    assert.throws(() => decodeMessage(encodeMessage(call)))
  })
