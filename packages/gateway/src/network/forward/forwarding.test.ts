import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { freePort, until } from '@busbar/kit/testing'
import { allOf, host, setUpForwarding, startServer, unused } from './testing/forwarding.ts'

const refused = 'forwarding refused: the target is this gateway or a multicast address'

describe('a row that would lead back', () => {
  for (const [about, serverAddr] of [
    ['by the address at which it listens', '127.0.0.1'],
    ['by another of the box', '192.0.2.5'],
    ['by none', '0.0.0.0'],
    ['to many', '239.1.1.1'],
  ] as const) {
    test(`is not begun: ${about}`, async (t) => {
      const listenPort = await freePort()
      const { forwarding, logLines } = await setUpForwarding(t, [{ listenPort, serverAddr, serverPort: 80 }], {
        own: () => [{ port: 80, isUdp: false }],
        addresses: () => ['127.0.0.1', '192.0.2.5'],
      })
      const problem = 'it would lead to this gateway itself, or to many'
      const row = { listenPort, isUdp: false, serverAddr, serverPort: 80, isOpen: false, clients: 0, problem }
      assert.deepEqual(forwarding.status(), [row])
      assert.deepEqual(logLines, [refused])
    })
  }

  test('is not begun: to itself, or to another row', async (t) => {
    const [one, two] = [await freePort(), await freePort()]
    const rows = [
      { listenPort: one, serverAddr: host, serverPort: two },
      { listenPort: two, serverAddr: host, serverPort: two },
    ]
    const { forwarding, logLines } = await setUpForwarding(t, rows)
    assert.deepEqual(
      forwarding.status().map(({ isOpen }) => isOpen),
      [false, false],
    )
    assert.deepEqual(logLines, [refused, refused])
  })

  test('by a name: refuses the address whenever the name resolves to it', async (t) => {
    const { port: serverPort } = await startServer(t, (socket) => socket.end('there'), '127.0.0.2')
    const [one, two] = [await freePort(), serverPort]
    const names: Record<string, string[]> = { 'name.example': ['127.0.0.2'] }
    const rows = [
      { listenPort: one, serverAddr: 'name.example', serverPort },
      { listenPort: two, serverAddr: '192.0.2.9', serverPort: 1 },
    ]
    const { reach, sentAway, logLines, forwarding } = await setUpForwarding(t, rows, { names })
    assert.equal((await allOf(await reach(one))).toString(), 'there')
    names['name.example'] = [host]
    await sentAway(one)
    assert.deepEqual(logLines, ['forwarding target unreachable'])
    assert.equal(forwarding.status()[1]?.clients, 0)
    assert.notEqual(forwarding.status()[0]?.problem, null)
    names['name.example'] = [host, '127.0.0.2']
    assert.equal((await allOf(await reach(one))).toString(), 'there')
    assert.equal(forwarding.status()[0]?.problem, null)
  })
})

test('reports a used port and retries it, while the other rows work', async (t) => {
  const { port: taken, sockets } = await startServer(t, (socket) => socket.end('other'))
  const { port: serverPort } = await startServer(t, (socket) => socket.end('there'))
  const free = await freePort()
  const rows = [
    { listenPort: taken, serverAddr: host, serverPort },
    { listenPort: free, serverAddr: host, serverPort },
    {},
  ]
  const { forwarding, logLines, clock, reach } = await setUpForwarding(t, rows)
  assert.deepEqual(
    forwarding.status().map(({ isOpen }) => isOpen),
    [false, true],
  )
  assert.match(forwarding.status()[0]?.problem ?? '', /EADDRINUSE/)
  assert.equal((await allOf(await reach(free))).toString(), 'there')
  assert.equal((await allOf(await reach(taken))).toString(), 'other')
  clock.advance(1000)
  await until(() => logLines.length === 2)
  assert.deepEqual(new Set(logLines), new Set(['forwarding could not listen on its port']))
  assert.equal(sockets.length, 1)
})

test('it is heard when the port is free again', async (t) => {
  const { port: serverPort } = await startServer(t, (socket) => socket.end('there'))
  const taken = await freePort()
  const first = await setUpForwarding(t, [{ listenPort: taken, serverAddr: host, serverPort }])
  const second = await setUpForwarding(t, [{ listenPort: taken, serverAddr: host, serverPort }])
  assert.equal(second.forwarding.status()[0]?.isOpen, false)
  await first.forwarding.stop()
  second.clock.advance(1000)
  await until(() => second.forwarding.status()[0]?.isOpen === true)
  assert.equal((await allOf(await second.reach(taken))).toString(), 'there')
})

test('other rows replace those before, and end what these had', async (t) => {
  const { port: serverPort } = await startServer(t, (socket) => socket.write('!'))
  const [one, two] = [await freePort(), await freePort()]
  const { forwarding, reach } = await setUpForwarding(t, [{ listenPort: one, serverAddr: host, serverPort }])
  const socket = await reach(one)
  await once(socket, 'data')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await forwarding.apply([unused, { ...unused, listenPort: two, serverAddr: host, serverPort }])
  await closed
  await assert.rejects(reach(one), { code: 'ECONNREFUSED' })
  await once(await reach(two), 'data')
  await forwarding.stop()
  await assert.rejects(reach(two), { code: 'ECONNREFUSED' })
})

test('a connection to a mobile interface is not forwarded', async (t) => {
  const { port: serverPort, sockets } = await startServer(t, (socket) => socket.end('there'))
  const listenPort = await freePort()
  await setUpForwarding(t, [{ listenPort, serverAddr: host, serverPort }], { isMobile: () => true })
  const socket = connect({ port: listenPort, host })
  socket.on('error', () => {})
  await once(socket.resume(), 'close')
  assert.equal(socket.bytesRead, 0)
  assert.deepEqual(sockets, [])
})
