import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Machine, missingForVpn, type Program } from './namespaces.ts'

/** Addresses of the machines: the hub is reachable by both networks. */
const hubAddress = '10.60.0.1'
const cloudUrl = 'http://127.0.0.1:8080/api/v1'
const boxUrl = 'http://127.0.0.1/api'
const dueSec = 60

describe('the VPN between a gateway and its cloud', { skip: missingForVpn() ?? false, timeout: 600_000 }, () => {
  const work = mkdtempSync(join(tmpdir(), 'busbar-vpn-'))
  let hub: Machine
  let box: Machine
  let lan: Machine
  let cloud: Program
  const machines: Machine[] = []
  const programs: Program[] = []
  let owner = ''
  let admin = ''
  let password = ''
  let orgId = 0
  let netId = 0
  let vpnIp = ''

  const startCloud = async (): Promise<{ setupCode?: string }> => {
    const places = ['--data', join(work, 'cloud'), '--http', '127.0.0.1:8080', '--callback', 'off']
    const allowed = ['--raw-allow', '0.0.0.0/0:1-65535']
    cloud = hub.busbar('cloud', '--json', '--log-level', 'warn', '--vpn', hubAddress, ...places, ...allowed)
    programs.push(cloud)
    return (JSON.parse(await cloud.line()) as { cloud: { setupCode?: string } }).cloud
  }
  const cloudAsk = async (path: string, body?: object, token = owner): Promise<Record<string, unknown>> => {
    const answer = await hub.ask(`${cloudUrl}${path}`, {
      ...(token !== '' && { token: `token ${token}` }),
      ...(body && { body }),
    })
    assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`)
    return answer.body as Record<string, unknown>
  }
  const enter = async (): Promise<void> => {
    const { salt } = (await box.ask(`${boxUrl}/login/salt/`)).body as { salt: string }
    const proof = createHash('sha1').update(`admin${password}${salt}`).digest('hex')
    const answer = await box.ask(`${boxUrl}/login/`, { body: { username: 'admin', password: proof } })
    admin = `Bearer ${(answer.body as { token: string }).token}`
  }
  const boxAsk = async (path: string, body?: object): Promise<Record<string, never>> => {
    const answer = await box.ask(`${boxUrl}/${path}`, { token: admin, ...(body && { body }) })
    assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`)
    return answer.body as Record<string, never>
  }
  const vpnState = async () => (await boxAsk('state/get/?vpn'))['vpn'] as unknown as Record<string, string>
  const until = async <T>(what: string, find: () => Promise<T | undefined | false>, seconds = dueSec): Promise<T> => {
    const beganMs = performance.now()
    for (;;) {
      const found = await find().catch(() => undefined)
      if (found !== undefined && found !== false) return found
      const state = performance.now() - beganMs > seconds * 1000 && JSON.stringify(await vpnState().catch(String))
      assert.ok(!state, `${what}: not within ${seconds} s: ${state}`)
      await setTimeout(200)
    }
  }
  const isUp = async (): Promise<boolean> => (await vpnState())['linkState'] === 'peerUp'
  /** From the hub, through the tunnel. */
  const isReached = async (): Promise<boolean> =>
    (await hub.ask(`http://${vpnIp}/api/version/`, { seconds: 3 })).status === 200
  const restartGateway = async (settings: object): Promise<void> => {
    await boxAsk('settings/saved/set/', settings)
    await boxAsk('cmd/reboot/', { rebootSec: 0 })
    await setTimeout(300)
    await until('the gateway is back', async () => {
      await enter()
      return admin !== 'Bearer undefined'
    })
  }

  before(async () => {
    const make = async (name: string): Promise<Machine> => {
      const machine = await Machine.make(name)
      machines.push(machine)
      return machine
    }
    hub = await make('hub')
    box = await make('box')
    lan = await make('lan')
    await Machine.cable([hub, 'e0', '10.50.0.1/24'], [box, 'eth0', '10.50.0.2/24'])
    await Machine.cable([hub, 'w0', '10.70.0.1/24'], [box, 'wwan0', '10.70.0.2/24'])
    await Machine.cable([lan, 'l0', '192.168.77.9/24'], [box, 'eth1', '192.168.77.1/24'])
    await hub.ip('address', 'add', `${hubAddress}/32`, 'dev', 'lo')
    await box.ip('route', 'add', 'default', 'via', '10.50.0.1', 'dev', 'eth0', 'metric', '100')
    await box.ip('route', 'add', 'default', 'via', '10.70.0.1', 'dev', 'wwan0', 'metric', '700')
    await lan.ip('route', 'add', 'default', 'via', '192.168.77.1')
    const pty = join(work, 'line')
    const meter = box.busbar('simulate', '--plant', 'workshop', '--pty', pty, '--json', '--listen', '127.0.0.1:5020')
    await meter.line()
    const { setupCode } = await startCloud()
    const data = ['--data', join(work, 'gateway'), '--port', pty, '--identity', 'made']
    const places = ['--http', '0.0.0.0:80', '--modbus', '0.0.0.0:502', '--net-helper', 'inline']
    const gateway = box.busbar('gateway', '--json', '--log-level', 'warn', ...data, ...places)
    programs.push(gateway)
    password = (JSON.parse(await gateway.line()) as { gateway: { password: string } }).gateway.password
    await enter()
    const person = { orgName: 'Mill', name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }
    owner = String((await cloudAsk('/setup/create-owner/', { ...person, code: setupCode }, ''))['token'])
    const [org] = (await cloudAsk('/user/orgs/')) as unknown as { orgId: number }[]
    orgId = org?.orgId ?? 0
  })
  after(async () => {
    for (const program of programs.toReversed()) await program.stop()
    for (const machine of machines) await machine.end()
    rmSync(work, { recursive: true, force: true })
  })

  test('a gateway that is not bound shows a code; bound, it has a tunnel', async () => {
    const wgCloud = { hostname: hubAddress, connMode: 1, delayForConnSec: 1, delayForKeepaliveSec: 5 }
    await restartGateway({ wgCloud, protect: { mbGateReadEnable: true } })
    const code = await until('a code', async () => {
      const { mbTcpCallback } = (await boxAsk('state/get/?mbTcpCallback')) as unknown as {
        mbTcpCallback: { activationCode: string }
      }
      return mbTcpCallback.activationCode !== '' && Number(mbTcpCallback.activationCode)
    })
    const made = await cloudAsk(`/org/${orgId}/nets/create/`, {
      name: 'Hall',
      connection: { kind: 'activation-code', code },
    })
    assert.equal(made['result'], 'success', JSON.stringify(made))
    netId = Number(made['id'])
    await until('the tunnel', async () => (await vpnState())['configState'] === 'ready')
    await until('the peer', isUp)
    const state = await vpnState()
    vpnIp = String(state['netifIp'])
    assert.deepEqual([vpnIp, state['interface'], state['peerIp']], ['198.18.0.2', 'eth', hubAddress])
    assert.equal(await isReached(), true)
  })

  test("receives its cloud's address, and a new host name", async () => {
    const endpoint = async () =>
      ((await boxAsk('state/get/?activation'))['activation'] as unknown as { endpointName: string }).endpointName
    await until('the activation', async () => (await endpoint()) === 'Hall')
    await cloudAsk(`/net/${netId}/change/`, { name: 'Hall 2' })
    await until('the other name', async () => (await endpoint()) === 'Hall 2')
  })

  test('a meter behind it is polled at its address in the VPN', async () => {
    const made = await cloudAsk(`/org/${orgId}/nets/create/`, {
      name: 'By VPN',
      connection: { kind: 'direct', ip: vpnIp, port: 502 },
    })
    const { id: templateId } = (await cloudAsk('/controller/get-template-id/', { sku: 'em3p' })) as { id: number }
    const devices = [{ name: 'Meter', modbusUnitId: 1, templateId, updatePeriodSec: 1 }]
    const { deviceIds } = (await cloudAsk(`/net/${Number(made['id'])}/devices/create/`, { devices })) as {
      deviceIds: number[]
    }
    const [param] = (await cloudAsk(`/device/${deviceIds[0]}/tracked-params/`)) as unknown as { id: number }[]
    await until('a reading', async () => {
      const last = await cloudAsk(`/params/last-readings/?paramIds=${param?.id}&lang=en`)
      return Object.values(last).some(
        (reading) => typeof reading === 'object' && reading !== null && 'readOn' in reading,
      )
    })
    const { mbTcpServer } = (await boxAsk('state/get/?mbTcpServer')) as unknown as {
      mbTcpServer: { clients: { interface: string; remoteIp: string }[] }
    }
    assert.deepEqual(
      mbTcpServer.clients.map((client) => [client.interface, client.remoteIp]),
      [['wg', '198.18.0.1']],
    )
  })

  test('grants level 2 through the tunnel only when its owner allows it, and never to the LAN', async () => {
    const settings = `http://${vpnIp}/api/settings/saved/get/?protect`
    assert.equal((await hub.ask(settings)).status, 401)
    await restartGateway({ protect: { wgCloudAdminAuthEnable: true } })
    await until('the peer', isUp)
    assert.equal((await hub.ask(settings)).status, 200)
    // The LAN: at the address of the tunnel, and as a peer that claims to be the hub.
    assert.equal((await lan.ask('http://192.168.77.1/api/settings/saved/get/?protect')).status, 401)
    assert.equal((await lan.ask(settings, { seconds: 2 })).status, 0)
    await lan.ip('address', 'add', '198.18.0.1/32', 'dev', 'l0')
    assert.equal((await lan.ask(settings, { from: '198.18.0.1', seconds: 2 })).status, 0)
    assert.equal((await lan.ask(settings.replace(vpnIp, '192.168.77.1'), { from: '198.18.0.1', seconds: 2 })).status, 0)
  })

  test('a gateway opens nothing at the hub, and an address of the VPN is dialled for its organization alone', async () => {
    const toHub = await box.ask('http://198.18.0.1:8080/', { seconds: 2 })
    assert.equal(toHub.status, 0)
    const { orgId: foreign } = (await cloudAsk('/orgs/create/', { name: 'Others' })) as { orgId: number }
    // Counts on the box the packets that reach the gateway's Modbus port from the hub.
    const chain = 'add table inet watch; add chain inet watch in { type filter hook input priority -20; }'
    await box.run('nft', `${chain}; add rule inet watch in tcp dport 9502 counter`)
    const dial = async (id: number): Promise<string> => {
      const connection = { kind: 'direct', ip: vpnIp, port: 9502 }
      const made = await cloudAsk(`/org/${id}/nets/create/`, { name: 'Foreign', connection })
      const status = `/net/${Number(made['id'])}/connection-status/`
      return until('an outcome', async () => ((await cloudAsk(status, {})) as { lastError?: string }).lastError)
    }
    const packets = async (): Promise<number> =>
      Number(/packets (\d+)/.exec(await box.run('nft', 'list', 'table', 'inet', 'watch'))?.[1])
    assert.match(await dial(foreign), /not allowed/)
    assert.equal(await packets(), 0)
    await dial(orgId)
    assert.ok((await packets()) > 0, 'its own does reach it')
  })

  test('a way that is gone is left for the other', async () => {
    await box.ip('link', 'set', 'eth0', 'down')
    await until('the other way', async () => (await vpnState())['interface'] === 'gsm')
    await until('an answer', isReached)
    await box.ip('link', 'set', 'eth0', 'up')
    await box.ip('route', 'add', 'default', 'via', '10.50.0.1', 'dev', 'eth0', 'metric', '100')
  })

  test('the key of the gateway is rotated, and the tunnel works with the new one', async () => {
    const old = (await vpnState())['ownPubKey']
    const rotating = box.busbar('gateway', 'rotate', '--data', join(work, 'gateway'))
    assert.match(await rotating.line(), /gets a new key/)
    await until('the new key', async () => (await vpnState())['ownPubKey'] !== old)
    await until('an answer', isReached)
  })

  test('a hub with another key is found again', async (t) => {
    await cloud.stop()
    rmSync(join(work, 'cloud/vpn.key'))
    await startCloud()
    const beganMs = performance.now()
    await until('an answer', isReached, 260)
    t.diagnostic(`after ${((performance.now() - beganMs) / 1000).toFixed(0)} s`)
  })

  test('protect.wgManualAdminAuthEnable: who comes by the owner’s own tunnel is an administrator', async () => {
    const key = async (): Promise<string[]> => {
      const secret = (await hub.run('wg', 'genkey')).trim()
      return [secret, (await hub.run('sh', '-c', `echo ${secret} | wg pubkey`)).trim()]
    }
    const [own = '', ownPublic = ''] = await key()
    const [peer = '', peerPublic = ''] = await key()
    const script = `mount -t tmpfs tmpfs /run; wireguard-go -f wgx & trap "kill $!" TERM; sleep 1; echo ${peer} > /run/k
      wg set wgx private-key /run/k listen-port 51999 peer ${ownPublic} allowed-ips 10.99.0.2/32
      ip address add 10.99.0.1/24 dev wgx; ip link set wgx up; wait`
    const running = hub.shell(script)
    const wgManual = { hostname: hubAddress, connPort: 51_999, connMode: 1, ip: '10.99.0.2', mask: '255.255.255.0' }
    const keys = { deviceKey: own, peerPublicKey: peerPublic, delayForKeepaliveSec: 5 }
    const settings = 'http://10.99.0.2/api/settings/saved/get/?protect'
    for (const wgManualAdminAuthEnable of [false, true]) {
      await restartGateway({ wgManual: { ...wgManual, ...keys }, protect: { wgManualAdminAuthEnable } })
      const wanted = wgManualAdminAuthEnable ? 200 : 401
      await until('an answer', async () => (await hub.ask(settings, { seconds: 2 })).status === wanted)
    }
    await running.stop()
  })
})
