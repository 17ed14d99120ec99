import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { NetworkInterfaceInfo } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFolder } from '../testing/folder.ts'
import { isMobileAddress } from './own-endpoint.rules.ts'

const at = (address: string): NetworkInterfaceInfo[] => [
  { address, netmask: '255.255.255.0', family: 'IPv4', mac: '02:00:00:00:00:01', internal: false, cidr: null },
]

test('an address is mobile by the name or the device type of its interface', (t) => {
  const sysRoot = testFolder(t)
  for (const [name, type] of [
    ['eth0', ''],
    ['mhi_hwip0', 'DEVTYPE=wwan\n'],
  ] as const) {
    mkdirSync(join(sysRoot, 'class/net', name), { recursive: true })
    writeFileSync(join(sysRoot, 'class/net', name, 'uevent'), `${type}INTERFACE=${name}\n`)
  }
  const interfaces = () => ({
    lo: at('127.0.0.1'),
    eth0: at('192.0.2.5'),
    wwan0: at('10.64.0.2'),
    wwp0s20u1i4: at('10.64.0.3'),
    ppp0: at('10.64.0.4'),
    mhi_hwip0: at('10.64.0.5'),
  })
  for (const [address, isMobile] of [
    ['127.0.0.1', false],
    ['192.0.2.5', false],
    ['::ffff:192.0.2.5', false],
    ['10.64.0.2', true],
    ['::ffff:10.64.0.2', true],
    ['10.64.0.3', true],
    ['10.64.0.4', true],
    ['10.64.0.5', true],
    ['10.64.0.6', false],
    [undefined, false],
  ] as const) {
    assert.equal(isMobileAddress(address, { sysRoot, interfaces }), isMobile, String(address))
  }
})
