import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { ConnectionSlots } from '@busbar/modbus/net'
import type { PortListener, PortListenerParts } from './port-listener.ts'
import { inTime, reachFirst } from './reach.ts'
import { SocketPair } from './socket-pair.ts'

/** Maximum number of connections, and from one address; further ones are closed at once. */
const pairsMax = 32
const perSourceMax = 16
/** A pair that has been idle this long is closed when a new one needs its place. */
const idleMsMin = 60_000

/** Accepts TCP connections and connects each to the server. */
export class TcpListener implements PortListener {
  readonly #parts: PortListenerParts
  readonly #pairs = new Set<SocketPair>()
  readonly #seats: ConnectionSlots
  #server: Server | null = null

  constructor(parts: PortListenerParts) {
    this.#parts = parts
    const { clock, onFull } = parts
    this.#seats = new ConnectionSlots({
      max: pairsMax,
      perSourceMax,
      now: () => clock.now(),
      idleMsMin,
      onFull,
    })
  }

  get clients(): number {
    return this.#pairs.size
  }

  async open(): Promise<void> {
    const { host, port, onFailed } = this.#parts
    const options = { allowHalfOpen: true, pauseOnConnect: true, noDelay: true }
    const server = createServer(options, (client) => this.#accept(client))
    server.listen({ host, port })
    await once(server, 'listening')
    // For example too many open files: this client is lost, others are not affected.
    server.on('error', onFailed)
    this.#server = server
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null) return
    const closed = once(server, 'close')
    server.close()
    for (const pair of this.#pairs) pair.end()
    await closed
  }

  #accept(client: Socket): void {
    const { finder, clock, isMobile, onReached, onFailed } = this.#parts
    if (isMobile(client)) return void client.destroy()
    const pair: SocketPair = new SocketPair({
      client,
      clock,
      reach: (abortSignal) => inTime(clock, abortSignal, async (signal) => reachFirst(await finder.find(), signal)),
      onReached,
      onFailed,
      onEnd: () => {
        seat?.free()
        this.#pairs.delete(pair)
      },
    })
    const seat = this.#seats.take(client.remoteAddress ?? '', {
      idleSince: () => pair.idleSince(),
      leave: () => pair.end(),
    })
    if (seat === null) return void client.destroy()
    this.#pairs.add(pair)
    void pair.start()
  }
}
