import type { Sql } from '@busbar/database'
import { type Clock, Semaphore } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { ConnectionEvent, NetLink } from '../link/net-link.ts'
import { callBackConnection, type GatewayConnection, type GatewayReply, vpnConnection } from './gateway-connection.ts'
import { clockOffSec, parseReport } from './report.ts'
import { gatewayOfNet, type KnownGateway, netsWithGateway, recordFailure, recordReport } from './reports.sql.ts'

export interface GatewayReportsOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  log: Pick<Log, 'error'>
  field: {
    link(netId: number): NetLink | undefined
    onConnection(listener: (event: ConnectionEvent) => void): () => void
  }
  /** True if this process has the VPN. */
  hasVpn: boolean
}

const periodMs = 300_000
/** Age up to which a report is not requested again. */
const freshMs = 5000
/** Delay after a connection, so that the gateway's own start-up goes first. */
const settleMs = 3000
const requestsMax = 8
const problemMax = 300

/** Asks gateways for their state: every five minutes, when they call in, and when a person looks. The answer is kept with its time. */
export class GatewayReports {
  readonly #options: GatewayReportsOptions
  readonly #semaphore = new Semaphore(requestsMax)
  /** Under way, by network. */
  readonly #requests = new Map<number, Promise<void>>()
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
        if (isConnected) this.#schedule(settleMs, () => this.#tryRefresh(netId))
      }),
    )
    this.#schedule(periodMs, () => this.#refreshAll())
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    for (const cancel of this.#cancels) cancel()
    this.#cancels.clear()
    await Promise.allSettled(this.#requests.values())
  }

  /** How the gateway of a network can be asked now; null where it cannot. */
  connectionTo({ netId, vpnIp, apiPort }: Pick<KnownGateway, 'netId' | 'vpnIp' | 'apiPort'>): GatewayConnection | null {
    const { field, hasVpn } = this.#options
    if (hasVpn && vpnIp !== null && apiPort !== null) return vpnConnection({ address: vpnIp, apiPort })
    const link = field.link(netId)
    const unit = link?.gatewayUnit ?? null
    return link === undefined || unit === null ? null : callBackConnection(link, unit)
  }

  /** Requests a report once for concurrent callers, and not if it is fresh. Resolves when it is stored. */
  refresh(netId: number): Promise<void> {
    const running = this.#requests.get(netId)
    if (running !== undefined) return running
    const request = this.#semaphore.run(() => this.#refresh(netId)).finally(() => this.#requests.delete(netId))
    this.#requests.set(netId, request)
    return request
  }

  /** Null: begun, and told again, so that viewers see it under way; else why not. */
  async requestUpdate(netId: number): Promise<GatewayReply<string | null>> {
    const { sql, now } = this.#options
    const [gateway] = await gatewayOfNet(sql, netId, now())
    const connection = gateway === undefined ? null : this.connectionTo(gateway)
    if (gateway === undefined || connection === null) return { err: 'NoConnection' }
    const answer = await connection.requestUpdate()
    const isBegun = 'ok' in answer && answer.ok === null
    if (isBegun) await this.#fetchReport(gateway, connection).catch((error: unknown) => this.#logFailure(error))
    return answer
  }

  async #refresh(netId: number): Promise<void> {
    const { sql, now } = this.#options
    const [gateway] = await gatewayOfNet(sql, netId, now())
    const connection = gateway === undefined ? null : this.connectionTo(gateway)
    if (gateway === undefined || connection === null) return
    if (gateway.toldOn !== null && Math.abs(now().getTime() - gateway.toldOn.getTime()) < freshMs) return
    await this.#fetchReport(gateway, connection)
  }

  async #fetchReport(gateway: KnownGateway, connection: GatewayConnection): Promise<void> {
    const { sql, now } = this.#options
    const reply = await connection.report()
    const report = 'ok' in reply ? parseReport(reply.ok) : null
    const on = now()
    if (report !== null)
      await recordReport(sql, gateway.id, { on, by: connection.by, clockOffSec: clockOffSec(report, on), report })
    else await recordFailure(sql, gateway.id, on, ('err' in reply ? reply.err : 'it told nothing').slice(0, problemMax))
  }

  async #refreshAll(): Promise<void> {
    this.#schedule(periodMs, () => this.#refreshAll())
    for (const { netId } of await netsWithGateway(this.#options.sql)) {
      if (!this.#isRunning) return
      // Limits concurrent requests; the list may be long.
      while (this.#requests.size >= requestsMax) await Promise.race(this.#requests.values()).catch(() => undefined)
      void this.#tryRefresh(netId)
    }
  }

  async #tryRefresh(netId: number): Promise<void> {
    await this.refresh(netId).catch((error: unknown) => this.#logFailure(error))
  }

  #schedule(ms: number, act: () => Promise<void>): void {
    if (!this.#isRunning) return
    const cancel = this.#options.clock.after(ms, () => {
      this.#cancels.delete(cancel)
      void act().catch((error: unknown) => this.#logFailure(error))
    })
    this.#cancels.add(cancel)
  }

  #logFailure(error: unknown): void {
    this.#options.log.error({ err: error }, 'a report of a gateway could not be stored')
  }
}
