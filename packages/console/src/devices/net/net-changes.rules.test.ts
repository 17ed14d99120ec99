import assert from 'node:assert/strict'
import { test } from 'node:test'
import { netChangesOf } from './net.rules.ts'

const net = { ip: '192.0.2.7', port: 502, protocol: 'modbustcp' } as const

const typed: Readonly<Record<string, string>> = {
  name: 'Hall 2',
  slug: 'hall-2',
  description: ' ',
  ip: '192.0.2.7 ',
  port: '502',
  protocol: 'modbustcp',
}
const changes = (more: object, of: Parameters<typeof netChangesOf>[1] = net) =>
  netChangesOf((name) => (({ ...typed, ...more }) as Record<string, string>)[name] ?? '', of)
const named = { name: 'Hall 2', slug: 'hall-2', description: null }

for (const [what, more, gives] of [
  ['an address that is as it was stays', {}, named],
  ['another port moves it', { port: '503' }, { ...named, connection: { kind: 'direct', ip: '192.0.2.7', port: 503 } }],
  ['another host moves it', { ip: 'gw' }, { ...named, connection: { kind: 'direct', ip: 'gw', port: 502 } }],
  ['another protocol is spoken', { protocol: 'rtu-over-tcp' }, { ...named, protocol: 'rtu-over-tcp' }],
  ['a description is kept', { description: 'x ' }, { ...named, description: 'x' }],
] as const) {
  test(what, () => assert.deepEqual(changes(more), gives))
}

test('a network that connects to the cloud has no address', () => {
  assert.deepEqual(
    changes({ ip: '', port: '', protocol: '' }, { ...net, mac: '02:00:5e:10:00:01', ip: '', port: 0 }),
    named,
  )
})
