import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBoxConf } from '../box/box-conf.ts'
import { boxInterface } from './box-parts.ts'

const one = (name: string) => ({ name, mac: '00:00:5e:00:53:01', ip: null, isDevice: true, isLinkUp: true })
const all = [one('eth0'), one('eth1'), one('wlan0')]

for (const [conf, name] of [
  ['', 'eth0'],
  ['ethernet=eth1', 'eth1'],
  ['ethernet=wlan0', 'wlan0'],
  ['ethernet=eth7', 'eth0'],
] as const)
  test(`the Ethernet of a box with "${conf}": ${name}`, () =>
    assert.equal(boxInterface(parseBoxConf(conf), all)?.name, name))
