import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { before, describe, test } from 'node:test'
import { parseBoxConf } from '../../src/box/box-conf.ts'
import { ModemAddress } from '../../src/box/net-helper/modem-address.ts'
import { Tunnels } from '../../src/box/net-helper/tunnels.ts'
import { outside } from './outside.ts'

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' })
const conf = () => parseBoxConf('')
const modemAddress = new ModemAddress({ conf })
const tunnels = new Tunnels({ conf, now: () => Date.now() })
const config = { address: '10.1.2.3', prefix: 30, gateway: '10.1.2.2', mtu: 1430 }
const request = { verb: 'modem-address', interface: 'wwan0', config } as const

/** Returns the interface by which a packet to the internet leaves. */
const wayOf = (from?: string): string =>
  /dev (\S+)/.exec(ip('route', 'get', '203.0.113.5', ...(from === undefined ? [] : ['from', from])))?.[1] ?? 'none'

describe('a box with Ethernet and a modem', { skip: outside() }, () => {
  before(() => {
    ip('link', 'set', 'lo', 'up')
    for (const [name, peer] of [
      ['eth0', 'far0'],
      ['wwan0', 'far1'],
    ] as const) {
      ip('link', 'add', name, 'type', 'veth', 'peer', 'name', peer)
      ip('link', 'set', peer, 'up')
    }
    ip('address', 'add', '192.168.1.7/24', 'dev', 'eth0')
    ip('link', 'set', 'eth0', 'up')
    ip('route', 'add', 'default', 'via', '192.168.1.1', 'dev', 'eth0', 'metric', '100')
  })

  test('the modem gets its address; the way of the system stays Ethernet', async () => {
    await modemAddress.set(request)
    const [link] = JSON.parse(ip('-j', 'address', 'show', 'dev', 'wwan0')) as [
      { mtu: number; addr_info: { local: string; prefixlen: number }[] },
    ]
    assert.equal(link.mtu, 1430)
    const { local, prefixlen } = link.addr_info[0] ?? assert.fail('no address')
    assert.deepEqual([local, prefixlen], ['10.1.2.3', 30])
    assert.equal(wayOf(), 'eth0')
  })

  test('routes a socket by the interface of its own address', async () => {
    const { eth, gsm } = await tunnels.paths()
    assert.deepEqual([eth?.address, gsm?.address, gsm?.gateway], ['192.168.1.7', '10.1.2.3', '10.1.2.2'])
    assert.equal(wayOf('10.1.2.3'), 'wwan0')
    assert.equal(wayOf('192.168.1.7'), 'eth0')
  })

  test('without its cable all goes by the modem', async () => {
    ip('link', 'set', 'eth0', 'down')
    await tunnels.paths()
    assert.equal(wayOf(), 'wwan0')
    assert.equal(wayOf('10.1.2.3'), 'wwan0')
    ip('link', 'set', 'eth0', 'up')
    ip('route', 'replace', 'default', 'via', '192.168.1.1', 'dev', 'eth0', 'metric', '100')
  })

  test('when the modem is not connected any more its address is gone', async () => {
    await modemAddress.set({ ...request, config: null })
    const { gsm } = await tunnels.paths()
    assert.equal(gsm, null)
    assert.equal(wayOf(), 'eth0')
  })
})
