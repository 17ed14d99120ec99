import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { keyIdOf, newSealingKey, open, seal } from './seal.ts'

const key = newSealingKey()
const place = 'net.sealed_passwords 1 7'

test('decrypts a value in its own context', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (plain, where) => {
      assert.deepEqual(open(key, where, seal(key, where, plain)), Buffer.from(plain))
    }),
  )
})

test('no two are alike, and the plain text is in none', () => {
  const plain = Buffer.from('correct horse')
  const [one, other] = [seal(key, place, plain), seal(key, place, plain)]
  assert.notDeepEqual(one, other)
  assert.equal(one.includes(plain), false)
  assert.equal(keyIdOf(one), key.id.toString('hex'))
})

describe('opens nowhere else', () => {
  const sealed = seal(key, place, Buffer.from('secret'))
  for (const [name, value, where, by] of [
    ['in another row', sealed, 'net.sealed_passwords 1 8', key],
    ['in another organization', sealed, 'net.sealed_passwords 2 7', key],
    ['in another table', sealed, 'gateway.sealed_passwords 7', key],
    ['by another key', sealed, place, newSealingKey()],
    ['cut', sealed.subarray(0, -1), place, key],
    ['of nothing', Buffer.alloc(0), place, key],
    ['of another version', Buffer.concat([Buffer.of(2), sealed.subarray(1)]), place, key],
  ] as const) {
    test(name, () => assert.equal(open(by, where, value), null))
  }

  test('rejects a value with any bit changed', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(open(key, place, changed), null)
    }
  })
})
