import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, Server, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { Client } from '../client/client.ts'
import type { EnvelopeName } from '../envelope/index.ts'
import { answerFrom } from '../server/answer.ts'
import { MemoryBank } from '../server/bank.ts'
import { serve } from '../server/serve.ts'
import { dial, dialStream } from './dial.ts'
import { type ListenOptions, listen } from './listen.ts'

const host = '127.0.0.1'
const serveMemory = async (options: Partial<ListenOptions> = {}) => {
  const bank = new MemoryBank()
  const server = await listen({ port: 0, envelope: 'tcp', handler: (_unit, pdu) => answerFrom(bank, pdu), ...options })
  return { bank, server, port: server.port }
}

for (const envelope of ['tcp', 'rtu', 'ascii'] satisfies EnvelopeName[]) {
  describe(`${envelope} over real sockets`, () => {
    test('reads, writes and exceptions', async (t) => {
      const { bank, server, port } = await serveMemory({ envelope })
      t.after(() => server.close())
      const client = await dial({ host, port, envelope, timeoutMs: 60_000 })
      bank.input.set([7, 8], 100)
      assert.deepEqual(await client.ask(1, { fn: 4, address: 100, count: 2 }), {
        ok: { fn: 4, words: Uint16Array.of(7, 8) },
      })
      assert.deepEqual(await client.ask(1, { fn: 16, address: 5, words: [1, 2, 3] }), {
        ok: { fn: 16, address: 5, count: 3 },
      })
      assert.deepEqual(Array.from(bank.holding.subarray(5, 8)), [1, 2, 3])
      assert.deepEqual(await client.ask(1, { fn: 3, address: 65_535, count: 2 }), { err: 'IllegalDataAddress' })
      assert.deepEqual(await client.ask(1, { fn: 24, address: 0 }), { err: 'IllegalFunction' })
      client.close()
    })

    test('a master on an accepted socket asks a slave that dialled', async (t) => {
      const { promise: accepted, resolve } = Promise.withResolvers<Client>()
      const onConnection = (socket: Socket): void => resolve(new Client(socket, { envelope, timeoutMs: 60_000 }))
      const { server, port } = await serveMemory({ envelope, onConnection })
      t.after(() => server.close())
      const bank = new MemoryBank()
      bank.holding[3] = 33
      serve(await dialStream({ host, port }), { envelope, handler: (_unit, pdu) => answerFrom(bank, pdu) })
      const master = await accepted
      assert.deepEqual(await master.ask(1, { fn: 3, address: 3, count: 1 }), {
        ok: { fn: 3, words: Uint16Array.of(33) },
      })
      master.close()
    })
  })
}

test('200 requests 16 deep from each of 20 clients all get their own answer', async (t) => {
  const { bank, server, port } = await serveMemory()
  t.after(() => server.close())
  bank.holding.forEach((_, i) => {
    bank.holding[i] = i
  })
  const options = { host, port, envelope: 'tcp', depth: 16, timeoutMs: 60_000 } as const
  const clients = await Promise.all(Array.from({ length: 20 }, () => dial(options)))
  await Promise.all(
    clients.flatMap((client, c) =>
      Array.from({ length: 200 }, async (_, i) => {
        const address = c * 1000 + i
        assert.deepEqual(await client.ask(1, { fn: 3, address, count: 1 }), {
          ok: { fn: 3, words: Uint16Array.of(address) },
        })
      }),
    ),
  )
  assert.equal(server.connections, 20)
  for (const client of clients) client.close()
})

test('closes a connection above the limit at once and keeps the others', async (t) => {
  const { server, port } = await serveMemory({ connectionsMax: 1 })
  t.after(() => server.close())
  const client = await dial({ host, port, envelope: 'tcp', timeoutMs: 60_000 })
  assert.ok('ok' in (await client.ask(1, { fn: 3, address: 0, count: 1 })))
  const second = connect(port, host)
  await once(second, 'close')
  assert.ok('ok' in (await client.ask(1, { fn: 3, address: 0, count: 1 })))
  client.close()
})

test('a client that says nothing for too long is closed', async (t) => {
  const { server, port } = await serveMemory({ idleSec: 0.02 })
  t.after(() => server.close())
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  await dial({ host, port, envelope: 'tcp', onClose: resolve, timeoutMs: 60_000 })
  assert.equal(await closed, 'closed')
})

test('a server that goes away ends its clients\u2019 requests', async () => {
  const { server, port } = await serveMemory({ handler: () => undefined })
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  const client = await dial({ host, port, envelope: 'tcp', onClose: resolve, timeoutMs: 60_000 })
  const reply = client.ask(1, { fn: 3, address: 0, count: 1 })
  await server.close()
  assert.deepEqual(await reply, { err: 'closed' })
  assert.ok(['closed', 'read ECONNRESET'].includes(await closed))
})

test('an answer keeps its bytes when the next one arrives', async (t) => {
  const { bank, server, port } = await serveMemory()
  t.after(() => server.close())
  bank.holding.set([0x1111, 0x2222])
  const client = await dial({ host, port, envelope: 'tcp', timeoutMs: 60_000 })
  const first = await client.transact(1, Uint8Array.of(3, 0, 0, 0, 1))
  await client.transact(1, Uint8Array.of(3, 0, 1, 0, 1))
  assert.deepEqual(first, { ok: Uint8Array.of(3, 2, 0x11, 0x11) })
  client.close()
})

test('reports the error of the system if no program listens', async () => {
  const { server, port } = await serveMemory()
  await server.close()
  await assert.rejects(dial({ host, port, envelope: 'tcp' }), /ECONNREFUSED/)
})

test('a port in use: the system\u2019s word', async (t) => {
  const { server, port } = await serveMemory()
  t.after(() => server.close())
  await assert.rejects(serveMemory({ port }), /EADDRINUSE/)
})

test('keeps data that arrive before there is a listener', async (t) => {
  const onConnection = (socket: Socket): boolean => socket.write('first')
  const { server, port } = await serveMemory({ onConnection })
  t.after(() => server.close())
  const stream = await dialStream({ host, port })
  for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
  const { promise: received, resolve } = Promise.withResolvers<string>()
  stream.on('data', (bytes) => resolve(new TextDecoder().decode(bytes)))
  assert.equal(await received, 'first')
  stream.destroy()
})

test('opens no connection if it is cancelled while connecting', async (t) => {
  const { server, port } = await serveMemory()
  t.after(() => server.close())
  const controller = new AbortController()
  const dialling = dialStream({ host, port, signal: controller.signal })
  controller.abort()
  await assert.rejects(dialling, { name: 'AbortError' })
  for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
  assert.equal(server.connections, 0)
})

test('a client that cannot be accepted ends neither the server nor the process', async (t) => {
  const listening = t.mock.method(Server.prototype, 'listen')
  const errors: unknown[] = []
  const { server, port } = await serveMemory({ onError: (error) => errors.push(error) })
  t.after(() => server.close())
  const tooMany = new Error('accept EMFILE')
  const listener = listening.mock.calls[0]?.this
  assert.ok(listener instanceof Server)
  listener.emit('error', tooMany)
  assert.deepEqual(errors, [tooMany])
  const client = await dial({ host, port, envelope: 'tcp', timeoutMs: 60_000 })
  assert.ok('ok' in (await client.ask(1, { fn: 3, address: 0, count: 1 })))
})
