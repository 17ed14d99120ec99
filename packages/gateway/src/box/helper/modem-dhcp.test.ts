import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFolder } from '../../testing/folder.ts'
import { helperRequest } from '../helper-requests.ts'
import { ModemDhcp } from './modem-dhcp.ts'

test('configures networkd for the modem and removes the configuration again', async (t) => {
  const path = join(testFolder(t), 'network', '70-busbar-modem.network')
  let reloads = 0
  const dhcp = new ModemDhcp({ path, reload: async () => void (reloads += 1) })
  await dhcp.set({ verb: 'modem-dhcp', interface: 'wwan0', isOn: true })
  const text = readFileSync(path, 'utf8')
  assert.match(text, /^Name=wwan0$/m)
  assert.match(text, /^RouteMetric=700$/m)
  await dhcp.set({ verb: 'modem-dhcp', interface: 'wwan0', isOn: false })
  assert.ok(!existsSync(path))
  assert.equal(reloads, 2)
})

for (const name of ['eth0', 'wwan0\n[Match]\nName=eth0', '../wwan0', 'wwan*'])
  test(`${JSON.stringify(name)} is refused`, () =>
    assert.equal(helperRequest.safeParse({ verb: 'modem-dhcp', interface: name, isOn: true }).success, false))
