import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { addHealth } from '../operations/health/health.ts'
import { createApi } from '../start/api.ts'
import { limitConnections } from './limit-connections.ts'

const setUp = async (t: TestContext, isTrustedProxy?: (address: string) => boolean) => {
  const clock = new VirtualClock()
  const told: object[] = []
  const log = { warn: (details: object) => void told.push(details), error: () => {} }
  const app = createApi({} as Parameters<typeof createApi>[0], { log })
  addHealth(app, {} as Parameters<typeof addHealth>[1])
  const seats = limitConnections(app, { clock, log, max: 8, ...(isTrustedProxy && { isTrustedProxy }) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const port = Number(new URL(app.listeningOrigin).port)
  /** A silent client from there. */
  const come = async (from: string): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from })
    t.after(() => socket.destroy())
    socket.on('error', () => {}).resume()
    await once(socket, 'connect')
    return socket
  }
  /** Opens a connection that has sent a request and stays open. */
  const ask = async (from: string): Promise<Socket> => {
    const socket = await come(from)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    return socket
  }
  const isWell = async (from: string): Promise<boolean> => {
    const socket = await come(from)
    socket.end('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const answer = await new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
    return String(answer).startsWith('HTTP/1.1 200')
  }
  return { clock, seats, told, come, ask, isWell }
}

test('limits one address to a quarter of the connections', async (t) => {
  const { ask, isWell, told } = await setUp(t)
  for (let i = 0; i < 2; i += 1) await ask('127.0.0.2')
  assert.equal(await isWell('127.0.0.2'), false)
  assert.equal(await isWell('127.0.0.3'), true)
  assert.deepEqual(told, [{ seats: 2, source: '127.0.0.2', refused: 1 }])
})

test('closes the connection that has been idle longest when all are in use', async (t) => {
  const { clock, ask, isWell } = await setUp(t)
  for (let i = 0; i < 8; i += 1) await ask(`127.0.1.${1 + (i >> 1)}`)
  assert.equal(await isWell('127.0.0.3'), false)
  clock.advance(5000)
  assert.equal(await isWell('127.0.0.3'), true)
})

test('connections without a request do not block new clients', async (t) => {
  const { come, ask, isWell, seats } = await setUp(t)
  const asked = await ask('127.0.1.9')
  for (let i = 0; i < 7; i += 1) await come(`127.0.1.${1 + (i >> 1)}`)
  await until(() => seats.size === 8)
  for (let i = 0; i < 20; i += 1) assert.equal(await isWell('127.0.0.3'), true)
  assert.equal(asked.closed, false)
})

test('behind a proxy that is trusted there are many', async (t) => {
  const { ask, isWell } = await setUp(t, (address) => address === '127.0.0.2')
  for (let i = 0; i < 7; i += 1) await ask('127.0.0.2')
  assert.equal(await isWell('127.0.0.2'), true)
})
