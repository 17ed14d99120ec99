import { isIPv6, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Sql } from '@busbar/database'
import { type Clock, Periodic, RateLimit, Semaphore } from '@busbar/kit'
import type { Certificate } from '@busbar/kit/certificate'
import { plainAddress } from '@busbar/kit/net'
import { ConnectionSlots, type Listener, listen } from '@busbar/modbus/net'
import type { FieldNet } from '@busbar/polling'
import { bindingBytes, bindingLabel, type SigningKey } from '@busbar/uplink/handshake'
import { networkOf } from './caller.rules.ts'
import { deleteStale } from './gateways.sql.ts'
import { type CallBackLimits, callBackLimits } from './limits.ts'
import { MacChanges, type RecordMove } from './move-gateway.ts'
import { type PendingGateway, PendingGateways } from './pending-gateways.ts'
import { RefusalLog } from './refusal-log.ts'
import { type CallBackContext, type CallBackField, CallBackSession } from './session.ts'
import { SharedSocket } from './socket-handover.ts'
import { detectTls, TlsAcceptor } from './tls.ts'

/** Log of the listener. */
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
  /** See `CallBackContext`. */
  take?: (netId: number, isProven: boolean) => Promise<boolean>
  limits?: Partial<CallBackLimits>
  /** Behind these addresses there are many gateways: a load balancer's. They count in all alone while they prove who they are. */
  isBalancer?: (address: string) => boolean
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

/** Accepts reverse connections of gateways. */
export class CallBackListener {
  readonly #options: CallBackOptions
  readonly #limits: CallBackLimits
  readonly #pending: PendingGateways
  readonly #refusals: RefusalLog
  readonly #database: Semaphore
  readonly #slots: ConnectionSlots
  /** Connections of unbound gateways by source and by network. */
  readonly #calls: RateLimit<string>
  readonly #macChanges: MacChanges
  #listener: Listener | null = null
  readonly #sweeps: Periodic
  #accepted = 0
  #nonsense = 0

  constructor(options: CallBackOptions) {
    const { clock, log, isBalancer } = options
    this.#options = options
    this.#limits = { ...callBackLimits, ...options.limits }
    this.#pending = new PendingGateways(this.#limits)
    this.#database = new Semaphore(this.#limits.queriesMax)
    this.#slots = new ConnectionSlots({
      max: this.#limits.connectionsMax,
      perSourceMax: this.#limits.unprovenPerSourceMax,
      now: () => clock.now(),
      idleMsMin: this.#limits.unprovenMs,
      ...(isBalancer && { isShared: isBalancer }),
      onFull: (facts) => log.warn(facts, 'the limit of pending gateways is reached'),
    })
    this.#refusals = new RefusalLog(clock, {
      one: (mac, why) => log.warn({ mac, why }, 'a gateway was refused'),
      more: (count) => log.warn({ count }, 'more gateways were refused in this minute'),
    })
    this.#calls = new RateLimit({ clock, windowMs: minuteMs, keysMax: sourcesMax })
    this.#macChanges = new MacChanges(clock)
    this.#sweeps = new Periodic({
      name: 'activation codes',
      clock,
      everyMs: this.#limits.sweepMs,
      work: () => this.#sweep(),
      onError: (error) => log.error({ err: error }, 'expired codes could not be removed'),
    })
  }

  async start(): Promise<void> {
    const { host, port, tls, log } = this.#options
    const context = this.#context()
    const acceptor = tls.mode === 'off' ? null : new TlsAcceptor(tls.certificate)
    this.#listener = await listen({
      host,
      port,
      connectionsMax: Number.POSITIVE_INFINITY,
      envelope: 'tcp',
      handler: () => undefined,
      onConnection: (socket) => this.#accept(context, acceptor, socket),
      onError: (error) => log.warn({ err: error }, 'a gateway connection could not be accepted'),
    })
    this.#sweeps.start()
  }

  async stop(): Promise<void> {
    this.#refusals.stop()
    await this.#listener?.close()
    this.#listener = null
    await this.#sweeps.stop()
    await this.#database.idle()
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
      waiting: this.#pending.size,
      accepted: this.#accepted,
      refused: this.#refusals.count,
      nonsense: this.#nonsense,
    }
  }

  /** Hands waiting gateways over to a new or changed network. */
  onNetChanged({ mac }: Pick<FieldNet, 'mac'>): void {
    if (mac !== null) this.recheck(mac)
  }

  /** Pending gateways with a MAC; a MAC proves nothing, so there may be several. */
  waiting(mac: string): readonly Pick<PendingGateway, 'key' | 'ask' | 'transact'>[] {
    return this.#pending.of(mac)
  }

  recheck(mac: string): void {
    for (const gateway of this.#pending.of(mac)) gateway.recheck()
  }

  #context(): CallBackContext {
    const { key, sql, field, clock, now, log, take } = this.#options
    return {
      ...this.#limits,
      ...(take !== undefined && { take }),
      sql,
      field,
      clock,
      now,
      key,
      database: this.#database,
      pending: this.#pending,
      onAccepted: () => {
        this.#accepted += 1
      },
      mayCall: (source) => this.#mayCall(source),
      macChanges: this.#macChanges,
      recordMove: this.#options.recordMove,
      onRefused: (mac, why) => {
        field.report(mac, why)
        this.#refusals.add(mac, why)
      },
      onInvalid: () => {
        this.#nonsense += 1
      },
      onError: (error) => log.error({ err: error }, 'a gateway connection failed'),
    }
  }

  #mayCall(source: string): boolean {
    const { pendingCallsPerSourceMax, pendingCallsPerNetworkMax } = this.#limits
    const isOneTooMany = this.#calls.take(source, pendingCallsPerSourceMax) > 0
    return !isOneTooMany && this.#calls.take(`${networkOf(source)} all`, pendingCallsPerNetworkMax) === 0
  }

  /** The announcement must arrive in time. The connection counts against its address until the gateway has proven its key. */
  #accept(context: CallBackContext, acceptor: TlsAcceptor | null, socket: Socket): void {
    const { remoteAddress = '' } = socket
    const from = plainAddress(remoteAddress) ?? remoteAddress
    const { clock } = this.#options
    const cameAt = clock.now()
    let isAccepted = false
    const slot = this.#slots.take(from, {
      idleSince: () => (isAccepted ? null : cameAt),
      leave: () => socket.destroy(),
    })
    if (slot === null) return void socket.destroy()
    socket.once('close', () => slot.free())
    socket.on('error', () => {})
    socket.setKeepAlive(true, keepAliveMs)
    const onAnnounced = clock.after(this.#limits.announceMs, () => socket.destroy())
    socket.once('close', onAnnounced)
    const onAccepted = (isProven: boolean): void => {
      isAccepted = true
      if (isProven) slot.countInTotalOnly()
    }
    const start = (incoming: Socket, binding: Uint8Array): void => {
      void new CallBackSession(context, {
        socket: new SharedSocket(incoming).start(),
        from,
        binding,
        onAnnounced,
        onAccepted,
      }).run()
    }
    const startPlain = (): void => start(socket, noBinding)
    const startTls = (): void => acceptor?.enter(socket, (secured) => start(secured, bindingOf(secured)))
    const { mode } = this.#options.tls
    if (mode === 'off') startPlain()
    else if (mode === 'required') startTls()
    else detectTls(socket, (opening) => (opening === 'tls' ? startTls() : startPlain()))
  }

  #sweep(): Promise<unknown> {
    const { sql, now } = this.#options
    return this.#database.run(() => deleteStale(sql, now(), new Date(now().getTime() - this.#limits.codeMs)))
  }
}

const bindingOf = (socket: TLSSocket): Uint8Array =>
  socket.exportKeyingMaterial(bindingBytes, bindingLabel, Buffer.alloc(0))
