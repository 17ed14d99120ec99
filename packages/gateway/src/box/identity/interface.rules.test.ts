import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { macFromKey } from './identity.ts'
import { firstReal, isUnique } from './interface.rules.ts'
import { readHardware, readInterfaces } from './interfaces.ts'

const one = (name: string, mac: string, isDevice: boolean) => ({ name, mac, isDevice, ip: null, isLinkUp: true })
const [wired, wireless, chosen] = ['00:1a:2b:3c:4d:5e', 'b8:27:eb:00:00:01', '02:42:ac:11:00:02']

describe('the interface that stands for the box', () => {
  for (const [says, all, name] of [
    ['none', [], undefined],
    ['only the loopback', [one('lo', '00:00:00:00:00:00', false)], undefined],
    ['hardware before a bridge', [one('br0', chosen, false), one('wlan0', wireless, true)], 'wlan0'],
    ['wired before wireless', [one('wlan0', wireless, true), one('end0', wired, true)], 'end0'],
    ['by name', [one('eth1', wireless, true), one('eth0', wired, true)], 'eth0'],
    ['in a container', [one('eth0', chosen, false)], 'eth0'],
    ['never one of containers', [one('docker0', chosen, false), one('veth1', chosen, false)], undefined],
    ['no address of a group', [one('eth0', '01:00:5e:00:00:01', true)], undefined],
    ['none that is empty', [one('eth0', '', true)], undefined],
  ] as const) {
    test(says, () => assert.equal(firstReal(all)?.name, name))
  }
})

describe('an address is unique when a maker gave it', () => {
  for (const [mac, is] of [
    [wired, true],
    [wireless, true],
    [chosen, false],
    ['52:54:00:12:34:56', false],
    ['00:00:00:00:00:00', false],
    ['01:00:5e:00:00:01', false],
  ] as const) {
    test(mac, () => assert.equal(isUnique(mac), is))
  }
})

test('generates a valid, locally administered address that depends only on the key', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      const { mac } = macFromKey(key)
      assert.match(mac, /^02:/)
      assert.equal(firstReal([one('eth0', mac, true)])?.mac, mac)
      assert.equal(isUnique(mac), false)
      assert.equal(macFromKey(key).mac, mac)
    }),
  )
})

test('the system is asked', () => {
  assert.ok(readInterfaces().some(({ name, ip }) => name === 'lo' && ip === '127.0.0.1'))
  assert.ok(
    readHardware().every(({ mac, permanentMac }) => permanentMac === null || permanentMac.length === mac.length),
  )
})

for (const [says, assigned, permanent] of [
  ['is that of its maker', '0', wired],
  ['was set to another: a tool knows the first', '3', wireless],
] as const)
  test(`an address that ${says}`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'busbar-interfaces-'))
    const path = process.env['PATH']
    t.after(() => {
      process.env['PATH'] = path
      rmSync(folder, { recursive: true })
    })
    mkdirSync(join(folder, 'net/end9/device'), { recursive: true })
    writeFileSync(join(folder, 'net/end9/address'), `${wired}\n`)
    writeFileSync(join(folder, 'net/end9/addr_assign_type'), `${assigned}\n`)
    const links = JSON.stringify([{ ifname: 'end9', permaddr: wireless.toUpperCase() }])
    writeFileSync(join(folder, 'ip'), `#!/bin/sh\necho '${links}'\n`, { mode: 0o755 })
    process.env['PATH'] = folder
    const found = readHardware(join(folder, 'net')).find(({ name }) => name === 'end9')
    assert.deepEqual([found?.mac, found?.permanentMac], [wired, permanent])
  })
