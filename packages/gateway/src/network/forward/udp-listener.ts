import type { RemoteInfo, Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { Target } from './finder.ts'
import type { PortListener, PortListenerParts } from './port-listener.ts'
import { type OpenUdp, UdpSession } from './udp-session.ts'

export interface UdpDoorParts extends PortListenerParts {
  readonly openUdp: OpenUdp
}

/** Maximum number of sessions; a further one replaces the longest idle, because UDP clients do not disconnect. */
const sessionsMax = 128
const sendQueueMaxBytes = 262_144

/** Receives datagrams and forwards those of each client to the server. */
export class UdpListener implements PortListener {
  readonly #parts: UdpDoorParts
  /** The one that spoke last is at the end. */
  readonly #sessions = new Map<string, UdpSession>()
  #socket: Socket | null = null
  /** Index of the server in use; it advances when a server does not respond. */
  #turn = 0

  constructor(parts: UdpDoorParts) {
    this.#parts = parts
  }

  get clients(): number {
    return this.#sessions.size
  }

  async open(): Promise<void> {
    const { host, port, openUdp, onFailed } = this.#parts
    const socket = openUdp(isIPv6(host) ? 'udp6' : 'udp4')
    try {
      socket.bind({ address: host, port, exclusive: true })
      await once(socket, 'listening')
    } catch (error) {
      socket.close()
      throw error
    }
    socket.on('error', onFailed)
    socket.on('message', (bytes, from) => this.#onMessage(bytes, from))
    this.#socket = socket
  }

  async close(): Promise<void> {
    const socket = this.#socket
    this.#socket = null
    if (socket === null) return
    const closed = once(socket, 'close')
    for (const session of this.#sessions.values()) session.end()
    socket.close()
    await closed
  }

  #onMessage(bytes: Uint8Array, from: RemoteInfo): void {
    // Datagrams from port 0 cannot be answered, or are an attack on the server.
    if (from.port === 0) return
    const key = `${from.address} ${from.port}`
    const session = this.#sessions.get(key) ?? this.#newSession(key, from)
    this.#sessions.delete(key)
    this.#sessions.set(key, session)
    session.send(bytes)
  }

  #newSession(key: string, from: RemoteInfo): UdpSession {
    const { openUdp, clock, onFailed } = this.#parts
    const [oldest] = this.#sessions.values()
    if (this.#sessions.size >= sessionsMax) oldest?.end()
    const turn = this.#turn
    const session: UdpSession = new UdpSession({
      find: () => this.#find(turn),
      openUdp,
      clock,
      onAnswer: (bytes) => this.#answer(bytes, from),
      onFailed,
      onEnd: (hasAnswered) => {
        // Advances once for all clients of the same server.
        if (!hasAnswered && turn === this.#turn) this.#turn += 1
        if (this.#sessions.get(key) === session) this.#sessions.delete(key)
      },
    })
    void session.start()
    return session
  }

  async #find(turn: number): Promise<Target> {
    const targets = await this.#parts.finder.find()
    const target = targets[turn % targets.length]
    if (target === undefined) throw new Error('there is nowhere to go')
    return target
  }

  #answer(bytes: Uint8Array, { port, address }: RemoteInfo): void {
    this.#parts.onReached()
    const socket = this.#socket
    // A client that cannot be answered is its own affair.
    if (socket !== null && socket.getSendQueueSize() <= sendQueueMaxBytes) socket.send(bytes, port, address, () => {})
  }
}
