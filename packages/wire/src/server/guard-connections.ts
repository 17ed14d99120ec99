import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Says whether there is room for one more connection. */
export interface Room {
  take(address: string, guest: { idleSince(): number | null; leave(): void }): { free(): void } | null
}

interface GuardOptions {
  room: Room
  /** The room's clock. */
  now: () => number
  /** Of a connection that could not be accepted. */
  onError: (error: Error) => void
}

/** Who has asked nothing yet goes before all who have: it loses nothing, and a flood is made of such. */
const silentMs = 60_000

/** Connections are let in while there is room. Those without a request under way are idle: slow senders are, too. */
export const guardConnections = (server: Server, { room, now, onError }: GuardOptions): void => {
  const guests = new WeakMap<Socket, { requests: number; idleSince: number }>()
  server.on('connection', (socket: Socket) => {
    const guest = { requests: 0, idleSince: now() - silentMs }
    guests.set(socket, guest)
    const seat = room.take(socket.remoteAddress ?? '', {
      idleSince: () => (guest.requests > 0 ? null : guest.idleSince),
      leave: () => socket.destroy(),
    })
    if (seat === null) socket.destroy()
    else socket.once('close', () => seat.free())
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const guest = guests.get(socket)
    if (guest === undefined) return
    guest.requests += 1
    response.once('close', () => {
      guest.requests -= 1
      guest.idleSince = now()
    })
  })
  // Nobody else listens, and then it would end the process.
  server.on('error', onError)
}
