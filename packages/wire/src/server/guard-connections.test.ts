import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { head, raw } from '../testing/raw.ts'
import { listen, streamEnds } from '../testing/service.ts'
import { type ConnectionLimit, guardConnections } from './guard-connections.ts'

type LimitedConnection = Parameters<ConnectionLimit['take']>[1]

const open = async (t: TestContext, port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const connectionCount = (server: { getConnections(done: (error: Error | null, count: number) => void): void }) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

test('closes a refused connection that is neither read nor closed, after a time', async (t) => {
  const { app, port } = await listen()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const socket = await open(t, port)
  const refused = once(app.server, 'clientError')
  socket.write('nonsense\r\n\r\n')
  await refused
  assert.equal(await connectionCount(app.server), 1)
  t.mock.timers.tick(5000)
  while ((await connectionCount(app.server)) > 0) await new Promise(setImmediate)
})

test('closes a connection whose response is not read, after a time', async (t) => {
  const { port } = await listen({ stallMsMax: 50 })
  const socket = await open(t, port)
  socket.pause()
  const ended = once(streamEnds, 'end')
  socket.write(head('GET /api/v1/card/flood'))
  assert.deepEqual(await ended, ['flood'])
})

test('connections sit where there is room, and are idle between requests', async (t) => {
  const { app, port } = await listen()
  const connections: LimitedConnection[] = []
  const errors: Error[] = []
  const freed: object[] = []
  let now = 7
  guardConnections(app.server, {
    slots: {
      take: (_address, connection) =>
        connections.push(connection) > 2 ? null : { free: () => void freed.push(connection) },
    },
    now: () => now,
    onError: (error) => errors.push(error),
  })
  const first = await open(t, port)
  while (connections.length < 1) await new Promise(setImmediate)
  const [connection] = connections
  assert.ok(connection)
  assert.equal(connection.idleSince(), 7 - 60_000)
  const requestEvent = once(app.server, 'request')
  first.write(head('POST /api/v1/reference/', { 'content-length': '3' }))
  await requestEvent
  assert.equal(connection.idleSince(), null)
  now = 9
  first.write('"1"')
  await once(first, 'data')
  assert.equal(connection.idleSince(), 9)
  const second = await open(t, port)
  while (connections.length < 2) await new Promise(setImmediate)
  const { isClosed } = await raw(port, [head('GET /api/v1/version/')])
  assert.equal(isClosed, true)
  connection.leave()
  second.destroy()
  while (freed.length < 2) await new Promise(setImmediate)
  const noFiles = new Error('accept EMFILE')
  app.server.emit('error', noFiles)
  assert.deepEqual(errors, [noFiles])
})

test('a port that is taken is the error of who wants to listen there, not of a connection', async () => {
  const { port } = await listen()
  const server = createServer()
  const errors: Error[] = []
  guardConnections(server, {
    slots: { take: () => null },
    now: () => 0,
    onError: (error) => errors.push(error),
  })
  server.listen(port, '127.0.0.1')
  const [error] = (await once(server, 'error')) as [NodeJS.ErrnoException]
  assert.equal(error.code, 'EADDRINUSE')
  assert.deepEqual(errors, [])
})
