import { type Clock, Semaphore } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Sql } from '../db/sql.ts'
import type { ConnectionEvent, NetLink } from '../field/link/net-link.ts'
import { clockOffSec, reportIn } from './report.ts'
import { gatewayOfNet, type KnownGateway, netsWithGateway, recordTold, recordUntold } from './reports.sql.ts'
import { byCall, byTunnel, type GatewayConnection, type GatewayReply } from './ways.ts'

export interface GatewayReportsOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  log: Pick<Log, 'error'>
  field: {
    link(netId: number): NetLink | undefined
    onConnection(listener: (event: ConnectionEvent) => void): () => void
  }
  /** Whether this process has the tunnels. */
  hasVpn: boolean
}

const periodMs = 300_000
/** What was told so lately is not asked for again. */
const freshMs = 5000
/** What a gateway that has just called in is busy with goes first. */
const settleMs = 3000
const askedAtOnce = 8
const problemMax = 300

/** Asks gateways for their state: every five minutes, when they call in, and when a person looks. The answer is kept with its time. */
export class GatewayReports {
  readonly #options: GatewayReportsOptions
  readonly #turns = new Semaphore(askedAtOnce)
  /** Under way, by network. */
  readonly #asking = new Map<number, Promise<void>>()
  readonly #cancels = new Set<() => void>()
  #isRunning = false

  constructor(options: GatewayReportsOptions) {
    this.#options = options
  }

  start(): void {
    const { field } = this.#options
    this.#isRunning = true
    this.#cancels.add(
      field.onConnection(({ netId, isConnected }) => {
        if (isConnected) this.#later(settleMs, () => this.#askQuietly(netId))
      }),
    )
    this.#later(periodMs, () => this.#askAll())
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    for (const cancel of this.#cancels) cancel()
    this.#cancels.clear()
    await Promise.allSettled(this.#asking.values())
  }

  /** How the gateway of a network can be asked now; null where it cannot. */
  wayTo({ netId, vpnIp, apiPort }: Pick<KnownGateway, 'netId' | 'vpnIp' | 'apiPort'>): GatewayConnection | null {
    const { field, hasVpn } = this.#options
    if (hasVpn && vpnIp !== null && apiPort !== null) return byTunnel({ address: vpnIp, apiPort })
    const link = field.link(netId)
    const unit = link?.gatewayUnit ?? null
    return link === undefined || unit === null ? null : byCall(link, unit)
  }

  /** Asks once, however many want to know; not again what was told just now. Resolves when that is stored. */
  ask(netId: number): Promise<void> {
    const known = this.#asking.get(netId)
    if (known !== undefined) return known
    const asking = this.#turns.run(() => this.#ask(netId)).finally(() => this.#asking.delete(netId))
    this.#asking.set(netId, asking)
    return asking
  }

  /** Null: begun, and told again, so that viewers see it under way; else why not. */
  async requestUpdate(netId: number): Promise<GatewayReply<string | null>> {
    const { sql, now } = this.#options
    const [gateway] = await gatewayOfNet(sql, netId, now())
    const way = gateway === undefined ? null : this.wayTo(gateway)
    if (gateway === undefined || way === null) return { err: 'NoConnection' }
    const answer = await way.requestUpdate()
    const isBegun = 'ok' in answer && answer.ok === null
    if (isBegun) await this.#tell(gateway, way).catch((error: unknown) => this.#failed(error))
    return answer
  }

  async #ask(netId: number): Promise<void> {
    const { sql, now } = this.#options
    const [gateway] = await gatewayOfNet(sql, netId, now())
    const way = gateway === undefined ? null : this.wayTo(gateway)
    if (gateway === undefined || way === null) return
    if (gateway.toldOn !== null && Math.abs(now().getTime() - gateway.toldOn.getTime()) < freshMs) return
    await this.#tell(gateway, way)
  }

  async #tell(gateway: KnownGateway, way: GatewayConnection): Promise<void> {
    const { sql, now } = this.#options
    const told = await way.report()
    const report = 'ok' in told ? reportIn(told.ok) : null
    const on = now()
    if (report !== null)
      await recordTold(sql, gateway.id, { on, by: way.by, clockOffSec: clockOffSec(report, on), report })
    else await recordUntold(sql, gateway.id, on, ('err' in told ? told.err : 'it told nothing').slice(0, problemMax))
  }

  async #askAll(): Promise<void> {
    this.#later(periodMs, () => this.#askAll())
    for (const { netId } of await netsWithGateway(this.#options.sql)) {
      if (!this.#isRunning) return
      // So many wait at once as are asked at once; the list may be long.
      while (this.#asking.size >= askedAtOnce) await Promise.race(this.#asking.values()).catch(() => undefined)
      void this.#askQuietly(netId)
    }
  }

  async #askQuietly(netId: number): Promise<void> {
    await this.ask(netId).catch((error: unknown) => this.#failed(error))
  }

  #later(ms: number, act: () => Promise<void>): void {
    if (!this.#isRunning) return
    const cancel = this.#options.clock.after(ms, () => {
      this.#cancels.delete(cancel)
      void act().catch((error: unknown) => this.#failed(error))
    })
    this.#cancels.add(cancel)
  }

  #failed(error: unknown): void {
    this.#options.log.error({ err: error }, 'what a gateway told was not kept')
  }
}
