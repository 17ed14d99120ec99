import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@busbar/modbus'
import type { Acts } from '../../kit/acts.ts'
import { freePort } from '../../kit/free-port.ts'
import { play } from '../../kit/play.ts'
import { periodSec, request, unit } from '../params.ts'

export interface BareActs extends Acts {
  /** Listens for gateways, hears their announcement, and asks no more of them; gives the port. */
  listen(): Promise<number>
  connected(): number
  /** Sends every gateway the same request in the same period as the service, for so long; gives how many were answered. */
  poll(ms: number): Promise<number>
}

const clients: Client[] = []

const accept = (socket: Socket): void => {
  socket.on('error', () => {})
  // The announcement; what comes after it is asked for.
  socket.once('data', () => clients.push(new Client(socket, { envelope: 'tcp' })))
}

const acts: BareActs = {
  async listen() {
    const port = await freePort()
    const server = createServer({ noDelay: true }, accept)
    server.listen({ host: '127.0.0.1', port, backlog: 1024 })
    await once(server, 'listening')
    return port
  },
  connected: () => clients.length,
  async poll(ms) {
    const startedAt = performance.now()
    const perMs = clients.length / (periodSec * 1000)
    let requests = 0
    let answered = 0
    const ask = async (client: Client | undefined): Promise<void> => {
      const outcome = await client?.ask(unit, request)
      if (outcome !== undefined && 'ok' in outcome) answered += 1
    }
    for (let passedMs = 0; passedMs < ms; passedMs = performance.now() - startedAt) {
      for (; requests < passedMs * perMs; requests += 1) void ask(clients[requests % clients.length])
      await sleep(requests / perMs - passedMs)
    }
    return answered
  },
}
play(acts)
