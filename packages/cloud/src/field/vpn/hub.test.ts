import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { monotonicClock } from '@busbar/kit'
import { makeCertificate } from '@busbar/kit/certificate'
import { freePort, until } from '@busbar/kit/testing'
import { bindingBytes, newPrivateKey, type SigningKey, signingKey } from '@busbar/uplink/handshake'
import { parseNetwork } from '@busbar/uplink/network'
import { type Command, type TunnelSetup, type TunnelStatus } from '@busbar/uplink/tunnel'
import {
  isVpnAnswer,
  parseVpnAnswer,
  parseVpnHello,
  parseVpnProof,
  signVpnRequest,
  VpnChannel,
  vpnBindingLabel,
  vpnRequest,
} from '@busbar/uplink/vpn'
import { startApi } from '../../testing/api.ts'
import { VpnOwners } from '../dialling/vpn-owners.ts'
import { VpnHub } from './hub.ts'
import { freeAddresses } from './peers.sql.ts'

const key = signingKey(newPrivateKey())
const network = parseNetwork('198.18.0.0/29') ?? assert.fail()
const mac = '02:00:5e:10:00:01'

/** A hub whose programs only record their arguments, with a real database and server. */
const setUp = async (t: TestContext) => {
  const api = await startApi(t)
  const { sql } = api.service.db
  const ran: string[] = []
  const setups: TunnelSetup[] = []
  const posts: { address: string; activation: Record<string, unknown> }[] = []
  const world = { status: null as TunnelStatus | null, isDown: false }
  const owners = new VpnOwners(network)
  const folder = mkdtempSync(join(tmpdir(), 'busbar-hub-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const note = (): void => {}
  const hub = new VpnHub({
    sql,
    clock: api.clock,
    now: api.service.now,
    log: {
      info: note,
      warn: note,
      error: (details, message) => assert.fail(`${message} ${String((details as { err: unknown }).err)}`),
    },
    key,
    certificate: makeCertificate('busbar', new Date('2026-11-16')),
    place: { host: 'vpn.example.org', port },
    network,
    folder,
    owners,
    publicUrl: () => 'https://cloud.example.org',
    run: async ({ program, args }: Command) => {
      ran.push([program, ...args].join(' '))
      return ''
    },
    wireguard: {
      make: async () => {},
      setUp: async (setup) => void setups.push(setup),
      status: async () => world.status,
      remove: async () => void ran.push('remove'),
    },
    post: async ({ address }, activation) => {
      if (world.isDown) throw new Error('it does not answer')
      posts.push({ address, activation: activation as Record<string, unknown> })
    },
  })
  await hub.start()
  api.atEnd(() => hub.stop())
  return { api, sql, hub, ran, setups, posts, world, owners, port }
}

interface ConfigCall {
  own?: SigningKey
  vpnKey?: Uint8Array
  mac?: string
  /** Changes a valid request. */
  change?: (request: Record<string, unknown>) => unknown
  binding?: Uint8Array
}

/** As a gateway asks; null where it is hung up on. */
const ask = async (
  port: number,
  { own = signingKey(newPrivateKey()), vpnKey = randomBytes(32), ...given }: ConfigCall = {},
) => {
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, minVersion: 'TLSv1.3' })
  await once(socket, 'secureConnect')
  const channel = new VpnChannel(socket, monotonicClock)
  try {
    const binding = given.binding ?? socket.exportKeyingMaterial(bindingBytes, vpnBindingLabel, Buffer.alloc(0))
    const hello = parseVpnHello(await channel.next())
    const context = { mac: given.mac ?? mac, cloudNonce: hello?.nonce ?? randomBytes(32), binding }
    const nonce = randomBytes(32)
    const facts = { mac: context.mac, type: 1, firmware: 100, apiPort: 80, isNewCodeWanted: false }
    const sig = signVpnRequest(context, nonce, vpnKey, own)
    const request = vpnRequest({ ...facts, key: own.publicKey, nonce, vpnKey, sig }) as Record<string, unknown>
    channel.send(given.change?.(request) ?? request)
    const proof = parseVpnProof(await channel.next())
    assert.ok(proof !== null && isVpnAnswer(context, { key: own.publicKey, nonce }, proof))
    assert.deepEqual(Buffer.from(proof.key), Buffer.from(key.publicKey))
    return parseVpnAnswer(proof.answer)
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    return null
  } finally {
    channel.close()
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

test('a gateway: its code, its address, its activation, another key, and its end', async (t) => {
  const { api, sql, hub, ran, posts, world, owners, port } = await setUp(t)
  const own = signingKey(newPrivateKey())
  const vpnKey = randomBytes(32)
  const unbound = await ask(port, { own, vpnKey })
  assert.ok(unbound !== null && 'code' in unbound)
  const bind = { name: 'Hall', connection: { kind: 'activation-code', code: Number(unbound.code) } }
  const { body } = await api.call('manager', 'POST', `/org/${api.orgId}/nets/create/`, bind)
  const { id: netId } = body as { id: number }

  const config = await ask(port, { own, vpnKey })
  assert.ok(config !== null && 'address' in config, JSON.stringify(config))
  const { peerKey: _, ...told } = config
  assert.deepEqual(told, {
    address: '198.18.0.2',
    mask: '255.255.255.248',
    hub: '198.18.0.1',
    peerHost: 'vpn.example.org',
    peerPort: port,
    refreshSec: 86_400,
  })
  assert.ok(ran.includes(`wg set bbhub0 peer ${base64(vpnKey)} allowed-ips 198.18.0.2/32`), 'before it is told')
  assert.deepEqual(
    [owners.mayDial('198.18.0.2', api.orgId), owners.mayDial('198.18.0.2', api.orgId + 1)],
    [true, false],
  )
  assert.deepEqual([owners.mayDial('198.18.0.1', api.orgId), owners.mayDial('10.0.0.1', api.orgId)], [false, null])

  const peer = { endpoint: null, allowed: ['198.18.0.2/32'], receivedBytes: 500, sentBytes: 300 }
  const handshakeSec = Math.floor(api.service.now().getTime() / 1000) + 3600
  const status = { publicKey: null, listenPort: port, fwmark: 0 }
  world.status = { ...status, peers: [{ ...peer, publicKey: base64(vpnKey), handshakeSec }] }
  world.isDown = true
  await api.clock.advanceAsync(10_000)
  world.isDown = false
  /** Time passes, while the hub waits for the database. */
  const untilSo = (isSo: () => boolean): Promise<void> =>
    until(async () => {
      await api.clock.advanceAsync(1000)
      return isSo()
    })
  await untilSo(() => posts.length === 1)
  const facts = ({ endpointName, propertyId, activeTill }: Record<string, unknown>) => [
    endpointName,
    propertyId,
    activeTill,
  ]
  assert.deepEqual(facts(posts[0]?.activation ?? {}), ['Hall', String(api.orgId), '9999-12-31T00:00:00Z'])
  const [row] =
    await sql`select received_bytes::int, sent_bytes::int, last_handshake_on is not null as met from vpn_peer`
  assert.deepEqual({ ...row }, { received_bytes: 500, sent_bytes: 300, met: true })
  const [gateway] = await sql`select vpn_ip from gateway`
  assert.equal(gateway?.['vpn_ip'], '198.18.0.2', 'connect codes tell it')

  await api.call('manager', 'POST', `/net/${netId}/change/`, { name: 'Hall 2' })
  hub.changed()
  await untilSo(() => posts.length === 2)
  assert.equal(posts[1]?.activation['endpointName'], 'Hall 2')

  ran.length = 0
  const rotated = randomBytes(32)
  const again = await ask(port, { own, vpnKey: rotated })
  assert.ok(again !== null && 'address' in again && again.address === '198.18.0.2')
  assert.deepEqual(ran, [
    `wg set bbhub0 peer ${base64(vpnKey)} remove`,
    `wg set bbhub0 peer ${base64(rotated)} allowed-ips 198.18.0.2/32`,
  ])

  world.status = { ...status, peers: [{ ...peer, publicKey: base64(rotated), handshakeSec }] }
  ran.length = 0
  await api.call('owner', 'POST', `/net/${netId}/delete/`, {})
  hub.changed()
  await untilSo(() => posts.length === 3)
  assert.equal(posts[2]?.activation['activeTill'], null, 'it is told that it is bound to nothing')
  assert.equal(owners.mayDial('198.18.0.2', api.orgId), false)
  await untilSo(() => ran.length > 0)
  assert.deepEqual(ran, [`wg set bbhub0 peer ${base64(rotated)} remove`])
})

test('closes a connection without a valid proof', async (t) => {
  const { port, sql } = await setUp(t)
  const other = base64(randomBytes(32))
  for (const [about, asking] of [
    ['another key', { change: (request) => ({ ...request, key: other }) }],
    ['another key of the tunnel', { change: (request) => ({ ...request, vpnKey: other }) }],
    ['another nonce', { change: (request) => ({ ...request, nonce: other }) }],
    ['another MAC', { change: (request) => ({ ...request, mac: '02:00:5e:10:00:99' }) }],
    ['another signature', { change: (request) => ({ ...request, sig: base64(randomBytes(64)) }) }],
    ['another connection', { binding: randomBytes(32) }],
    ['no request', { change: () => ({ hello: 1 }) }],
    ['too long a message', { change: (request) => ({ ...request, more: 'x'.repeat(2000) }) }],
  ] as [string, ConfigCall][])
    assert.equal(await ask(port, asking), null, about)
  const [{ count } = { count: -1 }] = await sql<{ count: number }[]>`select count(*)::int from gateway`
  assert.equal(count, 0, 'nothing is left of them')
})

test('closes a silent connection after ten seconds', async (t) => {
  const { api, port } = await setUp(t)
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, minVersion: 'TLSv1.3' })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  await once(socket, 'data')
  const closed = once(socket, 'close')
  api.clock.advance(10_000)
  await closed
})

test('a MAC that is bound with another key gets nothing; addresses end, and are free after 30 days', async (t) => {
  const { api, sql, port } = await setUp(t)
  const bound = async (last: number) => {
    const own = signingKey(newPrivateKey())
    const address = `02:00:5e:20:00:0${last}`
    const [net] = await sql<{ id: number }[]>`
      insert into net (org_id, name, slug, mac, created_on)
      values (${api.orgId}, 'Net', ${`net-${last}`}, ${address}, ${api.service.now()}) returning id`
    await sql`
      insert into gateway (mac, public_key, org_id, net_id) values (${address}, ${own.publicKey}, ${api.orgId}, ${net?.id ?? 0})`
    return { own, mac: address }
  }
  const given: string[] = []
  for (let last = 1; last <= 6; last += 1) {
    const answer = await ask(port, await bound(last))
    given.push(answer !== null && 'address' in answer ? answer.address : JSON.stringify(answer))
  }
  // Eight addresses, without the first, the hub's and the last.
  const addresses = [2, 3, 4, 5, 6].map((last) => `198.18.0.${last}`)
  assert.deepEqual(given, [...addresses, '{"refused":"full"}'])
  assert.deepEqual(await ask(port, { mac: '02:00:5e:20:00:01' }), { refused: 'unbound' })
  await sql`delete from gateway where mac = '02:00:5e:20:00:03'`
  const now = api.service.now()
  await freeAddresses(sql, now)
  assert.deepEqual(await ask(port, await bound(7)), { refused: 'full' })
  await freeAddresses(sql, new Date(now.getTime() + 31 * 86_400_000))
  const freed = await ask(port, await bound(8))
  assert.ok(freed !== null && 'address' in freed && freed.address === '198.18.0.4')
})
