import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { freePort, until } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { allOf, host, over, setUpForwarding, startServer } from './testing/forwarding.ts'

test('bytes pass both ways, as they are, and each side ends when it wants', async (t) => {
  const { port: serverPort } = await startServer(t, (socket) => {
    // It answers when it has heard everything.
    void allOf(socket).then((received) => socket.end(received.toReversed()))
  })
  const listenPort = await freePort()
  const { reach, forwarding } = await setUpForwarding(t, [{ listenPort, serverAddr: host, serverPort }])
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20_000 }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(chunks, async (sentChunks) => {
      const socket = await reach(listenPort)
      for (const bytes of sentChunks) socket.write(bytes)
      socket.end()
      assert.deepEqual(await allOf(socket), Buffer.from(Buffer.concat(sentChunks).toReversed()))
    }),
    { numRuns: 30 },
  )
  await until(() => forwarding.status()[0]?.clients === 0)
})

test('sends no more to a client that does not read', async (t) => {
  const { port: serverPort, sockets } = await startServer(t, () => {})
  const listenPort = await freePort()
  const { reach } = await setUpForwarding(t, [{ listenPort, serverAddr: host, serverPort }])
  const socket = await reach(listenPort)
  await until(() => sockets.length === 1)
  const [server] = sockets
  assert.ok(server)
  for (const [from, to] of [
    [socket, server],
    [server, socket],
  ] as const) {
    const total = 64 * 1024 * 1024
    let sent = 0
    const chunk = Buffer.alloc(65_536, 7)
    while (sent < total && from.write(chunk)) sent += chunk.length
    for (let quiet = 0, before = 0; quiet < 200; before = from.bytesWritten - from.writableLength) {
      quiet = from.bytesWritten - from.writableLength === before ? quiet + 1 : 0
      if (!from.writableNeedDrain) for (sent += chunk.length; from.write(chunk); sent += chunk.length);
      await setImmediate()
    }
    assert.ok(sent < total, `${sent} bytes went nowhere`)
    let receivedBytes = 0
    to.on('data', (bytes: Buffer) => {
      receivedBytes += bytes.length
    })
    await until(() => receivedBytes === from.bytesWritten)
    to.removeAllListeners('data')
  }
})

describe('an end that is none', () => {
  test('a server that cuts the connection cuts it for the client', async (t) => {
    const { port: serverPort } = await startServer(t, (socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    })
    const listenPort = await freePort()
    const { reach, forwarding } = await setUpForwarding(t, [{ listenPort, serverAddr: host, serverPort }])
    const socket = await reach(listenPort)
    socket.write('hello')
    const [error] = (await once(socket, 'error').catch((caught: unknown) => [caught])) as [NodeJS.ErrnoException]
    assert.equal(error.code, 'ECONNRESET')
    await until(() => forwarding.status()[0]?.clients === 0)
  })

  test('and the other way round', async (t) => {
    const { port: serverPort, sockets } = await startServer(t, () => {})
    const listenPort = await freePort()
    const { reach } = await setUpForwarding(t, [{ listenPort, serverAddr: host, serverPort }])
    const socket = await reach(listenPort)
    await until(() => sockets.length === 1)
    const cut = over(sockets[0] ?? assert.fail())
    socket.resetAndDestroy()
    await cut
  })
})

describe('refuses the target', () => {
  test('logs a failure once until a client gets through', async (t) => {
    const closed = await freePort()
    const listenPort = await freePort()
    const { sentAway, logLines } = await setUpForwarding(
      t,
      [{ listenPort, serverAddr: 'there.example', serverPort: closed }],
      {
        names: { 'there.example': [host] },
      },
    )
    for (let i = 0; i < 3; i += 1) await sentAway(listenPort)
    assert.deepEqual(logLines, ['forwarding target unreachable'])
  })

  test('tries the next of several addresses', async (t) => {
    const { port: serverPort } = await startServer(t, (socket) => socket.end('here'), '127.0.0.3')
    const listenPort = await freePort()
    const { reach } = await setUpForwarding(t, [{ listenPort, serverAddr: 'there.example', serverPort }], {
      names: { 'there.example': ['127.0.0.2', '127.0.0.3'] },
    })
    assert.equal((await allOf(await reach(listenPort))).toString(), 'here')
  })

  test('a connection attempt times out after ten seconds', async (t) => {
    const listenPort = await freePort()
    const { reach, clock, forwarding } = await setUpForwarding(t, [{ listenPort, serverAddr: 'there.example' }], {
      lookup: () => new Promise(() => {}),
    })
    const socket = await reach(listenPort)
    await until(() => forwarding.status()[0]?.clients === 1)
    clock.advance(9999)
    await setImmediate()
    assert.equal(socket.destroyed, false)
    const closed = over(socket)
    clock.advance(1)
    await closed
    await until(() => forwarding.status()[0]?.clients === 0)
  })
})

describe('bounds', () => {
  test('32 connections, 16 from one address; one more is closed at once', async (t) => {
    const { port: serverPort } = await startServer(t, (socket) => {
      socket.write('!')
      void over(socket).then(() => socket.end())
    })
    const listenPort = await freePort()
    const { reach, sentAway, forwarding, clock, logLines } = await setUpForwarding(t, [
      { listenPort, serverAddr: host, serverPort },
    ])
    const come = async (from: string): Promise<Socket[]> => {
      const sockets = await Promise.all(Array.from({ length: 16 }, () => reach(listenPort, from)))
      await Promise.all(sockets.map((socket) => once(socket, 'data')))
      return sockets
    }
    const sockets = await come(host)
    await sentAway(listenPort)
    assert.deepEqual(logLines, ['forwarded connections refused: limit reached'])
    await come('127.0.0.2')
    await over(await reach(listenPort, '127.0.0.3'))
    assert.equal(forwarding.status()[0]?.clients, 32)
    sockets[0]?.destroy()
    await until(() => forwarding.status()[0]?.clients === 31)
    await once(await reach(listenPort), 'data')
    // All are silent: the oldest makes room.
    clock.advance(60_000)
    await once(await reach(listenPort, '127.0.0.3'), 'data')
    await until(() => sockets.filter(({ destroyed }) => destroyed).length === 2)
  })

  test('an hour without a byte ends it; two minutes, when one side has ended', async (t) => {
    const { port: serverPort, sockets } = await startServer(t, (socket) => socket.resume())
    const listenPort = await freePort()
    const { reach, clock, forwarding } = await setUpForwarding(t, [{ listenPort, serverAddr: host, serverPort }])
    const socket = await reach(listenPort)
    await until(() => sockets.length === 1)
    sockets[0]?.write('a')
    await once(socket, 'data')
    clock.advance(3_600_000)
    sockets[0]?.write('b')
    await once(socket, 'data')
    clock.advance(3_600_000 - 1)
    assert.equal(forwarding.status()[0]?.clients, 1)
    clock.advance(3_600_000 + 1)
    await until(() => forwarding.status()[0]?.clients === 0)

    const other = await reach(listenPort)
    await until(() => sockets.length === 2)
    const ended = once(sockets[1] ?? assert.fail(), 'end')
    other.end()
    await ended
    await until(() => clock.pending === 1)
    clock.advance(120_000)
    await until(() => forwarding.status()[0]?.clients === 0)
  })
})
