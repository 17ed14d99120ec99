import { isIPv6, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { bindingBytes, bindingLabel, type SigningKey } from '@busbar/call-back'
import type { Clock } from '@busbar/kit'
import { type Listener, listen, Seats } from '@busbar/modbus/net'
import { RateLimit } from '../../access/rate-limit.ts'
import type { Sql } from '../../db/sql.ts'
import type { FieldNet } from '../../directory/net.ts'
import { plainAddress } from '../address-ranges.ts'
import { networkOf } from './caller.rules.ts'
import { sweepStrangers } from './callers.sql.ts'
import type { Certificate } from './certificate.ts'
import { Gate } from './gate.ts'
import { type CallBackLimits, callBackLimits } from './limits.ts'
import { Line } from './line.ts'
import { MacChanges } from './mac-changes.ts'
import type { RecordMove } from './move-gateway.ts'
import { hearOpening } from './opening-bytes.ts'
import { Refusals } from './refusals.ts'
import { TlsDoor } from './tls-door.ts'
import { type CallBackField, type House, Visit } from './visit.ts'
import { type Guest, WaitingRoom } from './waiting-room.ts'

/** What the listener writes to. */
interface CallBackLog {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface CallBackOptions {
  host: string
  /** 0 takes any free one. */
  port: number
  /** `optional`: the first bytes tell. */
  tls: { mode: 'off' } | { mode: 'optional' | 'required'; certificate: Certificate }
  /** The installation's own, by which gateways know it. */
  key: SigningKey
  sql: Sql
  field: CallBackField
  clock: Clock
  /** The wall clock. */
  now: () => Date
  log: CallBackLog
  /** In the audit log of the organization. */
  recordMove: RecordMove
  limits?: Partial<CallBackLimits>
}

export interface CallBackStatus {
  /** Open ones: of callers that wait, and of those that the field has. */
  connections: number
  /** Callers that wait to be bound. */
  waiting: number
  /** Since the start: who was let in, who was refused, and who said nothing sensible. */
  accepted: number
  refused: number
  nonsense: number
}

const keepAliveMs = 60_000
const minuteMs = 60_000
/** Sources of callers that are remembered. */
const sourcesMax = 10_000
const noBinding = new Uint8Array(bindingBytes)

/** Where gateways call in. */
export class CallBackListener {
  readonly #options: CallBackOptions
  readonly #limits: CallBackLimits
  readonly #room: WaitingRoom
  readonly #refusals: Refusals
  readonly #gate: Gate
  readonly #seats: Seats
  /** Of callers that nobody has bound, by source and by network. */
  readonly #calls: RateLimit<string>
  readonly #macChanges: MacChanges
  #listener: Listener | null = null
  #callOffSweep: () => void = () => {}
  #accepted = 0
  #nonsense = 0

  constructor(options: CallBackOptions) {
    const { clock, log } = options
    this.#options = options
    this.#limits = { ...callBackLimits, ...options.limits }
    this.#room = new WaitingRoom(this.#limits)
    this.#gate = new Gate(this.#limits.queriesMax)
    this.#seats = new Seats({
      max: this.#limits.connectionsMax,
      perSourceMax: this.#limits.unprovenPerSourceMax,
      now: () => clock.now(),
      idleMsMin: this.#limits.strangerMs,
      onFull: (facts) => log.warn(facts, 'gateways that call in find no room'),
    })
    this.#refusals = new Refusals(clock, {
      one: (mac, why) => log.warn({ mac, why }, 'a gateway that called in was refused'),
      more: (count) => log.warn({ count }, 'more gateways that called in were refused in this minute'),
    })
    this.#calls = new RateLimit({ clock, windowMs: minuteMs, keysMax: sourcesMax })
    this.#macChanges = new MacChanges(clock)
  }

  async start(): Promise<void> {
    const { host, port, tls, log } = this.#options
    const house = this.#house()
    const door = tls.mode === 'off' ? null : new TlsDoor(tls.certificate)
    this.#listener = await listen({
      host,
      port,
      connectionsMax: Number.POSITIVE_INFINITY,
      envelope: 'tcp',
      handler: () => undefined,
      onConnection: (socket) => this.#welcome(house, door, socket),
      onError: (error) => log.warn({ err: error }, 'a gateway that called in was not accepted'),
    })
    this.#sweepLater()
  }

  async stop(): Promise<void> {
    this.#callOffSweep()
    this.#refusals.stop()
    await this.#listener?.close()
    this.#listener = null
    await this.#gate.empty()
  }

  /** `HOST:PORT`. */
  get address(): string {
    const { host } = this.#options
    return `${isIPv6(host) ? `[${host}]` : host}:${this.port}`
  }

  get port(): number {
    return this.#listener?.port ?? 0
  }

  status(): CallBackStatus {
    return {
      connections: this.#listener?.connections ?? 0,
      waiting: this.#room.size,
      accepted: this.#accepted,
      refused: this.#refusals.count,
      nonsense: this.#nonsense,
    }
  }

  /** To be told when the field knows of a network that is new or changed: who waits for it is handed over. */
  onNetChanged({ mac }: Pick<FieldNet, 'mac'>): void {
    if (mac !== null) this.look(mac)
  }

  /** Those that wait under a MAC, which proves nothing: they may be several. */
  waiting(mac: string): readonly Pick<Guest, 'key' | 'ask' | 'transact'>[] {
    return this.#room.of(mac)
  }

  look(mac: string): void {
    for (const guest of this.#room.of(mac)) guest.look()
  }

  #house(): House {
    const { key, sql, field, clock, now, log } = this.#options
    return {
      ...this.#limits,
      sql,
      field,
      clock,
      now,
      key,
      gate: this.#gate,
      room: this.#room,
      onAccepted: () => {
        this.#accepted += 1
      },
      mayWait: (source) => this.#mayWait(source),
      macChanges: this.#macChanges,
      recordMove: this.#options.recordMove,
      onRefused: (mac, why) => {
        field.report(mac, why)
        this.#refusals.add(mac, why)
      },
      onNonsense: () => {
        this.#nonsense += 1
      },
      onError: (error) => log.error({ err: error }, 'a gateway that called in was not served'),
    }
  }

  #mayWait(source: string): boolean {
    const { guestCallsPerSourceMax, guestCallsPerNetworkMax } = this.#limits
    const isOneTooMany = this.#calls.take(source, guestCallsPerSourceMax) > 0
    return !isOneTooMany && this.#calls.take(`${networkOf(source)} all`, guestCallsPerNetworkMax) === 0
  }

  /** A caller has so much time to say who it is, however it speaks. It has a seat of its address until it has proven who it is. */
  #welcome(house: House, door: TlsDoor | null, socket: Socket): void {
    const { remoteAddress = '' } = socket
    const from = plainAddress(remoteAddress) ?? remoteAddress
    const { clock } = this.#options
    const cameAt = clock.now()
    let isAccepted = false
    const seat = this.#seats.take(from, {
      idleSince: () => (isAccepted ? null : cameAt),
      leave: () => socket.destroy(),
    })
    if (seat === null) return void socket.destroy()
    socket.once('close', () => seat.free())
    socket.on('error', () => {})
    socket.setKeepAlive(true, keepAliveMs)
    const onAnnounced = clock.after(this.#limits.announceMs, () => socket.destroy())
    socket.once('close', onAnnounced)
    const onAccepted = (isProven: boolean): void => {
      isAccepted = true
      if (isProven) seat.vouch()
    }
    const visit = (heard: Socket, binding: Uint8Array): void => {
      void new Visit(house, { line: new Line(heard).start(), from, binding, onAnnounced, onAccepted }).run()
    }
    const visitPlain = (): void => visit(socket, noBinding)
    const visitTls = (): void => door?.enter(socket, (secured) => visit(secured, bindingOf(secured)))
    const { mode } = this.#options.tls
    if (mode === 'off') visitPlain()
    else if (mode === 'required') visitTls()
    else hearOpening(socket, (opening) => (opening === 'tls' ? visitTls() : visitPlain()))
  }

  #sweepLater(): void {
    const { sql, clock, now, log } = this.#options
    const { sweepMs, codeMs } = this.#limits
    this.#callOffSweep = clock.after(sweepMs, () => {
      const swept = this.#gate.pass(() => sweepStrangers(sql, now(), new Date(now().getTime() - codeMs)))
      void swept.catch((error: unknown) => log.error({ err: error }, 'codes that are over were not removed'))
      this.#sweepLater()
    })
  }
}

const bindingOf = (socket: TLSSocket): Uint8Array =>
  socket.exportKeyingMaterial(bindingBytes, bindingLabel, Buffer.alloc(0))
