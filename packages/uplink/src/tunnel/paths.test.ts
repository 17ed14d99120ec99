import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pathCommands, pathsIn } from './paths.ts'

const link = (ifname: string, local: string | null, operstate = 'UP') => ({
  ifname,
  operstate,
  addr_info: local === null ? [] : [{ family: 'inet', local, prefixlen: 24 }],
})
const lo = { ...link('lo', '127.0.0.1', 'UNKNOWN') }
const eth0 = link('eth0', '192.168.1.7')
const eth1 = link('eth1', '10.5.0.7')
const wwan0 = link('wwan0', '100.70.0.9', 'UNKNOWN')
const route = (dev: string, gateway: string | undefined, metric: number) => ({ dst: 'default', dev, gateway, metric })

const ethPath = { device: 'eth0', address: '192.168.1.7', network: '192.168.1.0/24', gateway: '192.168.1.1' }
const gsmPath = { device: 'wwan0', address: '100.70.0.9', network: '100.70.0.0/24', gateway: null }

describe('the ways out of a box', () => {
  for (const [about, links, routes, ethernet, eth, gsm] of [
    ['none', [lo], [], null, null, null],
    ['Ethernet', [lo, eth0], [route('eth0', '192.168.1.1', 100)], null, ethPath, null],
    ['a modem without a router', [lo, wwan0], [route('wwan0', undefined, 700)], null, null, gsmPath],
    [
      'both',
      [eth0, wwan0],
      [route('wwan0', undefined, 700), route('eth0', '192.168.1.1', 100)],
      null,
      ethPath,
      gsmPath,
    ],
    ['a cable that is out', [link('eth0', '192.168.1.7', 'DOWN')], [], null, null, null],
    ['no default route', [lo, eth0], [], null, { ...ethPath, gateway: null }, null],
    ['the one with the default route', [eth1, eth0], [route('eth0', '192.168.1.1', 0)], null, ethPath, null],
    [
      'the one that the owner named',
      [eth1, eth0],
      [route('eth1', '10.5.0.1', 0)],
      'eth0',
      { ...ethPath, gateway: null },
      null,
    ],
    ['never a tunnel', [link('bbwg0', '198.18.0.2'), link('wg0', '10.8.0.2')], [], null, null, null],
    ['a modem, and a cable that leads nowhere', [eth1, wwan0], [], null, null, gsmPath],
    ['what ip says of one that is down', [{}, eth0], [], null, { ...ethPath, gateway: null }, null],
    ['never a network inside', [link('docker0', '172.17.0.1'), link('br-1a', '172.18.0.1')], [], null, null, null],
    ['one without an address', [link('eth0', null)], [], null, null, null],
  ] as const)
    test(about, () => assert.deepEqual(pathsIn(JSON.stringify(links), JSON.stringify(routes), ethernet), { eth, gsm }))
})

describe('tables and rules', () => {
  const commandLines = (...parameters: Parameters<typeof pathCommands>): string[] =>
    pathCommands(...parameters).map(({ args }) => args.join(' '))
  const unreachable = (table: number) => `-4 route replace unreachable default metric 9999 table ${table}`

  test('are made', () =>
    assert.deepEqual(commandLines({ eth: ethPath, gsm: null }, ''), [
      '-4 route replace 192.168.1.0/24 dev eth0 src 192.168.1.7 table 200',
      '-4 route replace default via 192.168.1.1 dev eth0 src 192.168.1.7 table 200',
      unreachable(200),
      '-4 rule add fwmark 0xb1 lookup 200 priority 5200',
      '-4 rule add from 192.168.1.7 lookup 200 priority 5200',
      unreachable(201),
      '-4 route flush table 201',
      unreachable(201),
      '-4 rule add fwmark 0xb2 lookup 201 priority 5201',
    ]))

  test('follow an address, and stay where nothing has changed', () => {
    const rules = JSON.stringify([
      { priority: 0, src: 'all', table: 'local' },
      { priority: 5200, src: 'all', fwmark: '0xb1', table: '200' },
      { priority: 5200, src: '192.168.1.6', table: '200' },
      { priority: 5201, src: 'all', fwmark: '0xb2', table: '201' },
      { priority: 5201, src: '100.70.0.9', table: '201' },
    ])
    const lines = commandLines({ eth: ethPath, gsm: gsmPath }, rules).filter((line) => line.includes('rule'))
    assert.deepEqual(lines, [
      '-4 rule delete from 192.168.1.6 lookup 200 priority 5200',
      '-4 rule add from 192.168.1.7 lookup 200 priority 5200',
    ])
  })
})
