import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Decides whether one more connection is accepted. */
export interface ConnectionLimit {
  take(address: string, connection: { idleSince(): number | null; leave(): void }): { free(): void } | null
}

interface GuardOptions {
  slots: ConnectionLimit
  /** The clock of the slots. */
  now: () => number
  /** Receives the error of a connection that could not be accepted. */
  onError: (error: Error) => void
}

/** Connections without a request are closed first: they lose nothing, and a flood consists of them. */
const silentMs = 60_000

/** Connections are let in while there is a slot. Those without a request under way are idle: slow senders are, too. */
export const guardConnections = (server: Server, { slots, now, onError }: GuardOptions): void => {
  const connections = new WeakMap<Socket, { requests: number; idleSince: number }>()
  server.on('connection', (socket: Socket) => {
    const connection = { requests: 0, idleSince: now() - silentMs }
    connections.set(socket, connection)
    const seat = slots.take(socket.remoteAddress ?? '', {
      idleSince: () => (connection.requests > 0 ? null : connection.idleSince),
      leave: () => socket.destroy(),
    })
    if (seat === null) socket.destroy()
    else socket.once('close', () => seat.free())
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.requests += 1
    response.once('close', () => {
      connection.requests -= 1
      connection.idleSince = now()
    })
  })
  // Without a handler the error would end the process. A failure to listen is reported to the caller of `listen`.
  server.on('error', (error) => {
    if (server.listening) onError(error)
  })
}
