import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Target } from './finder.ts'
import { inTime } from './reach.ts'

export type OpenUdp = (type: 'udp4' | 'udp6') => Socket

export interface UdpSessionParts {
  readonly find: () => Promise<Target>
  readonly openUdp: OpenUdp
  readonly clock: Clock
  /** Called for each reply of the server. */
  readonly onAnswer: (bytes: Uint8Array) => void
  readonly onFailed: (error: unknown) => void
  readonly onEnd: (hasAnswered: boolean) => void
}

/** A session ends after this time without a datagram. */
const idleMs = 60_000
/** Until the server is found; a datagram more is lost, as datagrams are. */
const earlyMax = 8
/** Above this queue length the system cannot keep up. */
const sendQueueMaxBytes = 262_144

/** Datagrams of one client over a separate socket, so that responses return to that client. */
export class UdpSession {
  readonly #parts: UdpSessionParts
  readonly #closed = new AbortController()
  #early: Uint8Array[] | null = []
  #socket: Socket | null = null
  #usedAtMs = 0
  #hasAnswered = false
  #cancelIdle: () => void = () => {}

  constructor(parts: UdpSessionParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    const { clock, find, onFailed } = this.#parts
    this.#touch()
    this.#rest(idleMs)
    try {
      await this.#connect(await inTime(clock, this.#closed.signal, find))
    } catch (error) {
      if (!this.#closed.signal.aborted) onFailed(error)
      this.end()
    }
  }

  send(bytes: Uint8Array): void {
    this.#touch()
    if (this.#early === null) return this.#pass(bytes)
    if (this.#early.length < earlyMax) this.#early.push(bytes)
  }

  end(): void {
    if (this.#closed.signal.aborted) return
    this.#closed.abort()
    this.#early = null
    this.#cancelIdle()
    this.#socket?.close()
    this.#parts.onEnd(this.#hasAnswered)
  }

  /** A connected socket receives only from its server, and reports a closed port. */
  async #connect({ address, port, localAddress }: Target): Promise<void> {
    if (this.#closed.signal.aborted) return
    const socket = this.#parts.openUdp(isIPv6(address) ? 'udp6' : 'udp4')
    this.#socket = socket
    socket.on('message', (bytes) => this.#answered(bytes))
    if (localAddress !== undefined) {
      socket.bind(0, localAddress)
      await once(socket, 'listening', { signal: this.#closed.signal })
    }
    socket.connect(port, address)
    await once(socket, 'connect', { signal: this.#closed.signal })
    socket.on('error', (error) => {
      this.#parts.onFailed(error)
      this.end()
    })
    const early = this.#early ?? []
    this.#early = null
    for (const bytes of early) this.#pass(bytes)
  }

  #pass(bytes: Uint8Array): void {
    const socket = this.#socket
    if (this.#closed.signal.aborted || socket === null || socket.getSendQueueSize() > sendQueueMaxBytes) return
    socket.send(bytes, (error) => {
      if (error === null || this.#closed.signal.aborted) return
      this.#parts.onFailed(error)
      this.end()
    })
  }

  #answered(bytes: Uint8Array): void {
    this.#hasAnswered = true
    this.#touch()
    this.#parts.onAnswer(bytes)
  }

  #touch(): void {
    this.#usedAtMs = this.#parts.clock.now()
  }

  #rest(waitMs: number): void {
    const { clock } = this.#parts
    this.#cancelIdle = clock.after(waitMs, () => {
      const leftMs = this.#usedAtMs + idleMs - clock.now()
      if (leftMs > 0) this.#rest(leftMs)
      else this.end()
    })
  }
}
