import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { freePort } from '@busbar/kit/testing'
import { Forwarding, type ForwardingParts } from '../forwarding.ts'
import type { FwdRow } from '../settings.ts'

export const host = '127.0.0.1'
export const unused: FwdRow = { listenPort: null, isUdp: false, serverAddr: '', serverPort: 80 }

/** A server to forward to; what each connection does is the test's. */
export const startServer = async (t: TestContext, serve: (socket: Socket) => void, address = host) => {
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  // Uses a port that is free at all addresses, because a forwarding may listen there.
  server.listen({ host: address, port: await freePort() })
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

export const startUdp = async (t: TestContext, onMessage: (socket: UdpSocket, bytes: Buffer, port: number) => void) => {
  const socket = createSocket('udp4')
  socket.bind({ address: host, port: 0 })
  await once(socket, 'listening')
  t.after(() => socket.close())
  socket.on('message', (bytes, { port }) => onMessage(socket, bytes, port))
  return { socket, port: socket.address().port }
}

/** Forwarding on a virtual clock; `names` are those that the system knows. */
export const setUpForwarding = async (
  t: TestContext,
  rows: readonly Partial<FwdRow>[],
  more: Partial<ForwardingParts> & { names?: Readonly<Record<string, readonly string[]>> } = {},
) => {
  const clock = new VirtualClock()
  const logLines: string[] = []
  const tell = (_details: object, message: string): void => void logLines.push(message)
  const { names = {}, ...parts } = more
  const forwarding = new Forwarding({
    settings: rows.map((row) => ({ ...unused, ...row })),
    host,
    own: () => [],
    addresses: () => [host],
    dnsServers: () => [],
    clock,
    log: { warn: tell, error: tell, info() {} },
    lookup: async (name) => (names[name] ?? []).map((address) => ({ address })),
    ...parts,
  })
  await forwarding.start()
  t.after(() => forwarding.stop())
  const reach = async (port: number, localAddress = host): Promise<Socket> => {
    const socket = connect({ host, port, localAddress, allowHalfOpen: true })
    socket.on('error', () => {})
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  /** Comes in, and is sent away. */
  const sentAway = (port: number): Promise<void> => {
    const socket = connect({ host, port })
    socket.on('error', () => {})
    t.after(() => socket.destroy())
    return over(socket)
  }
  return { forwarding, clock, logLines, reach, sentAway }
}

/** Resolves when the socket is closed, with or without an error. */
export const over = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('end', resolve)
    socket.once('close', () => resolve())
    socket.resume()
  })

export const allOf = async (socket: Socket): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
