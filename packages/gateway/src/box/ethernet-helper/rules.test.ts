import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { helperRequest, type InterfaceSettings } from '../helper-requests.ts'
import { connectionArgs } from './network-manager.ts'
import { networkFile, withDns } from './networkd.ts'

const leased: InterfaceSettings = {
  dhcp: true,
  keepAddress: false,
  address: '192.168.1.100',
  prefix: 24,
  router: null,
  dns: [],
  isDnsOnly: false,
  mac: null,
}
const fixed = { ...leased, dhcp: false, router: '192.168.1.1', dns: ['192.168.1.1', '9.9.9.9'], isDnsOnly: true }

const linesOf = (settings: InterfaceSettings): string[] =>
  networkFile('eth0', settings)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

test('networkd: by DHCP, and nothing more than was asked', () => {
  assert.deepEqual(linesOf(leased), ['[Match]', 'Name=eth0', '[Network]', 'DHCP=ipv4'])
})

test('networkd: each setting has its line', () => {
  assert.deepEqual(linesOf({ ...fixed, mac: '02:00:5e:10:00:01' }), [
    '[Match]',
    'Name=eth0',
    '[Link]',
    'MACAddress=02:00:5e:10:00:01',
    '[Network]',
    'DHCP=no',
    'Address=192.168.1.100/24',
    'Gateway=192.168.1.1',
    'DNS=192.168.1.1',
    'DNS=9.9.9.9',
  ])
  assert.ok(!linesOf({ ...fixed, router: null }).some((line) => line.startsWith('Gateway')))
  assert.ok(linesOf({ ...leased, keepAddress: true }).includes('KeepConfiguration=dhcp'))
  assert.ok(!linesOf({ ...fixed, keepAddress: true }).includes('KeepConfiguration=dhcp'))
  assert.deepEqual(linesOf({ ...leased, dns: ['9.9.9.9'], isDnsOnly: true }).slice(-3), [
    'DNS=9.9.9.9',
    '[DHCPv4]',
    'UseDNS=no',
  ])
})

const dnsServers = fc.array(fc.ipV4(), { maxLength: 5 })

test('networkd: other DNS servers are those that it would have been made with', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(leased, fixed),
      fc.boolean(),
      dnsServers,
      dnsServers,
      (base, isDnsOnly, before, now) => {
        const made = (dns: string[]): string => networkFile('eth0', { ...base, isDnsOnly, dns })
        assert.equal(withDns(made(before), now), made(now))
      },
    ),
  )
})

test('NetworkManager: by DHCP and fixed', () => {
  assert.deepEqual(connectionArgs(leased).slice(0, 2), ['ipv4.method', 'auto'])
  assert.deepEqual(
    connectionArgs({ ...fixed, mac: '02:00:5e:10:00:01' }).join(' '),
    'ipv4.method manual ipv4.addresses 192.168.1.100/24 ipv4.gateway 192.168.1.1 ipv4.dns 192.168.1.1 9.9.9.9 ' +
      'ipv4.ignore-auto-dns yes ipv4.dns-priority 40 802-3-ethernet.cloned-mac-address 02:00:5e:10:00:01',
  )
})

for (const [what, wrong] of [
  ['a name in the place of an address', { address: 'x\nDHCP=yes' }],
  ['a prefix of 33', { prefix: 33 }],
  ['a MAC of a group', { mac: '01:00:5e:00:00:01' }],
  ['an interface', { name: 'eth1' }],
  ['six DNS servers', { dns: Array.from({ length: 6 }, () => '9.9.9.9') }],
] as const) {
  test(`the helper takes no ${what}`, () => {
    const request = (settings: object): object => ({ verb: 'ethernet-try', confirmSec: 120, settings })
    assert.equal(helperRequest.safeParse(request(leased)).success, true)
    assert.equal(helperRequest.safeParse(request({ ...leased, ...wrong })).success, false)
  })
}
