import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type TestContext, test } from 'node:test'
import { monotonicClock } from '@busbar/kit'
import { RawAllow } from '../../field/dialling/raw-allow.ts'
import { startRaw } from './testing/raw-field.ts'

/** A listener that may not be reached; null where this machine has no such address. */
const tripwire = async (t: TestContext, host: string, port = 0): Promise<{ server: Server; port: number } | null> => {
  const server = createServer((socket) => socket.destroy())
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  t.after(() => void server.close())
  return { server, port: (server.address() as { port: number }).port }
}

/** Names that lead nowhere are as long in coming as a connection that does not come about. */
const atOnce = { clock: monotonicClock, connectTimeoutMs: 1 }

const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

/** Every way to write an address of this machine or of the networks around it. */
const inside = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::1',
  '169.254.169.254',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  '224.0.0.1',
  '255.255.255.255',
  'localhost',
  'inside.example',
  'mixed.example',
  'nowhere.example',
  ...own.filter((address) => !address.includes('%')),
]

const names: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'inside.example': ['10.0.0.1'],
  'mixed.example': ['::ffff:127.0.0.1', '::1'],
}

test('never connects to internal addresses, and reports all of them like unreachable ones', async (t) => {
  let dials = 0
  const resolve = async (name: string): Promise<readonly string[]> => {
    dials += 1
    const addresses = names[name]
    if (addresses === undefined) throw new Error('getaddrinfo ENOTFOUND')
    return addresses
  }
  const { post } = await startRaw(t, { rawAllow: RawAllow.of(), resolve, ...atOnce })
  const first = await tripwire(t, '127.0.0.1')
  assert.ok(first)
  const others = await Promise.all(['::1', '127.1.2.3', ...own].map((host) => tripwire(t, host, first.port)))
  let trips = 0
  const trip = (): void => {
    trips += 1
  }
  for (const wire of [first, ...others]) wire?.server.on('connection', trip)
  const { port } = first
  for (const ip of inside) {
    const connection = { kind: 'direct', ip, port }
    const { status, body } = await post('/raw/check-connection/', { deviceModbusId: 1, connection })
    assert.deepEqual([status, body], [200, { status: 'NoConnection' }], ip)
    const read = { deviceModbusId: 1, address: 0, kind: 'holding', registersNum: 1, connection }
    assert.deepEqual((await post('/raw/read-register-group/', read)).body, { err: 'NoConnection' }, ip)
    const write = { deviceModbusId: 1, address: 0, kind: 'holding', values: [1], connection }
    assert.deepEqual((await post('/raw/write-register-group/', write)).body, { err: 'NoConnection' }, ip)
  }
  assert.equal(trips, 0)
  assert.ok(dials > 0)
})

test('a name that first leads outside and then inside: what was judged is what is dialled', async (t) => {
  const wire = await tripwire(t, '127.0.0.1')
  assert.ok(wire)
  let trips = 0
  wire.server.on('connection', () => (trips += 1))
  // Allowed is an address of this machine without a listener: it stands for the one outside.
  const answers = [['127.0.0.9'], ['127.0.0.1'], ['127.0.0.1']]
  let resolveCount = 0
  const resolve = async (): Promise<readonly string[]> => answers[resolveCount++] ?? ['127.0.0.1']
  const { post } = await startRaw(t, { rawAllow: RawAllow.of('127.0.0.9:1-65535'), resolve, ...atOnce })
  const connection = { kind: 'direct', ip: 'rebound.example', port: wire.port }
  for (const lookUps of [1, 2, 3]) {
    const { body } = await post('/raw/check-connection/', { deviceModbusId: 1, connection })
    assert.deepEqual(body, { status: 'NoConnection' })
    assert.equal(resolveCount, lookUps)
  }
  assert.equal(trips, 0)
})

test('connects to addresses that the installation lists', async (t) => {
  const wire = await tripwire(t, '127.0.0.1')
  assert.ok(wire)
  const { post } = await startRaw(t, { rawAllow: RawAllow.of('127.0.0.1:1-65535') })
  const tripped = once(wire.server, 'connection')
  const connection = { kind: 'direct', ip: '127.0.0.1', port: wire.port }
  await post('/raw/check-connection/', { deviceModbusId: 1, connection })
  await tripped
})
