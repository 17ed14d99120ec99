import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { activated, newPrivateKey, signingKey, type Verdict } from '@busbar/uplink/handshake'
import { publicKeyOf } from '@busbar/uplink/tunnel'
import { DataFolder } from '../../storage/data-folder.ts'
import { testFolder } from '../../testing/folder.ts'
import { type ConfigCloud, configFor, startConfigCloud } from './testing/config-cloud.ts'
import { FakeNetHelper, silentPeer } from './testing/fake-helper.ts'
import { Vpn, type VpnSettings } from './vpn.ts'
import { VpnKeys } from './vpn-keys.ts'

const delays = { delayForKeepaliveSec: 25, delayForConnSec: 30 }
const off: VpnSettings = {
  wgCloud: { hostname: '', connPort: 1, connMode: null, ...delays },
  wgManual: {
    hostname: '',
    connPort: 9,
    connMode: null,
    ip: '',
    mask: '255.255.255.0',
    deviceKey: '',
    peerPublicKey: '',
    ...delays,
  },
}
const dayMs = 86_400_000

const setUp = async (t: TestContext, settings: VpnSettings, helper: FakeNetHelper | null = new FakeNetHelper()) => {
  const clock = new VirtualClock(1000)
  const now = (): Date => new Date(Date.UTC(2026, 10, 16) + clock.now())
  const log: string[] = []
  const note = (details: object, message: string): void => void log.push(`${message} ${JSON.stringify(details)}`)
  const folder = new DataFolder({ path: testFolder(t), clock, log: { error: note, info: note } })
  const taken: [number, string][] = []
  const binding = {
    isActivated: false,
    isNewCodeWanted: false,
    verdict: 'welcome' as Verdict,
    verdictOf: () => binding.verdict,
    take(code: number, key: Uint8Array) {
      taken.push([code, Buffer.from(key).toString('hex')])
      binding.isActivated = code === activated
      return true
    },
  }
  const names: Record<string, string> = { 'vpn.example': '127.0.0.1' }
  const lookups: number[] = []
  const keys = new VpnKeys({ folder, now })
  const vpn = new Vpn({
    settings,
    onCloudWanted: () => {},
    keys,
    binding,
    mac: '02:00:5e:10:00:01',
    type: 1,
    firmware: 100,
    apiPort: () => 80,
    key: signingKey(newPrivateKey()),
    helper,
    lookup: async (host) => {
      lookups.push(clock.now())
      return names[host] ?? host
    },
    clock,
    now,
    newBytes: (count) => new Uint8Array(count),
    log: { info: note, warn: note },
  })
  await vpn.start()
  t.after(() => vpn.stop())
  t.after(() => folder.stop())
  /** Lets sockets talk and time pass until that is so. */
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let turns = 0; !isSo(); turns += 1) {
      assert.ok(turns < 20_000, `${JSON.stringify(vpn.status())} ${log.join('\n')}`)
      await setImmediate()
      await clock.advanceAsync(1)
    }
  }
  const wait = (sec: number) => clock.advanceAsync(sec * 1000)
  return { vpn, clock, until, wait, binding, taken, helper: helper ?? new FakeNetHelper(), log, keys, folder, lookups }
}

const toCloud = (cloud: Pick<ConfigCloud, 'port'>, connMode = 1): VpnSettings => ({
  ...off,
  wgCloud: { hostname: 'vpn.example', connPort: cloud.port, connMode, ...delays },
})
const alive = { ...silentPeer, handshakeAgeSec: 2, receivedBytes: 92 }

test('the tunnel to the cloud is requested, created, connected, up, lost and requested again', async (t) => {
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  const { vpn, until, wait, helper, taken } = await setUp(t, toCloud(cloud))
  await until(() => vpn.status().configState === 'ready')
  const [up] = helper.ups
  assert.deepEqual(up, {
    slot: 0,
    privateKey: up?.privateKey,
    address: '198.18.0.2',
    network: '198.18.0.1/32',
    peerKey: Buffer.alloc(32, 5).toString('base64'),
    endpoint: '127.0.0.5:51821',
    keepaliveSec: 25,
    path: 'eth',
  })
  assert.deepEqual(taken, [[activated, Buffer.from(cloud.key.publicKey).toString('hex')]], 'the cloud is pinned')
  assert.deepEqual(vpn.status(), {
    linkState: 'peerConfigured',
    configServerReached: true,
    lastPeerUp: null,
    netifIp: '198.18.0.2',
    netifMask: '255.254.0.0',
    peerIp: '127.0.0.5',
    peerPort: 51_821,
    interface: 'eth',
    configState: 'ready',
    ownPubKey: publicKeyOf(up.privateKey),
  })
  helper.report = alive
  await wait(5)
  assert.equal(vpn.status().linkState, 'peerConnected')
  assert.equal(vpn.isUp, false)
  helper.report = { ...alive, receivedBytes: 400 }
  await wait(5)
  assert.equal(vpn.isUp, true)
  assert.notEqual(vpn.status().lastPeerUp, null)
  helper.report = { ...alive, handshakeAgeSec: 181, receivedBytes: 400 }
  await wait(5)
  assert.equal(vpn.status().linkState, 'peerConfigured')
  await until(() => helper.ups.length === 2)
  await wait(175)
  assert.equal(cloud.requests.length, 2, 'not again before a handshake could have come')
  await wait(6)
  await until(() => cloud.requests.length === 3)
})

test('a connection through the tunnel marks it as up before the next check', async (t) => {
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  const { vpn, until } = await setUp(t, toCloud(cloud))
  await until(() => vpn.status().configState === 'ready')
  assert.equal(vpn.arrivalOf({ localAddress: '198.18.0.2', remoteAddress: '192.168.1.5' }), 'eth')
  assert.equal(vpn.isUp, false)
  assert.equal(vpn.arrivalOf({ localAddress: '198.18.0.2', remoteAddress: '198.18.0.1' }), 'wgCloud')
  assert.equal(vpn.isUp, true)
})

test('a gateway that is not bound shows its code, and asks again', async (t) => {
  const cloud = await startConfigCloud(t, { code: '12345678' })
  const { vpn, until, wait, taken, helper } = await setUp(t, toCloud(cloud))
  await until(() => vpn.status().configState === 'pause')
  assert.equal(taken[0]?.[0], 12_345_678)
  assert.equal(vpn.status().configServerReached, true)
  cloud.answer = configFor('198.18.0.2', '198.18.0.1')
  await wait(30)
  await until(() => vpn.status().configState === 'ready')
  assert.equal(helper.ups.length, 1)
})

for (const [about, change, state, isReached] of [
  ['does not know it', (set: { cloud: ConfigCloud }) => (set.cloud.answer = { refused: 'unbound' }), 'pause', true],
  ['is not its own', ({ binding }) => (binding.verdict = 'other'), 'errorKey', false],
  ['comes too late to bind it', ({ binding }) => (binding.verdict = 'over'), 'errorKey', false],
  ['is passed on by somebody', ({ cloud }) => (cloud.isRelayed = true), 'pause', false],
  ['says nonsense', ({ cloud }) => (cloud.answer = { address: 7 }), 'pause', false],
] as [string, (set: { cloud: ConfigCloud; binding: { verdict: Verdict } }) => unknown, string, boolean][]) {
  test(`a cloud that ${about} gives no tunnel`, async (t) => {
    const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
    const { vpn, until, helper, binding, taken } = await setUp(t, toCloud(cloud))
    change({ cloud, binding })
    await until(() => vpn.status().configServerReached !== null && !vpn.status().configState.startsWith('server'))
    assert.deepEqual([vpn.status().configState, vpn.status().configServerReached], [state, isReached])
    assert.deepEqual([helper.ups, taken], [[], []])
  })
}

test('waits longer after each failure to reach the server', async (t) => {
  const { vpn, until, clock, lookups } = await setUp(t, toCloud({ port: 1 }))
  await until(() => vpn.status().configState === 'pause')
  assert.equal(vpn.status().configServerReached, false)
  while (lookups.length < 5) {
    await setImmediate()
    await clock.advanceAsync(1000)
  }
  const [first = 0, second = 0, third = 0] = lookups.slice(1).map((at, before) => at - (lookups[before] ?? 0))
  assert.ok(first >= 30_000 && second > first && third > second && third <= 240_000, lookups.join(' '))
})

test('reports a box that cannot create tunnels', async (t) => {
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  const helper = new FakeNetHelper()
  helper.fault = 'ip: Operation not supported'
  const { vpn, until, log } = await setUp(t, toCloud(cloud), helper)
  await until(() => vpn.status().configState === 'errorMem')
  assert.equal(vpn.status().linkState, 'disabled')
  assert.ok(log.some((line) => line.startsWith('vpn could not be set up')))
  const without = await setUp(t, toCloud(cloud), null)
  assert.deepEqual([without.vpn.status().configState, without.vpn.status().linkState], ['errorMem', 'disabled'])
  assert.match(without.log.join('\n'), /no network helper/)
})

test('an interface that is gone is made again', async (t) => {
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  const { vpn, until, wait, helper } = await setUp(t, toCloud(cloud))
  await until(() => vpn.status().configState === 'ready')
  helper.report = null
  await wait(5)
  await until(() => helper.ups.length === 2)
})

test('offers a new key to the cloud and removes the old one when the new one works', async (t) => {
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  const { vpn, until, wait, helper, folder, keys } = await setUp(t, toCloud(cloud))
  await until(() => helper.ups.length === 1)
  helper.report = alive
  await wait(5)
  vpn.rotate()
  vpn.rotate()
  helper.report = silentPeer
  await until(() => helper.ups.length === 2)
  const [before, after] = helper.ups.map(({ privateKey }) => privateKey)
  assert.notEqual(before, after)
  const sentKeys = cloud.requests.map(({ vpnKey }) => Buffer.from(vpnKey).toString('base64'))
  assert.deepEqual(sentKeys, [publicKeyOf(before ?? ''), publicKeyOf(after ?? '')])
  const storedKey = (name: string): string =>
    createPrivateKey(folder.read(name) ?? assert.fail(name))
      .export({ format: 'raw-private' })
      .toString('base64')
  assert.deepEqual([storedKey('vpn.pem'), storedKey('vpn-next.pem')], [before, after], 'both, until it works')
  helper.report = alive
  await wait(5)
  assert.equal(storedKey('vpn.pem'), after)
  assert.equal(folder.read('vpn-next.pem'), undefined)
  assert.equal(keys.offered, after)
})

test('after 90 days there is a new key by itself, and the cloud is asked again as often as it says', async (t) => {
  const cloud = await startConfigCloud(t, { ...configFor('198.18.0.2', '198.18.0.1'), refreshSec: 600 })
  const { until, wait, helper, clock } = await setUp(t, toCloud(cloud))
  await until(() => helper.ups.length === 1)
  helper.report = alive
  await wait(590)
  assert.equal(cloud.requests.length, 1)
  await wait(12)
  await until(() => helper.ups.length === 2)
  assert.equal(helper.ups[0]?.privateKey, helper.ups[1]?.privateKey)
  clock.advance(90 * dayMs)
  await until(() => new Set(cloud.requests.map(({ vpnKey }) => String(vpnKey))).size === 2)
})

test('another way where the first is gone, and back after ten minutes', async (t) => {
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  const { vpn, until, wait, helper } = await setUp(t, toCloud(cloud))
  await until(() => vpn.status().configState === 'ready')
  const [eth, gsm] = [helper.ways.eth, { address: '127.0.0.1', network: '100.64.0.0/24', gateway: null }]
  helper.report = { ...alive, receivedBytes: 400 }
  helper.ways = { eth: null, gsm }
  await wait(5)
  assert.deepEqual([helper.moves, vpn.status().interface], [['0 gsm'], 'gsm'])
  helper.ways = { eth, gsm }
  await wait(600)
  assert.equal(vpn.status().interface, 'gsm')
  await wait(10)
  assert.deepEqual([helper.moves, vpn.status().interface], [['0 gsm', '0 eth'], 'eth'])
  assert.equal(vpn.isUp, true)
})

test('GSM only, and there is none: it waits', async (t) => {
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  const { vpn, until, log } = await setUp(t, toCloud(cloud, 4))
  await until(() => vpn.status().configState === 'pause')
  assert.equal(cloud.requests.length, 0)
  assert.match(log.join('\n'), /no way out that connMode allows/)
})

const [own, peer] = [Buffer.alloc(32, 8).toString('base64'), Buffer.alloc(32, 9).toString('base64')]
const byHand: VpnSettings['wgManual'] = {
  ...off.wgManual,
  hostname: 'vpn.example',
  connMode: 3,
  ip: '10.9.0.2',
  deviceKey: own,
  peerPublicKey: peer,
}

test('a tunnel of the owner', async (t) => {
  const { vpn, until, helper } = await setUp(t, { ...off, wgManual: byHand })
  await until(() => vpn.status().configState === 'ready')
  const endpoint = '127.0.0.1:9'
  const up = {
    slot: 1,
    privateKey: own,
    address: '10.9.0.2',
    network: '10.9.0.0/24',
    peerKey: peer,
    endpoint,
    keepaliveSec: 25,
    path: 'eth',
  }
  assert.deepEqual(helper.ups, [up])
  const { configServerReached, ownPubKey, netifMask } = vpn.status()
  assert.deepEqual([configServerReached, ownPubKey, netifMask], [null, publicKeyOf(own), '255.255.255.0'])
  assert.equal(vpn.arrivalOf({ localAddress: '10.9.0.2', remoteAddress: '10.9.0.9' }), 'wgManual')
  await vpn.stop()
  assert.deepEqual(helper.downs, [1])
})

for (const missing of ['deviceKey', 'peerPublicKey'] as const)
  test(`without ${missing} there is none`, async (t) => {
    const { vpn, until, helper } = await setUp(t, { ...off, wgManual: { ...byHand, [missing]: '' } })
    await until(() => vpn.status().configState === 'errorKey')
    assert.deepEqual(helper.ups, [])
  })

test('switched off, nothing is asked', async (t) => {
  const { vpn, wait, helper } = await setUp(t, off)
  await wait(600)
  assert.deepEqual([vpn.status().configState, vpn.status().linkState, helper.ups], ['disabled', 'disabled', []])
})
