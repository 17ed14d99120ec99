import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { startApi } from '../testing/api.ts'

test('connections have a limit, and one that ends makes room', async (t) => {
  const { url } = await startApi(t, 'B')
  const port = Number(new URL(url).port)
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const all: Socket[] = []
  t.after(() => {
    for (const socket of all) socket.destroy()
  })
  for (let at = 0; at < 128; at += 1) all.push(await open())
  const tooMany = await open()
  tooMany.resume()
  await once(tooMany, 'close')
  const [first] = all
  assert.ok(first)
  first.end('GET /api/version/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [answer] = (await once(first, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1\.1 200 OK/)
  await once(first, 'close')
  const response = await fetch(`${url}/api/version/`, { headers: { connection: 'close' } })
  assert.equal(response.status, 200)
})
