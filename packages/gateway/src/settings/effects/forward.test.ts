import assert from 'node:assert/strict'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { freePort } from '@busbar/kit/testing'
import { startProgram } from '../../testing/program.ts'

const unused = { listenPort: null, isUdp: false, serverAddr: '', serverPort: 80 }
type Row = { readonly [Name in keyof typeof unused]?: string | number | boolean | null }
/** The setting has always four. */
const fwd = (...rows: readonly Row[]): object => ({ fwd: [0, 1, 2, 3].map((at) => ({ ...unused, ...rows[at] })) })

const startServer = async (t: TestContext, host: string, says: string): Promise<number> => {
  const server = createServer((socket) => socket.on('error', () => {}).end(says))
  server.listen({ host, port: 0 })
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Reply at a port: empty when the peer closes the connection, null when it is closed. */
const replyAt = async (port: number): Promise<string | null> => {
  const socket: Socket = connect({ host: '127.0.0.1', port })
  let received = ''
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString()
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const error = await once(socket, 'end').then(
    () => undefined,
    (caught: NodeJS.ErrnoException) => caught,
  )
  socket.destroy()
  await closed
  return error?.code === 'ECONNREFUSED' ? null : received
}

const askUdp = async (t: TestContext, port: number, text: string): Promise<string> => {
  const socket = createSocket('udp4')
  t.after(() => socket.close())
  const answer = once(socket, 'message')
  socket.send(text, port, '127.0.0.1')
  return String((await answer)[0])
}

const startUdp = async (t: TestContext): Promise<number> => {
  const socket = createSocket('udp4')
  socket.bind({ address: '127.0.0.1', port: 0 })
  await once(socket, 'listening')
  t.after(() => socket.close())
  socket.on('message', (bytes, { port, address }) => socket.send(`${bytes.toString()} back`, port, address))
  return socket.address().port
}

test('fwd.listenPort, fwd.serverAddr and fwd.serverPort: who comes in there is led there', async (t) => {
  const program = await startProgram(t)
  const [first, second] = [await startServer(t, '127.0.0.2', 'second'), await startServer(t, '127.0.0.3', 'third')]
  const [one, two] = [await freePort(), await freePort()]
  await program.set(
    fwd(
      { listenPort: one, serverAddr: '127.0.0.2', serverPort: first },
      {},
      { listenPort: two, serverAddr: '127.0.0.3', serverPort: second },
    ),
  )
  assert.deepEqual([await replyAt(one), await replyAt(two)], ['second', 'third'])
  await program.set(fwd({ listenPort: two, serverAddr: '127.0.0.2', serverPort: first }))
  assert.deepEqual([await replyAt(one), await replyAt(two)], [null, 'second'])
})

test('fwd.isUdp: datagrams instead of connections', async (t) => {
  const program = await startProgram(t)
  const [listenPort, serverPort] = [await freePort(), await startUdp(t)]
  await program.set(fwd({ listenPort, isUdp: true, serverAddr: '127.0.0.1', serverPort }))
  assert.equal(await askUdp(t, listenPort, 'hello'), 'hello back')
  assert.equal(await replyAt(listenPort), null)
})

test('never to the gateway itself: neither by its address nor by a name', async (t) => {
  const program = await startProgram(t)
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
  const own = [Number(new URL(program.url).port), program.modbusPort]
  await program.set(
    fwd(
      { listenPort: ports[0] ?? 0, serverAddr: '127.0.0.1', serverPort: own[0] ?? 0 },
      { listenPort: ports[1] ?? 0, serverAddr: '127.8.8.8', serverPort: own[1] ?? 0 },
      { listenPort: ports[2] ?? 0, serverAddr: 'localhost', serverPort: own[0] ?? 0 },
      { listenPort: ports[3] ?? 0, serverAddr: 'localhost', serverPort: own[1] ?? 0 },
    ),
  )
  const replies = []
  for (const port of ports) replies.push(await replyAt(port))
  assert.deepEqual(replies, [null, null, '', ''])
})

test('ethernet.ipDnss: whom questions to DNS are led to', async (t) => {
  const answersAt = await startUdp(t)
  const bound = new Set<UdpSocket>()
  const dnsServers: string[] = []
  /** Port 53 is for few to use: somewhere else on this machine stands for it, and for the server. */
  const openUdp = (type: 'udp4' | 'udp6'): UdpSocket => {
    const socket = createSocket(type)
    const [bind, dial] = [socket.bind.bind(socket), socket.connect.bind(socket)]
    return Object.assign(socket, {
      bind: () => {
        bound.add(socket)
        return bind({ address: '127.0.0.1', port: 0 })
      },
      connect: (port: number, address: string) => {
        dnsServers.push(`${address}:${port}`)
        dial(answersAt, '127.0.0.1')
      },
    })
  }
  const program = await startProgram(t, { openUdp })
  for (const server of ['192.0.2.53', '192.0.2.54']) {
    bound.clear()
    await program.set({ ...fwd({ listenPort: 53, isUdp: true }), ethernet: { ipDnss: [server] } })
    const [socket] = bound
    assert.equal(await askUdp(t, socket?.address().port ?? 0, 'where?'), 'where? back')
  }
  assert.deepEqual(dnsServers, ['192.0.2.53:53', '192.0.2.54:53'])
})
