import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'

test('connections have a limit, in all and from one address, and one that ends or asks nothing makes room', async (t) => {
  const { url, clock } = await startApi(t, 'B')
  const port = Number(new URL(url).port)
  const open = async (localAddress = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    await once(socket, 'connect')
    socket.on('error', () => {})
    socket.write('GET /api/version/ HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
    return socket
  }
  const all: Socket[] = []
  t.after(() => {
    for (const socket of all) socket.destroy()
  })
  const isRefused = async (from: string): Promise<void> => {
    const socket = await open(from)
    assert.equal(socket.bytesRead, 0)
  }
  for (let at = 0; at < 128; at += 1) {
    if (at === 32) await isRefused('127.0.0.1')
    all.push(await open(`127.0.0.${1 + (at >> 5)}`))
  }
  await isRefused('127.0.0.5')
  const [first] = all
  assert.ok(first)
  first.end('GET /api/version/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [answer] = (await once(first, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1\.1 200 OK/)
  await once(first, 'close')
  const response = await fetch(`${url}/api/version/`, { headers: { connection: 'close' } })
  assert.equal(response.status, 200)
  all.push(await open('127.0.0.1'))
  // 128 idle connections keep no new one off.
  clock.advance(5000)
  assert.equal((await fetch(`${url}/api/version/`, { headers: { connection: 'close' } })).status, 200)
})

test('a connection to a mobile interface is closed before a byte is answered', async (t) => {
  const { url, world } = await startApi(t, 'B')
  world.arrival = 'gsm'
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write('GET /api/version/ HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'close')
  assert.equal(socket.bytesRead, 0)
  world.arrival = 'eth'
  assert.equal((await fetch(`${url}/api/version/`)).status, 200)
})
