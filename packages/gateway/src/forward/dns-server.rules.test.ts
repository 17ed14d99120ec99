import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dnsServerOf } from './dns-server.rules.ts'

for (const [text, address, port] of [
  ['192.0.2.1', '192.0.2.1', 53],
  ['192.0.2.1:5353', '192.0.2.1', 5353],
  ['2001:db8::1', '2001:db8::1', 53],
  ['[2001:db8::1]:5353', '2001:db8::1', 5353],
  ['[2001:db8::1]', '2001:db8::1', 53],
  ['fe80::1%eth0', 'fe80::1%eth0', 53],
] as const) {
  test(`${text} is ${address}, port ${port}`, () => assert.deepEqual(dnsServerOf(text), { address, port }))
}
