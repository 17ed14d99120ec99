import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { base32, codeAt, stepAt, stepOf, totpUri } from './totp.rules.ts'

const secret = Buffer.from('12345678901234567890')

describe('codes are those of RFC 6238, appendix B, with six digits', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    test(`${code} at ${seconds} s`, () => assert.equal(codeAt(secret, stepAt(seconds * 1000)), code))
  }
})

describe('secrets are written as RFC 4648, 10, has it', () => {
  for (const [plain, text] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    test(`'${plain}'`, () => assert.equal(base32(Buffer.from(plain)), text))
  }
})

test('a code is good half a minute before and after its own, and never again once it or a later one was taken', () => {
  const step = fc.integer({ min: 10, max: 10_000_000 })
  const aside = fc.integer({ min: -4, max: 4 })
  fc.assert(
    fc.property(step, aside, aside, fc.uint8Array({ minLength: 20, maxLength: 20 }), (now, of, last, key) => {
      const found = stepOf(key, codeAt(key, now + of), now * 30_000 + 7, now + last)
      // Two steps may have the same code.
      if (found !== null) {
        assert.ok(Math.abs(found - now) <= 1 && found > now + last)
        assert.equal(codeAt(key, found), codeAt(key, now + of))
      } else assert.ok(Math.abs(of) > 1 || of <= last)
    }),
  )
})

test('rejects text that is not a code', () => {
  for (const code of ['', '28708', '2870822', '28708a', ' 287082', '２８７０８２']) {
    assert.equal(stepOf(secret, code, 59_000, 0), null, code)
  }
})

test('the URI names the service and the user', () => {
  assert.equal(
    totpUri(Buffer.from('foobar'), 'ann@example.org'),
    'otpauth://totp/Busbar%3Aann%40example.org?secret=MZXW6YTBOI&issuer=Busbar',
  )
})
