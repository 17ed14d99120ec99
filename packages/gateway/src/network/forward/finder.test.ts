import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import type { Path } from '../paths.rules.ts'
import { dnsServerOf, Finder } from './finder.ts'
import { reachFirst } from './reach.ts'

for (const [text, address, port] of [
  ['192.0.2.1', '192.0.2.1', 53],
  ['192.0.2.1:5353', '192.0.2.1', 5353],
  ['2001:db8::1', '2001:db8::1', 53],
  ['[2001:db8::1]:5353', '2001:db8::1', 5353],
  ['[2001:db8::1]', '2001:db8::1', 53],
  ['fe80::1%eth0', 'fe80::1%eth0', 53],
] as const) {
  test(`${text} is ${address}, port ${port}`, () => assert.deepEqual(dnsServerOf(text), { address, port }))
}

const finderBy = (path: Path | null, serverAddr: string): Finder =>
  new Finder({
    row: { listenPort: 1, isUdp: false, serverAddr, serverPort: 7 },
    dnsServers: () => ['192.0.2.53', '2001:db8::53'],
    lookup: async () => [{ address: '192.0.2.1' }],
    isOwn: () => false,
    path: () => path,
  })

const gsm: Path = { name: 'gsm', localAddress: '10.1.2.3', dnsServers: ['9.9.9.9'] }
const localAddress = '10.1.2.3'

for (const [what, path, serverAddr, expected] of [
  ['by whatever way', { name: 'eth' }, 'name.example', [{ address: '192.0.2.1', port: 7 }]],
  ['by the modem', gsm, '192.0.2.1', [{ address: '192.0.2.1', port: 7, localAddress }]],
  ['to DNS by the modem: over IPv4', gsm, '', [{ address: '192.0.2.53', port: 53, localAddress }]],
  ['to this box itself', gsm, '127.0.0.1', [{ address: '127.0.0.1', port: 7 }]],
] as const)
  test(what, async () => assert.deepEqual(await finderBy(path, serverAddr).find(), expected))

test('the modem has no data', () => assert.rejects(finderBy(null, '192.0.2.1').find(), /the modem has no data/))

test('a connection goes out by the address of its way', async (t) => {
  const server = createServer((socket) => socket.end(socket.remoteAddress ?? '')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const target = { address: '127.0.0.1', port, localAddress: '127.0.0.7' }
  const socket = await reachFirst([target], AbortSignal.timeout(5000))
  const [from] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  assert.equal(from.toString(), '127.0.0.7')
})
