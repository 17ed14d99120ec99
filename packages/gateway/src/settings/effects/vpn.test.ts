import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { VpnStatus } from '../../box/vpn/states.rules.ts'
import { configFor, startConfigCloud } from '../../box/vpn/testing/config-cloud.ts'
import { FakeNetHelper } from '../../box/vpn/testing/fake-helper.ts'
import { startProgram, type TestProgram } from '../../testing/program.ts'

const setUp = async (t: TestContext) => {
  const helper = new FakeNetHelper()
  const program = await startProgram(t, { netHelper: helper })
  return { helper, program }
}

const stateOf = async (program: TestProgram): Promise<VpnStatus> =>
  ((await program.admin().get('state/get/?vpn')) as { vpn: VpnStatus }).vpn

const until = async (program: TestProgram, isSo: (state: VpnStatus) => boolean): Promise<VpnStatus> => {
  for (;;) {
    const state = await stateOf(program)
    if (isSo(state)) return state
    await setImmediate()
    await program.clock.advanceAsync(1)
  }
}

test('wgCloud.hostname and wgCloud.connPort: who is asked for a tunnel', async (t) => {
  const { program, helper } = await setUp(t)
  for (const hostname of ['127.0.0.2', '127.0.0.3']) {
    const cloud = await startConfigCloud(t, { code: '12345678' }, hostname)
    await program.set({ wgCloud: { hostname, connPort: cloud.port, connMode: 3 } })
    await until(program, ({ configState }) => configState === 'pause')
    assert.equal(cloud.requests.length, 1)
  }
  assert.deepEqual(helper.ups, [])
  const state = (await program.admin().get('state/get/?mbTcpCallback')) as { mbTcpCallback: { activationCode: string } }
  assert.equal(state.mbTcpCallback.activationCode, '12345678', 'the code is shown where the call-back shows it')
})

test('wgCloud.connMode: whether a tunnel is wanted, and by which way', async (t) => {
  const { program, helper } = await setUp(t)
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  helper.ways = { ...helper.ways, gsm: { address: '127.0.0.1', network: '10.0.1.0/24', gateway: null } }
  for (const [connMode, way] of [
    [3, 'eth'],
    [2, 'gsm'],
  ] as const) {
    await program.set({ wgCloud: { hostname: '127.0.0.1', connPort: cloud.port, connMode } })
    const state = await until(program, ({ configState }) => configState === 'ready')
    assert.deepEqual([state.interface, helper.ups.at(-1)?.path], [way, way])
  }
  await program.set({ wgCloud: { connMode: null } })
  assert.equal((await stateOf(program)).configState, 'disabled')
  assert.deepEqual(helper.downs, [0, 0])
})

test('wgCloud.delayForKeepaliveSec: so often the tunnel says something', async (t) => {
  const { program, helper } = await setUp(t)
  const cloud = await startConfigCloud(t, configFor('198.18.0.2', '198.18.0.1'))
  const wgCloud = { hostname: '127.0.0.1', connPort: cloud.port, connMode: 3, delayForKeepaliveSec: 55 }
  await program.set({ wgCloud })
  await until(program, ({ configState }) => configState === 'ready')
  assert.equal(helper.ups[0]?.keepaliveSec, 55)
})

test('wgCloud.delayForConnSec: so long after one try comes the next', async (t) => {
  const { program } = await setUp(t)
  const cloud = await startConfigCloud(t, { refused: 'unbound' })
  await program.set({ wgCloud: { hostname: '127.0.0.1', connPort: cloud.port, connMode: 3, delayForConnSec: 7 } })
  await until(program, ({ configState }) => configState === 'pause')
  await program.clock.advanceAsync(6000)
  assert.equal(cloud.requests.length, 1)
  await program.clock.advanceAsync(1100)
  await until(program, () => cloud.requests.length === 2)
})

const keys = [8, 9].map((byte) => Buffer.alloc(32, byte).toString('base64'))
const [deviceKey, peerPublicKey] = keys
const wgManual = { hostname: '127.0.0.9', connPort: 5555, connMode: 3, ip: '10.99.0.2', mask: '255.255.255.0' }

test('wgManual.hostname, wgManual.connPort, wgManual.ip, wgManual.mask, wgManual.delayForKeepaliveSec, wgManual.deviceKey and wgManual.peerPublicKey: the tunnel as it is written down', async (t) => {
  const { program, helper } = await setUp(t)
  await program.set({ wgManual: { ...wgManual, deviceKey, peerPublicKey, delayForKeepaliveSec: 33 } })
  await until(program, ({ configState }) => configState === 'ready')
  const [up] = helper.ups
  assert.deepEqual(up, {
    slot: 1,
    privateKey: deviceKey,
    address: '10.99.0.2',
    network: '10.99.0.0/24',
    peerKey: peerPublicKey,
    endpoint: '127.0.0.9:5555',
    keepaliveSec: 33,
    path: 'eth',
  })
})

test('wgManual.connMode: whether it is wanted', async (t) => {
  const { program, helper } = await setUp(t)
  await program.set({ wgManual: { ...wgManual, deviceKey, peerPublicKey, connMode: null } })
  assert.equal((await stateOf(program)).configState, 'disabled')
  await program.set({ wgManual: { connMode: 4 } })
  await until(program, ({ configState }) => configState === 'pause')
  assert.deepEqual(helper.ups, [])
})

test('wgManual.delayForConnSec: so long after one try comes the next', async (t) => {
  const { program, helper } = await setUp(t)
  helper.fault = 'ip: not now'
  await program.set({ wgManual: { ...wgManual, deviceKey, peerPublicKey, delayForConnSec: 7 } })
  await until(program, ({ configState }) => configState === 'errorMem')
  helper.fault = null
  await program.clock.advanceAsync(6000)
  assert.equal(helper.ups.length, 0)
  await program.clock.advanceAsync(1100)
  assert.equal(helper.ups.length, 1)
})

test('a network of wgManual that is the box’s own is refused', async (t) => {
  const { program } = await setUp(t)
  const fixed = { ethernet: { dhcpEnable: false, ip: '10.99.7.1', mask: '255.255.0.0' } }
  await assert.rejects(program.set({ ...fixed, wgManual }), /overlaps 10\.99\.0\.0\/16/)
  await assert.rejects(program.set({ wgManual: { ...wgManual, mask: '128.0.0.0' } }), /too large/)
})

/** Asks the API from one of this machine's addresses: what comes so is the hub to a tunnel that has this machine's address. */
const askFrom = (localAddress: string, url: string, method = 'GET', body?: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(
      url,
      { localAddress, method, headers: { 'content-type': 'application/json' } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body === undefined ? undefined : JSON.stringify(body))
  })

const activation = {
  infrastructureName: 'Cloud',
  infrastructureShortUrl: '',
  domain: '',
  endpointId: '7',
  endpointName: 'Hall',
  propertyId: '1',
  propertyName: 'Mill',
  pin: '00000000',
  hasBonusesEur: '',
  activeTill: '2030-01-01T00:00:00Z',
  supportEmail: '',
}

test('protect.wgCloudAdminAuthEnable: who comes by the tunnel of the cloud is an administrator; without it only activation is taken', async (t) => {
  const { program, helper } = await setUp(t)
  const cloud = await startConfigCloud(t, configFor('127.0.0.1', '127.0.0.9'))
  const wgCloud = { hostname: '127.0.0.1', connPort: cloud.port, connMode: 3 }
  for (const wgCloudAdminAuthEnable of [false, true]) {
    await program.set({ wgCloud, protect: { wgCloudAdminAuthEnable } })
    await until(program, ({ configState }) => configState === 'ready')
    const settings = `${program.url}api/settings/saved/get/?protect`
    assert.equal(await askFrom('127.0.0.9', settings), wgCloudAdminAuthEnable ? 200 : 401)
    assert.equal(await askFrom('127.0.0.8', settings), 401)
    const activate = `${program.url}api/activation/`
    assert.equal(await askFrom('127.0.0.8', activate, 'POST', { activation }), 401)
    assert.equal(await askFrom('127.0.0.9', activate, 'POST', { activation }), 200)
  }
  helper.isGuarded = false
  await program.set({ wgCloud: { ...wgCloud, delayForKeepaliveSec: 26 } })
  await until(program, ({ configState }) => configState === 'ready')
  assert.equal(await askFrom('127.0.0.9', `${program.url}api/identify/`), 401, 'without a guard nobody is believed')
})
