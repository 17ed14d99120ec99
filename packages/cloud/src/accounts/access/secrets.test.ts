import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isSameSecret, newPassword, newToken, tokenHash } from './secrets.ts'

test('a token is a random lower-case UUID, and its stored hash does not reveal it', () => {
  const token = newToken()
  assert.match(token, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.notEqual(newToken(), token)
  assert.equal(tokenHash(token).length, 32)
})

test('a password uses all of an alphabet in which nothing looks alike', () => {
  assert.equal(
    newPassword(() => Uint8Array.from({ length: 32 }, (_, i) => i)),
    'abcdefghijkmnpqrstuvwxyz23456789',
  )
  assert.match(newPassword(randomBytes), /^[a-km-np-z2-9]{24}$/)
})

test('secrets are the same or not, whatever their length', () => {
  assert.equal(isSameSecret('one', 'one'), true)
  for (const other of ['', 'on', 'One', 'one ']) assert.equal(isSameSecret('one', other), false)
})
