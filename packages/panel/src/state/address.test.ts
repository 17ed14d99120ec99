import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpsOrigin, isUnencrypted } from './address.ts'

for (const [protocol, hostname, expected] of [
  ['http:', '192.168.1.7', true],
  ['http:', 'gw.local', true],
  ['http:', '127.evil.example', true],
  ['http:', '127.0.0.1', false],
  ['http:', 'localhost', false],
  ['http:', '[::1]', false],
  ['https:', '192.168.1.7', false],
] as const)
  test(`${protocol}//${hostname} ${expected ? 'is' : 'is not'} readable on the network`, () =>
    assert.equal(isUnencrypted({ protocol, hostname }), expected))

test('names the port of HTTPS unless it is the usual one', () => {
  assert.equal(httpsOrigin(443, { hostname: 'gw.local' }), 'https://gw.local')
  assert.equal(httpsOrigin(8443, { hostname: '[fe80::1]' }), 'https://[fe80::1]:8443')
})
