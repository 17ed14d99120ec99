import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { dialStream } from '@busbar/modbus/net'
import { isAtHome, type Path, pathsOf, type UplinkAddresses } from './paths.rules.ts'
import { overPaths, Paths, socketOptions } from './paths.ts'

const gsm = { ip: '10.1.2.3', dnsServers: ['9.9.9.9'] }
const both: UplinkAddresses = { eth: '192.168.1.7', gsm }
const toText = ({ name, localAddress = '-' }: Path): string => `${name} ${localAddress}`

for (const [what, connMode, ways, ...expected] of [
  ['off', null, both],
  ['Ethernet preferred', 1, both, 'eth 192.168.1.7', 'gsm 10.1.2.3'],
  ['GSM preferred', 2, both, 'gsm 10.1.2.3', 'eth 192.168.1.7'],
  ['Ethernet only', 3, both, 'eth 192.168.1.7'],
  ['GSM only', 4, both, 'gsm 10.1.2.3'],
  ['Ethernet preferred, without its cable', 1, { ...both, eth: null }, 'gsm 10.1.2.3'],
  ['Ethernet only, without its cable', 3, { ...both, eth: null }],
  ['Ethernet preferred, without a modem', 1, { eth: '192.168.1.7', gsm: null }, 'eth -'],
  ['GSM preferred, without a modem', 2, { eth: '192.168.1.7', gsm: null }, 'eth -'],
  ['Ethernet only, without a modem', 3, { eth: null, gsm: null }, 'eth -'],
  ['GSM only, without a modem', 4, { eth: '192.168.1.7', gsm: null }],
] as const)
  test(what, () => assert.deepEqual(pathsOf(connMode, ways).map(toText), expected))

test('notifies listeners of paths that appear or disappear, and of nothing else', () => {
  let ways: UplinkAddresses = { eth: '192.168.1.7', gsm: null }
  const paths = new Paths(() => ways)
  let changes = 0
  const end = paths.onChange(() => void (changes += 1))
  paths.check()
  assert.equal(changes, 0)
  ways = both
  paths.check()
  paths.check()
  assert.equal(changes, 1)
  assert.equal(paths.of(4).length, 1)
  end()
  ways = { eth: null, gsm: null }
  paths.check()
  assert.equal(changes, 1)
})

test('tries one path after another', async () => {
  const paths = pathsOf(1, both)
  const tried: string[] = []
  const attempt = async ({ name }: Path): Promise<string> => {
    tried.push(name)
    if (name === 'eth') throw new Error('no route')
    return 'there'
  }
  assert.deepEqual(await overPaths(paths, attempt), { done: 'there', by: 'gsm' })
  assert.deepEqual(tried, ['eth', 'gsm'])
  await assert.rejects(overPaths(pathsOf(3, both), attempt), /no route/)
  await assert.rejects(overPaths([], attempt), /there is no way out/)
  await assert.rejects(overPaths(paths, attempt, AbortSignal.abort()), /no route/)
})

test('sockets are bound to their way, but for this box itself', () => {
  const [eth, modem] = pathsOf(1, both)
  assert.ok(eth !== undefined && modem !== undefined)
  assert.deepEqual(socketOptions({ name: 'eth' }, 'example.org'), {})
  assert.deepEqual(socketOptions(eth, 'example.org'), { localAddress: '192.168.1.7', family: 4 })
  assert.deepEqual(socketOptions(modem, '203.0.113.5'), { localAddress: '10.1.2.3', family: 4 })
  assert.equal(typeof socketOptions(modem, 'example.org').lookup, 'function')
  assert.deepEqual(socketOptions(modem, '127.0.0.1'), {})
  assert.deepEqual(['127.0.0.9', 'localhost', '::1', '128.0.0.1', '127.example.org'].map(isAtHome), [
    true,
    true,
    true,
    false,
    false,
  ])
})

test('a stream uses the address of its path', async (t) => {
  const server = createServer((socket) => socket.end(socket.remoteAddress ?? '')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const stream = await dialStream({ host: '127.0.0.1', port, localAddress: '127.0.0.7' })
  const from = await new Promise((resolve) => stream.on('data', (bytes) => resolve(Buffer.from(bytes).toString())))
  stream.destroy()
  assert.equal(from, '127.0.0.7')
})
