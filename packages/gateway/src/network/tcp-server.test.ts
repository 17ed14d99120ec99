import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { freePort, until } from '@busbar/kit/testing'
import { type ByteStream, type Client } from '@busbar/modbus'
import { dial, listen } from '@busbar/modbus/net'
import type { Requester } from '../bus/gate/requester.ts'
import { GsmServer } from './gsm-server.ts'
import { TcpServer, type TcpServerParts, type TcpServerSettings } from './tcp-server.ts'

const host = '127.0.0.1'
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const settings: TcpServerSettings = {
  ethListenPort: 0,
  delayForKeepaliveSec: 60,
  ethClientsProtocol: 2,
}
type RequesterHandler = (requester: Requester, unit: number, pdu: Uint8Array) => Promise<Uint8Array | undefined>

const setUp = async (t: TestContext, more: Partial<TcpServerParts> & { ask?: RequesterHandler } = {}) => {
  const clock = new VirtualClock()
  const logLines: string[] = []
  const log = {
    warn: (_: object, text: string) => logLines.push(text),
    error: (_: object, text: string) => logLines.push(text),
  }
  const ask: RequesterHandler = more.ask ?? (async (_requester, unit) => Uint8Array.of(3, 2, 0, unit))
  const server = new TcpServer({ settings, listenAddress: { host }, gate: { isOpen: true, ask }, clock, log, ...more })
  await server.start()
  t.after(() => server.stop())
  const plain = async (): Promise<Socket> => {
    const socket = connect({ host, port: server.port, noDelay: true })
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const master = async (): Promise<Client> => {
    const client = await dial({ host, port: server.port, envelope: 'tcp', depth: 16, timeoutMs: 60_000 })
    t.after(() => client.close())
    return client
  }
  return { server, clock, logLines, plain, master }
}

const readHex = async (socket: Socket, bytes: number): Promise<string> => {
  let all = Buffer.alloc(0)
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    all = Buffer.concat([all, chunk as Buffer])
    if (all.length >= bytes) break
  }
  return hex(all)
}

const read = { fn: 3, address: 0, count: 1 } as const

test('returns transaction and unit, and reports the client in the state', async (t) => {
  const requesters: Requester[] = []
  const { server, plain, clock } = await setUp(t, {
    ask: async (requester, unit, pdu) => {
      requesters.push(requester)
      return Uint8Array.of(pdu[0] ?? 0, 2, 0, unit)
    },
  })
  const socket = await plain()
  socket.write(unhex('1234 0000 0006 11 03 0000 0001  1235 0000 0006 12 03 0000 0001'))
  assert.equal(await readHex(socket, 22), '123400000005110302001112350000000512 03020012'.replaceAll(' ', ''))
  assert.equal(requesters[0], requesters[1])
  assert.equal(requesters[0]?.from, host)
  clock.advance(7900)
  const client = {
    interface: 'eth',
    remoteIp: host,
    remotePort: socket.localPort,
    connectionTimeSec: 7,
    idleTimeSec: 7,
  }
  assert.deepEqual(server.status(), {
    isActive: true,
    listenPortEth: server.port,
    clients: [client],
  })
  socket.write(unhex('1236 0000 0006 11 03 0000 0001'))
  await readHex(socket, 11)
  assert.deepEqual(server.status().clients, [{ ...client, idleTimeSec: 0 }])
  socket.destroy()
  await until(() => server.status().clients.length === 0)
  assert.equal(server.clientsPeak, 1)
})

describe('closes only the connection that sends no Modbus TCP', () => {
  for (const [about, bytes] of [
    ['protocol 1', '0001 0001 0006 01 03 0000 0001'],
    ['a length of 1', '0001 0000 0001 01'],
    ['a length of 255', '0001 0000 00ff 01 03'],
  ] as const) {
    test(about, async (t) => {
      const { plain, master } = await setUp(t)
      const [socket, client] = [await plain(), await master()]
      socket.write(unhex(bytes))
      await once(socket, 'close')
      assert.deepEqual(await client.ask(5, read), { ok: { fn: 3, words: Uint16Array.of(5) } })
    })
  }
})

test('sends no response where none is configured, and answers the next request', async (t) => {
  const { plain } = await setUp(t, {
    ask: async (_requester, unit) => (unit === 1 ? undefined : Uint8Array.of(3, 2, 0, unit)),
  })
  const socket = await plain()
  socket.write(unhex('0001 0000 0006 01 03 0000 0001  0002 0000 0006 02 03 0000 0001'))
  assert.equal(await readHex(socket, 11), '0002000000050203020002')
})

test('RAW is RTU frames', async (t) => {
  const { plain } = await setUp(t, { settings: { ...settings, ethClientsProtocol: 1 } })
  const socket = await plain()
  socket.write(unhex('11 03 0000 0001 869a'))
  assert.equal(await readHex(socket, 7), '1103020011b98b')
})

test('closes and counts a client above the limit', async (t) => {
  const { server, plain, master } = await setUp(t, { clientsMax: 1 })
  const client = await master()
  await client.ask(5, read)
  await once(await plain(), 'close')
  assert.deepEqual([server.refused, server.clientsPeak], [1, 1])
  assert.ok('ok' in (await client.ask(5, read)))
})

test('a master that is idle longest makes room for another; one that asks stays', async (t) => {
  const { server, master, clock } = await setUp(t, { clientsMax: 2 })
  const [idle, busy] = [await master(), await master()]
  await idle.ask(5, read)
  await busy.ask(5, read)
  clock.advance(9999)
  await busy.ask(5, read)
  assert.ok('err' in (await (await master()).ask(5, read)))
  clock.advance(1)
  assert.ok('ok' in (await (await master()).ask(5, read)))
  assert.ok('err' in (await idle.ask(5, read)))
  assert.ok('ok' in (await busy.ask(5, read)))
  assert.deepEqual([server.refused, server.clientsPeak], [1, 2])
})

test('limits the clients of one address', async (t) => {
  const { server, plain, master, logLines } = await setUp(t, { clientsPerSourceMax: 1 })
  const client = await master()
  await client.ask(5, read)
  await once(await plain(), 'close')
  const other = connect({ host, port: server.port, localAddress: '127.0.0.2' })
  t.after(() => other.destroy())
  other.write(unhex('1234 0000 0006 11 03 0000 0001'))
  assert.equal(await readHex(other, 11), '1234000000051103020011')
  assert.deepEqual(logLines, ['modbus tcp clients refused: limit reached'])
})

test('drops the pending requests of a client that has disconnected', async (t) => {
  const { promise: firstRequester, resolve } = Promise.withResolvers<Requester>()
  const ask: RequesterHandler = (requester) => {
    resolve(requester)
    return new Promise(() => {})
  }
  const { plain } = await setUp(t, { ask })
  const socket = await plain()
  socket.write(unhex('0001 0000 0006 01 03 0000 0001'))
  const { signal } = await firstRequester
  assert.equal(signal.aborted, false)
  socket.destroy()
  await once(signal, 'abort')
})

test('a client that goes while it is not read is found out by its next answers', async (t) => {
  const waiting: (() => void)[] = []
  const gone: AbortSignal[] = []
  const ask: RequesterHandler = ({ signal }, unit) => {
    gone.push(signal)
    return new Promise((resolve) => waiting.push(() => resolve(Uint8Array.of(3, 2, 0, unit))))
  }
  const { plain } = await setUp(t, { ask })
  const socket = await plain()
  for (let i = 0; i < 60; i += 1) socket.write(unhex('0001 0000 0006 01 03 0000 0001'))
  await until(() => waiting.length === 16)
  socket.destroy()
  let answers = 0
  while (gone[0]?.aborted === false) {
    waiting.shift()?.()
    answers += 1
    for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
  }
  assert.ok(answers < 16, `${answers} answers`)
})

describe('other settings', () => {
  test('clients stay; a new protocol is for those who come', async (t) => {
    const { server, plain, master } = await setUp(t)
    const client = await master()
    await client.ask(5, read)
    const { port } = server
    await server.apply({ ...settings, ethClientsProtocol: 1, delayForKeepaliveSec: null })
    assert.equal(server.port, port)
    assert.ok('ok' in (await client.ask(5, read)))
    const socket = await plain()
    socket.write(unhex('11 03 0000 0001 869a'))
    assert.equal(await readHex(socket, 7), '1103020011b98b')
  })

  test('with another port, disconnects all clients and listens there', async (t) => {
    const ethListenPort = await freePort()
    const { server, plain, master } = await setUp(t)
    const socket = await plain()
    const closed = once(socket, 'close')
    await server.apply({ ...settings, ethListenPort })
    await closed
    assert.equal(server.port, ethListenPort)
    assert.ok('ok' in (await (await master()).ask(5, read)))
  })
})

test('reports a used port and opens it when it is free', async (t) => {
  const other = await listen({ port: await freePort(), envelope: 'tcp', handler: () => undefined })
  const { server, clock, logLines } = await setUp(t, { settings: { ...settings, ethListenPort: other.port } })
  assert.deepEqual(server.status(), { isActive: false, listenPortEth: other.port, clients: [] })
  clock.advance(1000)
  await until(() => logLines.length === 2)
  await other.close()
  clock.advance(1999)
  assert.equal(server.status().isActive, false)
  clock.advance(1)
  await until(() => server.status().isActive)
  await server.stop()
  assert.equal(server.status().isActive, false)
})

class FakeStream
  extends EventEmitter<{ data: [Uint8Array]; close: []; drain: []; error: [Error] }>
  implements ByteStream
{
  readonly said: string[] = []
  hasRoom = true

  write(bytes: Uint8Array): boolean {
    this.said.push(hex(bytes))
    return this.hasRoom
  }

  destroy(): void {
    this.emit('close')
  }
}

describe('while the serial port is in raw mode', () => {
  test('bytes pass both ways, to all who have joined', async (t) => {
    const line = new FakeStream()
    const { server, plain } = await setUp(t, { openRaw: () => line })
    const sockets = [await plain(), await plain()]
    await until(() => server.status().clients.length === 2)
    sockets[0]?.write('hello')
    await until(() => line.said.length > 0)
    assert.deepEqual(line.said, [hex(Buffer.from('hello'))])
    line.emit('data', Buffer.from('there'))
    for (const socket of sockets) assert.equal(await readHex(socket, 5), hex(Buffer.from('there')))
    const closed = sockets.map((socket) => once(socket, 'close'))
    line.destroy()
    await Promise.all(closed)
  })

  test('a client is not read while the port has no room', async (t) => {
    const line = new FakeStream()
    line.hasRoom = false
    const { plain } = await setUp(t, { openRaw: () => line })
    const socket = await plain()
    socket.write('one')
    await until(() => line.said.length === 1)
    socket.write('two')
    for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
    assert.equal(line.said.length, 1)
    line.emit('drain')
    await until(() => line.said.length === 2)
  })

  test('closes new connections while a password is required', async (t) => {
    const line = new FakeStream()
    const gate = { isOpen: false, ask: async () => undefined }
    const { plain, logLines } = await setUp(t, { openRaw: () => line, gate })
    await once(await plain(), 'close')
    assert.deepEqual([logLines.length, line.said.length], [1, 0])
  })
})

test('a connection that is diverted is not a client of this server', async (t) => {
  const gsm = new GsmServer({
    settings: { atmListenPort: null, atmClientsProtocol: 2, delayForKeepaliveSec: 60 },
    gate: { isOpen: true, ask: async (_requester, unit) => Uint8Array.of(3, 2, 0, unit) },
    isShared: (port) => port === server.port,
    clock: new VirtualClock(),
    log: { warn() {}, error() {} },
  })
  t.after(() => gsm.stop())
  const { server, plain } = await setUp(t, {
    divert(socket) {
      gsm.take(socket)
      return true
    },
  })
  await gsm.listenAt(host)
  const refused = await plain()
  await once(refused.resume(), 'close')
  // The same port for both: the server on Ethernet listens for them, and mobile clients are served by their own settings.
  await gsm.apply({ atmListenPort: server.port, atmClientsProtocol: 2, delayForKeepaliveSec: 60 })
  const served = await plain()
  served.write(unhex('1234 0000 0006 11 03 0000 0001'))
  assert.equal(await readHex(served, 11), '1234000000051103020011')
  assert.deepEqual(
    gsm.status().clients.map((client) => client.interface),
    ['gsm'],
  )
  assert.deepEqual([gsm.status().listenPortGsm, server.status().clients], [server.port, []])
})
