import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Command, TunnelSetup, TunnelStatus } from '@busbar/uplink/tunnel'
import { parseBoxConf } from '../box-conf.ts'
import { netRequest } from './requests.ts'
import { Tunnels } from './tunnels.ts'
import { actBy } from './verbs.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const up = {
  verb: 'tunnel-up',
  slot: 0,
  privateKey: key,
  address: '198.18.0.2',
  network: '198.18.0.1/32',
  peerKey: key,
  endpoint: '203.0.113.5:51820',
  keepaliveSec: 25,
  path: 'eth',
} as const
const links = [
  { ifname: 'eth0', operstate: 'UP', addr_info: [{ family: 'inet', local: '192.168.1.7', prefixlen: 24 }] },
]

/** Creates a box whose programs only record their commands. */
const setUp = (conf = '', hasNft = true) => {
  const ran: string[] = []
  const setups: TunnelSetup[] = []
  let status: TunnelStatus | null = null
  const tunnels = new Tunnels({
    conf: () => parseBoxConf(conf),
    now: () => 1_794_782_760_000,
    run: async ({ program, args, input }: Command) => {
      if (program === 'nft' && !hasNft) throw new Error('nft: not found')
      if (args.includes('-j')) return args.includes('address') ? JSON.stringify(links) : '[]'
      ran.push([program, ...args, ...(input === undefined ? [] : [input.split('\n').at(-2)])].join(' '))
      return ''
    },
    interfaceOf: (name) => ({
      isProgram: false,
      make: async () => void ran.push(`make ${name}`),
      setUp: async (setup) => void setups.push(setup),
      status: async () => status,
      remove: async () => void ran.push(`remove ${name}`),
    }),
  })
  const act = actBy(tunnels, { set: async () => {} })
  return {
    ran,
    setups,
    ask: (request: unknown) => act(netRequest.parse(request)),
    is: (next: TunnelStatus | null) => (status = next),
  }
}

test('a tunnel is guarded before it has its address, and gets one route', async () => {
  const { ask, ran, setups } = setUp()
  assert.deepEqual(await ask(up), { isGuarded: true })
  assert.deepEqual(ran, [
    'nft -f - add rule inet busbar_gateway bbwg0_through oifname "bbwg0" drop',
    'make bbwg0',
    'ip address flush dev bbwg0',
    'ip address replace 198.18.0.2/32 dev bbwg0',
    'ip link set bbwg0 mtu 1360 up',
    'ip -4 route flush dev bbwg0',
    'ip route replace 198.18.0.1/32 dev bbwg0',
  ])
  const peer = { publicKey: key, endpoint: up.endpoint, allowed: '198.18.0.1/32', keepaliveSec: 25 }
  assert.deepEqual(setups, [{ privateKey: key, fwmark: 0xb1, peers: [peer] }])
  ran.length = 0
  await ask({ ...up, path: 'gsm' })
  assert.deepEqual(ran.slice(1), ['make bbwg0'], 'the same place is not left')
  assert.equal(setups[1]?.fwmark, 0xb2)
})

test('reports that nft is missing', async () => assert.deepEqual(await setUp('', false).ask(up), { isGuarded: false }))

describe('refused, with nothing done', () => {
  for (const [about, request, conf, says] of [
    ['a network for the cloud', { ...up, network: '198.18.0.0/15' }, '', /one address/],
    ['the LAN', { ...up, slot: 1, network: '192.168.0.0/16' }, '', /overlaps the network of eth0/],
    ['what the owner forbids', up, 'vpn=off', /switched off/],
    ['the whole internet', { ...up, slot: 1, network: '0.0.0.0/0' }, '', /a network such as/],
    ['a third tunnel', { ...up, slot: 2 }, '', /slot/],
    ['an interface', { ...up, interface: 'eth0' }, '', /interface/],
    ['no key', { ...up, privateKey: 'x' }, '', /a key/],
    ['a key with a line in it', { ...up, peerKey: `${key}\nAllowedIPs = 0.0.0.0/0` }, '', /a key/],
    ['a name for an endpoint', { ...up, endpoint: 'vpn.example.org:51820' }, '', /an address and a port/],
    ['an endpoint without an end', { ...up, endpoint: '203.0.113.5:99999' }, '', /an address and a port/],
    ['this machine as its address', { ...up, address: '127.0.0.1' }, '', /one machine/],
    ['another way', { ...up, path: 'wifi' }, '', /path/],
    ['another verb', { verb: 'run', command: 'id' }, '', /verb/],
  ] as const)
    test(about, async () => {
      const { ask, ran } = setUp(conf)
      await assert.rejects(async () => ask(request), says)
      assert.deepEqual(ran, [])
    })
})

test('reports the state of a tunnel', async () => {
  const { ask, is } = setUp()
  assert.deepEqual(await ask({ verb: 'tunnel-status', slot: 0 }), { tunnel: null })
  const peer = { publicKey: key, endpoint: null, allowed: [], receivedBytes: 148, sentBytes: 92 }
  const status = { publicKey: key, listenPort: 1, fwmark: 0xb1 }
  is({ ...status, peers: [{ ...peer, handshakeSec: 1_794_782_730 }] })
  const expected = { publicKey: key, hasPeer: true, endpoint: null, receivedBytes: 148, sentBytes: 92 }
  assert.deepEqual(await ask({ verb: 'tunnel-status', slot: 0 }), { tunnel: { ...expected, handshakeAgeSec: 30 } })
  // The clock was set back after the handshake.
  is({ ...status, peers: [{ ...peer, handshakeSec: 1_794_789_999 }] })
  assert.deepEqual(await ask({ verb: 'tunnel-status', slot: 0 }), { tunnel: { ...expected, handshakeAgeSec: 0 } })
})

test('moves and removes a tunnel, and reports the paths', async () => {
  const { ask, ran } = setUp()
  assert.deepEqual(await ask({ verb: 'tunnel-path', slot: 1, path: 'gsm' }), {})
  assert.deepEqual(await ask({ verb: 'tunnel-down', slot: 1 }), {})
  assert.deepEqual(ran, [
    'wg set bbwg1 fwmark 178',
    'remove bbwg1',
    'nft -f - delete chain inet busbar_gateway bbwg1_through',
  ])
  const ways = { eth: { address: '192.168.1.7', network: '192.168.1.0/24', gateway: null }, gsm: null }
  assert.deepEqual(await ask({ verb: 'paths' }), ways)
  assert.ok(ran.includes('ip -4 rule add fwmark 0xb1 lookup 200 priority 5200'))
  ran.length = 0
  assert.deepEqual(await ask({ verb: 'paths' }), ways)
  assert.deepEqual(ran, [], 'nothing has changed')
})
