import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isForMany, isOwnEndpoint } from './own-endpoint.rules.ts'

const addresses = ['127.0.0.1', '192.0.2.5', '::1', 'fe80::1', '2001:db8::5']
const own = [
  { port: 80, isUdp: false },
  { address: '192.0.2.5', port: 8000, isUdp: false },
  { address: '0.0.0.0', port: 53, isUdp: true },
  { address: 'gateway.example', port: 9000, isUdp: false },
]

describe('is it this gateway that is met there?', () => {
  for (const [address, port, isUdp, expected] of [
    ['192.0.2.5', 80, false, true],
    ['192.0.2.6', 80, false, false],
    ['192.0.2.5', 81, false, false],
    ['192.0.2.5', 80, true, false],
    ['127.0.0.1', 80, false, true],
    ['127.9.9.9', 80, false, true],
    ['0.0.0.0', 80, false, true],
    ['::', 80, false, true],
    ['::1', 80, false, true],
    ['0:0:0:0:0:0:0:1', 80, false, true],
    ['::ffff:192.0.2.5', 80, false, true],
    ['::ffff:c000:205', 80, false, true],
    ['::ffff:7f00:1', 80, false, true],
    ['fe80::1%eth0', 80, false, true],
    ['2001:db8:0::5', 80, false, true],
    ['2001:db8::6', 80, false, false],
    ['192.0.2.5', 8000, false, true],
    ['::ffff:192.0.2.5', 8000, false, true],
    ['0.0.0.0', 8000, false, true],
    ['127.0.0.1', 8000, false, false],
    ['127.0.0.53', 53, true, true],
    ['192.0.2.5', 53, true, true],
    ['192.0.2.6', 53, true, false],
    ['127.0.0.1', 9000, false, true],
  ] as const) {
    test(`${address} ${isUdp ? 'udp' : 'tcp'} ${port}: ${expected ? 'yes' : 'no'}`, () => {
      assert.equal(isOwnEndpoint({ address, port, isUdp }, own, addresses), expected)
    })
  }
})

test('addresses of many', () => {
  const all = [
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    'ff02::1',
    '::ffff:224.0.0.1',
    '192.0.2.255',
    '2001:db8::1',
  ]
  assert.deepEqual(all.map(isForMany), [true, true, true, true, true, false, false])
})
