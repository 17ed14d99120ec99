import type { Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import { type EnvelopeName, serve } from '@busbar/modbus'
import type { Requester, UnitGate } from '../bus/gate/requester.ts'
import { PacedStream, queueMax } from './paced-stream.ts'

/** A client as state group `mbTcpServer` has it. */
export interface TcpClientStatus {
  readonly interface: 'eth' | 'gsm' | 'wg'
  readonly remoteIp: string
  readonly remotePort: number
  readonly connectionTimeSec: number
  readonly idleTimeSec: number
}

/** Maximum number of requests of one requester at the bus. */
const depthMax = 16

/** A client of the server until it disconnects. */
export class TcpClient {
  readonly socket: Socket
  readonly requester: Requester
  readonly #clock: Clock
  readonly #interface: TcpClientStatus['interface']
  readonly #sinceMs: number
  readonly #remoteIp: string
  readonly #remotePort: number
  #lastReceivedMs: number

  constructor(socket: Socket, name: string, clock: Clock, by: TcpClientStatus['interface'] = 'eth') {
    const closed = new AbortController()
    socket.once('close', () => closed.abort())
    this.socket = socket
    this.#interface = by
    this.#clock = clock
    this.#sinceMs = clock.now()
    this.#lastReceivedMs = this.#sinceMs
    this.#remoteIp = plainIp(socket.remoteAddress)
    this.#remotePort = socket.remotePort ?? 0
    this.requester = { name, signal: closed.signal, from: this.#remoteIp }
  }

  /** Time of the last received byte. */
  get lastReceivedMs(): number {
    return this.#lastReceivedMs
  }

  /** Its requests go through the gate from now on. */
  serve(gate: UnitGate, envelope: EnvelopeName, onError: (error: unknown) => void): void {
    const clock = this.#clock
    const depth = envelope === 'tcp' ? depthMax : 1
    const stream = new PacedStream(this.socket, clock, depth)
    const handler = stream.pace((unit, pdu) => gate.ask(this.requester, unit, pdu))
    serve(stream, { envelope, depth, queueMax, clock, onError, handler })
    this.watch()
  }

  /** Registers the reader of the socket, which reports idle times. */
  watch(): void {
    this.socket.on('data', () => {
      this.#lastReceivedMs = this.#clock.now()
    })
  }

  /** After this idle time the system probes the connection and closes a dead one. */
  keepAlive(delaySec: number | null): void {
    this.socket.setKeepAlive((delaySec ?? 0) > 0, (delaySec ?? 0) * 1000)
  }

  status(): TcpClientStatus {
    const nowMs = this.#clock.now()
    return {
      interface: this.#interface,
      remoteIp: this.#remoteIp,
      remotePort: this.#remotePort,
      connectionTimeSec: Math.floor((nowMs - this.#sinceMs) / 1000),
      idleTimeSec: Math.floor((nowMs - this.#lastReceivedMs) / 1000),
    }
  }
}

/** Returns IPv4 addresses in plain form, also from dual-stack sockets. */
export const plainIp = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '')
