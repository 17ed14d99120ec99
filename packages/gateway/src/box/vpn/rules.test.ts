import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { arrivalBy } from './arrival.rules.ts'
import { linkStateOf, pathFor, silentMs } from './states.rules.ts'
import { silentPeer } from './testing/fake-helper.ts'

describe('how far a tunnel is', () => {
  for (const [about, report, before, state] of [
    ['no interface', null, 0, 'disabled'],
    ['no peer', { ...silentPeer, hasPeer: false }, 0, 'netifCreated'],
    ['no handshake', silentPeer, 0, 'peerConfigured'],
    ['an old one', { ...silentPeer, handshakeAgeSec: 180, receivedBytes: 5000 }, 0, 'peerConfigured'],
    ['one, and nothing since', { ...silentPeer, handshakeAgeSec: 3, receivedBytes: 92 }, 0, 'peerConnected'],
    ['one, and something', { ...silentPeer, handshakeAgeSec: 179, receivedBytes: 124 }, 0, 'peerUp'],
    ['one again, and nothing since', { ...silentPeer, handshakeAgeSec: 3, receivedBytes: 5092 }, 5000, 'peerConnected'],
  ] as const)
    test(`${about}: ${state}`, () => assert.equal(linkStateOf(report, before), state))

  for (const [age, onWay, silent] of [
    [null, 12_000, 12_000],
    [119, 500_000, 0],
    [150, 500_000, 30_000],
    [150, 10_000, 10_000],
  ] as const)
    test(`a handshake ${age} s ago, ${onWay} ms on its way: due for ${silent} ms`, () =>
      assert.equal(silentMs({ ...silentPeer, handshakeAgeSec: age }, onWay), silent))
})

describe('the way that a tunnel takes', () => {
  const [eth, gsm, both, none] = [
    { eth: true, gsm: false },
    { eth: false, gsm: true },
    { eth: true, gsm: true },
    { eth: false, gsm: false },
  ]
  for (const [connMode, isThere, current, silent, preferredForMs, takes] of [
    [1, both, null, 0, 0, 'eth'],
    [2, both, null, 0, 0, 'gsm'],
    [1, gsm, null, 0, 0, 'gsm'],
    [1, none, 'eth', 0, 0, null],
    [3, both, null, 0, 0, 'eth'],
    [3, gsm, 'eth', 0, 0, null],
    [4, both, null, 0, 0, 'gsm'],
    [4, eth, null, 0, 0, null],
    [1, both, 'eth', 29_999, 0, 'eth'],
    [1, both, 'eth', 30_000, 0, 'gsm'],
    [1, eth, 'eth', 99_000, 0, 'eth'],
    [3, both, 'eth', 99_000, 0, 'eth'],
    [1, gsm, 'eth', 0, 0, 'gsm'],
    [1, both, 'gsm', 0, 599_999, 'gsm'],
    [1, both, 'gsm', 0, 600_000, 'eth'],
    [1, both, 'gsm', 30_000, 1000, 'eth'],
    [2, both, 'eth', 0, 600_000, 'gsm'],
  ] as const)
    test(`mode ${connMode}, ${current}, ${JSON.stringify(isThere)}, silent ${silent}: ${takes}`, () =>
      assert.equal(pathFor({ connMode, isThere, current, silentMs: silent, preferredForMs }), takes))
})

describe('returns the interface by which a connection arrived', () => {
  const cloud = { by: 'wgCloud', address: '198.18.0.2', network: '198.18.0.1/32', isGuarded: true } as const
  const manual = { by: 'wgManual', address: '10.9.0.2', network: '10.9.0.0/24', isGuarded: true } as const
  for (const [about, localAddress, remoteAddress, tunnels, by] of [
    ['the hub', '198.18.0.2', '198.18.0.1', [cloud, manual], 'wgCloud'],
    ['the hub, heard by a socket of both families', '::ffff:198.18.0.2', '::ffff:198.18.0.1', [cloud], 'wgCloud'],
    ['a peer of the owner', '10.9.0.2', '10.9.0.77', [cloud, manual], 'wgManual'],
    ['one of the LAN at the address of the tunnel', '198.18.0.2', '192.168.1.9', [cloud], 'eth'],
    ['one of the LAN that claims to be the hub', '192.168.1.7', '198.18.0.1', [cloud], 'eth'],
    ['another gateway', '198.18.0.2', '198.18.0.3', [cloud], 'eth'],
    ['this machine itself', '10.9.0.2', '10.9.0.2', [manual], 'eth'],
    ['a tunnel that is not guarded', '198.18.0.2', '198.18.0.1', [{ ...cloud, isGuarded: false }], 'eth'],
    ['no tunnel', '198.18.0.2', '198.18.0.1', [], 'eth'],
    ['a socket that is gone', undefined, undefined, [cloud], 'eth'],
  ] as const)
    test(about, () => assert.equal(arrivalBy({ localAddress, remoteAddress }, tunnels), by))
})
