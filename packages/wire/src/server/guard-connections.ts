import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Says whether there is room for one more connection. */
export interface ConnectionLimit {
  take(address: string, connection: { idleSince(): number | null; leave(): void }): { free(): void } | null
}

interface GuardOptions {
  slots: ConnectionLimit
  /** The clock of the slots. */
  now: () => number
  /** Of a connection that could not be accepted. */
  onError: (error: Error) => void
}

/** Who has asked nothing yet goes before all who have: it loses nothing, and a flood is made of such. */
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
  // Without a handler it would end the process. That it cannot listen is told to who asked it to.
  server.on('error', (error) => {
    if (server.listening) onError(error)
  })
}
