import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AddressRanges } from '@busbar/kit/net'
import { parseNetwork } from '@busbar/uplink/network'
import * as fc from 'fast-check'
import { mayDial } from './address-rule.ts'
import { parseRawAllow } from './raw-allow.ts'
import { VpnOwners } from './vpn-owners.ts'

const nothing = new AddressRanges()
/** This machine, in the tests. */
const own = ['127.0.0.1', '::1', '93.184.215.14', '2606:2800:21f::14', 'fe80::1%eth0', '::ffff:93.184.215.15']

describe('never dialled', () => {
  for (const [what, addresses] of Object.entries({
    loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
    unspecified: ['0.0.0.0', '0.1.2.3', '::', '0::0'],
    private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fdff:ffff::1'],
    'a carrier\u2019s NAT': ['100.64.0.1', '100.127.255.255'],
    'link-local': ['169.254.169.254', 'fe80::1', 'febf::1', 'fec0::1', 'fe80::1%eth0'],
    multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    'broadcast and reserved': ['255.255.255.255', '240.0.0.1', '4000::1', '5f00::1', '100::1', 'e000::1'],
    documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    'benchmarks and protocols': ['198.18.0.1', '198.19.255.255', '192.0.0.8', '192.88.99.1', '2001:2::1', '2001:10::1'],
    'IPv4 mapped into IPv6': ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:FFFF:0a00:0001', '::ffff:c0a8:101'],
    'IPv4 compatible with IPv6': ['::127.0.0.1', '::7f00:1', '::8.8.8.8'],
    'IPv4 translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
    NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b::1', '64:ff9b::', '64:ff9b::a9fe:a9fe'],
    'NAT64 of one\u2019s own': ['64:ff9b:1::8.8.8.8', '64:ff9b:1::a00:1'],
    '6to4': ['2002:7f00:1::1', '2002:a00:1::', '2002:c0a8:101::1'],
    Teredo: ['2001:0:7f00:1::', '2001::80ff:fffe'],
    'this machine': [
      '93.184.215.14',
      '93.184.215.15',
      '2606:2800:21f::14',
      '2606:2800:021f:0:0:0:0:14',
      '::ffff:5db8:d70e',
    ],
    'this machine by NAT64': ['64:ff9b::5db8:d70e'],
    'not one address': [
      '',
      'localhost',
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '127.0.0.01',
      '[::1]',
      '1.2.3.4 ',
      '1.2.3',
    ],
    'with a zone': ['2606:4700::1111%lo', '::1%1'],
  })) {
    for (const address of addresses) test(`${what}: ${address}`, () => assert.ok(!mayDial(address, nothing, own)))
  }
})

describe('dialled', () => {
  for (const address of [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '93.184.215.13',
    '2606:4700::1111',
    '2a00:1450:4001::64',
    '::ffff:1.1.1.1',
    '::ffff:101:101',
    '64:ff9b::1.1.1.1',
    '64:ff9b::101:101',
  ]) {
    test(address, () => assert.ok(mayDial(address, nothing, own)))
  }
})

describe('listed by the installation', () => {
  for (const [list, address, isDialled] of [
    ['10.1.0.0/16', '10.1.2.3', true],
    ['10.1.0.0/16', '10.2.2.3', false],
    ['10.1.0.0/16', '::ffff:10.1.2.3', true],
    ['10.1.0.0/16', '64:ff9b::10.1.2.3', true],
    ['10.1.0.0/16', '::10.1.2.3', false],
    ['10.1.0.0/16', '2002:a01:203::1', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['127.0.0.1/32, fd00::/8', 'fd12::1', true],
    ['127.0.0.1/32, fd00::/8', '127.0.0.1', true],
    ['127.0.0.1/32, fd00::/8', '127.0.0.2', false],
    ['::1', '::1', true],
    ['::1', '::', false],
    ['FD00::/8', 'fdab::1', true],
    ['93.184.215.14', '93.184.215.14', true],
    ['0.0.0.0/0', '192.168.1.1', true],
    ['0.0.0.0/0', 'fd00::1', false],
    ['::/0', 'fd00::1', true],
    ['::/0', '127.0.0.1', false],
    ['::/0', '::ffff:127.0.0.1', false],
    ['', '127.0.0.1', false],
    ['0.0.0.0/0,::/0', 'fe80::1%eth0', false],
  ] as const) {
    test(`${list}: ${address} ${isDialled ? 'yes' : 'no'}`, () => {
      const allow = parseRawAllow(list)
      assert.ok('ok' in allow)
      assert.equal(mayDial(address, allow.ok.for({ port: 502, orgId: 1 }), own), isDialled)
    })
  }

  for (const wrong of [
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0/8',
    '10.0.0.0/08x',
    'fd00::/129',
    'example.org',
    '0x7f.0.0.1/8',
    '127.1/8',
    '::ffff:10.0.0.0/104',
    'fe80::1%eth0',
    '10.0.0.0/8 192.168.0.0/16',
    '/8',
  ]) {
    test(`refused: ${wrong}`, () =>
      assert.deepEqual(parseRawAllow(`10.0.0.0/8, ${wrong}`), {
        err: `ranges of addresses like 10.0.0.0/8,10.1.0.0/16:502@5,[fd00::/64]:502; ${wrong} is none`,
      }))
  }
})

describe('the VPN is its owners\u2019, whatever is listed', () => {
  const vpn = new VpnOwners(parseNetwork('198.18.0.0/15') ?? assert.fail())
  vpn.set(new Map([['198.18.0.2', 1]]))
  const all = parseRawAllow('0.0.0.0/0:1-65535,[::/0]:1-65535')
  assert.ok('ok' in all)
  for (const [address, orgId, isDialled] of [
    ['198.18.0.2', 1, true],
    ['::ffff:198.18.0.2', 1, true],
    ['64:ff9b::198.18.0.2', 1, true],
    ['198.18.0.2', 2, false],
    ['::ffff:c612:2', 2, false],
    ['64:ff9b::c612:2', 2, false],
    ['198.18.0.3', 1, false],
    ['198.18.0.1', 1, false],
    ['198.19.255.255', 1, false],
    ['198.20.0.1', 2, true],
    ['10.0.0.1', 2, true],
  ] as const) {
    test(`${address} for organization ${orgId}: ${isDialled ? 'yes' : 'no'}`, () => {
      const inVpn = (plain: string): boolean | null => vpn.mayDial(plain, orgId)
      assert.equal(mayDial(address, all.ok.for({ port: 502, orgId }), own, inVpn), isDialled)
    })
  }
})

test('no spelling of an address changes the answer', () => {
  const word = fc.integer({ min: 0, max: 0xffff })
  const spelling = fc.constantFrom<(words: readonly number[]) => string>(
    (words) => words.map((one) => one.toString(16)).join(':'),
    (words) => words.map((one) => one.toString(16).padStart(4, '0').toUpperCase()).join(':'),
    (words) => [...words.slice(0, 6).map((one) => one.toString(16)), dotted(words.slice(6))].join(':'),
  )
  const heads = fc.constantFrom(
    [0, 0, 0, 0, 0, 0xffff],
    [0, 0, 0, 0, 0, 0],
    [0x64, 0xff9b, 0, 0, 0, 0],
    [0x2606, 1, 2, 3, 4, 5],
  )
  fc.assert(
    fc.property(heads, word, word, spelling, spelling, (head, high, low, one, other) => {
      const words = [...head, high, low]
      assert.equal(mayDial(one(words), nothing, own), mayDial(other(words), nothing, own))
      const isWrapped = head[5] === 0xffff || head[0] === 0x64
      if (isWrapped) assert.equal(mayDial(one(words), nothing, own), mayDial(dotted([high, low]), nothing, own))
      else if (head[0] === 0) assert.ok(!mayDial(one(words), nothing, own))
    }),
  )
})

const dotted = (words: readonly number[]): string => words.map((one) => `${one >> 8}.${one & 0xff}`).join('.')
