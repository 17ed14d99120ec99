import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { monotonicClock, VirtualClock } from '@busbar/kit'
import { socketPaths } from './address.ts'
import { Connection, type ConnectionOptions, getAll } from './connection.ts'
import { DBusError } from './dbus-error.ts'
import type { Message } from './message.ts'
import { missingBus, type PrivateBus, startBus } from './testing/private-bus.ts'
import { type Value, variant } from './value.ts'

const daemon = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' }

describe('at a real bus', { skip: missingBus() ?? false }, () => {
  let bus: PrivateBus
  const connections: Connection[] = []
  before(async () => {
    bus = await startBus()
  })
  after(async () => {
    for (const connection of connections) connection.close()
    await bus.stop()
  })
  const open = async (options: Partial<ConnectionOptions> = {}): Promise<Connection> => {
    const connection = await Connection.open({ address: bus.address, clock: monotonicClock, ...options })
    connections.push(connection)
    return connection
  }
  const named = async (name: string, options: Partial<ConnectionOptions> = {}): Promise<Connection> => {
    const connection = await open(options)
    await connection.call({ ...daemon, member: 'RequestName', signature: 'su', body: [name, 0] })
    return connection
  }

  test('answers calls, or returns an error', async () => {
    const connection = await open()
    const [names] = await connection.call({ ...daemon, member: 'ListNames' })
    assert.ok((names as string[]).includes('org.freedesktop.DBus'))
    const properties = await getAll(connection, daemon.destination, daemon.path, daemon.interface)
    assert.ok(properties.has('Features'))
    await assert.rejects(connection.call({ ...daemon, member: 'Nonsense' }), (error: DBusError) => {
      assert.equal(error.errorName, 'org.freedesktop.DBus.Error.UnknownMethod')
      return true
    })
    await assert.rejects(connection.call({ ...daemon, destination: 'not.there', member: 'X' }), /not\.there/)
  })

  test('every type passes from one to another, as values and as errors', async () => {
    const signature = 'ybnqiuxtdsogva{sv}a(oay)'
    const body: readonly Value[] = [
      1,
      true,
      -2,
      3,
      -4,
      5,
      -6n,
      7n,
      0.5,
      'ż',
      '/a/b',
      'ai',
      variant('(ss)', ['a', 'b']),
      new Map([['k', variant('au', [1, 2])]]),
      [['/x', Uint8Array.of(9)]],
    ]
    await named('bus.bar.Echo', {
      onCall: async (call) => {
        if (call.member === 'Fail') throw new DBusError('on purpose', 'bus.bar.Purpose')
        return { signature: call.signature ?? '', body: call.body }
      },
    })
    const caller = await open()
    const echo = { destination: 'bus.bar.Echo', path: '/a', interface: 'bus.bar' }
    assert.deepEqual(await caller.call({ ...echo, member: 'Echo', signature, body }), body)
    await assert.rejects(caller.call({ ...echo, member: 'Fail' }), { errorName: 'bus.bar.Purpose' })
  })

  test('receives signals only from the owner of the requested name', async () => {
    const listener = await open()
    const signals: Message[] = []
    const end = await listener.subscribe(
      { sender: 'bus.bar.Signals', interface: 'bus.bar', pathNamespace: '/a' },
      (signal) => signals.push(signal),
    )
    const other = await named('bus.bar.Other')
    const sender = await named('bus.bar.Signals')
    const settled = (): Promise<unknown> =>
      Promise.all([sender, other, listener].map((one) => one.call({ ...daemon, member: 'GetId' })))
    sender.emit('/a/b', 'bus.bar', 'One', { signature: 's', body: ['x'] })
    sender.emit('/ab', 'bus.bar', 'Elsewhere', { body: [] })
    sender.emit('/a', 'bus.foo', 'Otherwise', { body: [] })
    other.emit('/a/b', 'bus.bar', 'Forged', { body: [] })
    await settled()
    assert.deepEqual(
      signals.map(({ member, path, body }) => [member, path, body]),
      [['One', '/a/b', ['x']]],
    )
    end()
    sender.emit('/a/b', 'bus.bar', 'Late', { body: [] })
    await settled()
    assert.equal(signals.length, 1)
  })

  test('returns an error for an object that is not served', async () => {
    await named('bus.bar.Mute')
    const caller = await open()
    await assert.rejects(caller.call({ destination: 'bus.bar.Mute', path: '/', interface: 'a.b', member: 'M' }), {
      errorName: 'org.freedesktop.DBus.Error.UnknownMethod',
    })
  })

  test('only so many calls wait; those that wait hear of the end', async () => {
    await named('bus.bar.Slow', { onCall: () => new Promise(() => {}) })
    const clock = new VirtualClock(0)
    const caller = await open({ callsMax: 2, clock })
    const slow = { destination: 'bus.bar.Slow', path: '/', interface: 'a.b', member: 'M' }
    const [late, left] = [caller.call({ ...slow, timeoutMs: 10 }), caller.call(slow)]
    await assert.rejects(caller.call(slow), { errorName: 'org.freedesktop.DBus.Error.LimitsExceeded' })
    clock.advance(10)
    await assert.rejects(late, { errorName: 'org.freedesktop.DBus.Error.NoReply' })
    caller.close()
    await assert.rejects(left, { errorName: 'org.freedesktop.DBus.Error.Disconnected' })
    await assert.rejects(caller.call(slow), { errorName: 'org.freedesktop.DBus.Error.Disconnected' })
  })

  test('reports the end of the bus once', async () => {
    const own = await startBus()
    const ended: Error[] = []
    const connection = await open({ address: own.address, onClose: (why) => ended.push(why) })
    const subscribed = connection.subscribe({ sender: daemon.destination, interface: daemon.interface }, () => {})
    await subscribed
    await own.stop()
    await assert.rejects(connection.call({ ...daemon, member: 'GetId' }))
    assert.equal(ended.length, 1)
  })
})

for (const [what, answer] of [
  ['refuses us', 'REJECTED EXTERNAL\r\n'],
  ['hangs up', null],
  ['talks without end', 'x'.repeat(20_000)],
] as const)
  test(`a bus that ${what} is an error`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'busbar-dbus-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'bus')
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => (answer === null ? socket.destroy() : socket.write(answer)))
    }).listen(path)
    await once(server, 'listening')
    t.after(() => server.close())
    await assert.rejects(Connection.open({ address: `unix:path=${path}`, clock: monotonicClock }))
  })

for (const [address, paths] of [
  ['unix:path=/run/a%20b', ['/run/a b']],
  ['unix:abstract=x,guid=00', ['\0x']],
  ['tcp:host=h;unix:path=/a;unix:path=/b', ['/a', '/b']],
] as const)
  test(address, () => assert.deepEqual(socketPaths(address), paths))

test('does not wait for a bus that is absent, because a program that ends would wait as well', async () => {
  const clock = new VirtualClock()
  await assert.rejects(Connection.open({ address: 'unix:path=/nowhere/at/all', clock }), /ENOENT/)
  assert.equal(clock.pending, 0)
})
test('an address of another machine is refused', () => assert.throws(() => socketPaths('tcp:host=h')))
