import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '@busbar/database'
import { endService, firstOrg, metricsOf, type Service, startService } from '../../service.ts'
import { NatsServer } from '../nats-server.ts'
import type { FleetDatabase } from './database.ts'
import { loadFleet } from './load-fleet.ts'
import type { SitesCommand, SitesReply } from './sites.ts'

export interface FleetOptions {
  nodes: number
  gateways: number
  organizations: number
  paramsPerGateway: number
  periodSec: number
  /** From the end of a connection to the next call. */
  delaySec: number
  database: FleetDatabase
}

export interface FleetNode extends Service {
  name: string
}

const pollMs = 500

/** Nodes, their database and messages, and gateways that call them: real processes all. */
export class Fleet {
  readonly options: FleetOptions
  readonly nodes: FleetNode[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'busbar-fleet-'))
  readonly #nats = new NatsServer()
  readonly #sites: ChildProcess = fork(new URL('sites.ts', import.meta.url))
  #db: Database | null = null
  token = ''
  orgId = 0

  constructor(options: FleetOptions) {
    this.options = options
  }

  get sql(): Database['sql'] {
    if (this.#db === null) throw new Error('the fleet has not started')
    return this.#db.sql
  }

  async start(): Promise<void> {
    const { nodes, gateways, organizations, paramsPerGateway, periodSec, database } = this.options
    await database.start()
    await this.#nats.start()
    const { token, orgId } = await firstOrg(await this.#add(), this.#folder)
    this.token = token
    this.orgId = orgId
    this.#db = await openDatabase({ dataFolder: this.#folder, url: database.url })
    const named = once(this.#sites, 'message')
    this.#tellSites({ sites: gateways })
    const [{ macs }] = (await named) as [SitesReply]
    const others = await this.sql<{ id: number }[]>`
      insert into org (name) select 'Organization ' || i from generate_series(2, ${organizations}::bigint) i returning id`
    const orgIds = [this.orgId, ...others.map(({ id }) => id)]
    await loadFleet(this.sql, { orgIds, macs, paramsPerGateway, periodSec })
    while (this.nodes.length < nodes) await this.#add()
  }

  /** Lets the gateways call; resolves when all are there. */
  async call(): Promise<void> {
    this.#tellSites({
      ports: this.nodes.map(({ callBack }) => Number(callBack.split(':').at(-1))),
      delaySec: this.options.delaySec,
    })
    await this.connected()
  }

  /** Resolves when every gateway is connected to a running node, with the seconds that this took. */
  async connected(): Promise<number> {
    const startedMs = performance.now()
    while ((await this.sum('busbar_links_connected')) < this.options.gateways) await sleep(pollMs)
    return (performance.now() - startedMs) / 1000
  }

  /** Resolves when every device was read after this time of the database, with the seconds since then. */
  async polledAgain(since: Date): Promise<number> {
    for (;;) {
      const [row] = await this.sql<[{ count: number; late: number }]>`
        select count(*) as count, extract(epoch from clock_timestamp() - ${since}::timestamptz)::float8 as late
        from last_poll where read_on > ${since}`
      if (row.count >= this.options.gateways) return row.late
      await sleep(pollMs)
    }
  }

  async databaseNow(): Promise<Date> {
    const [row] = await this.sql<[{ now: Date }]>`select clock_timestamp() as now`
    return row.now
  }

  /** Sums a metric over all nodes. */
  async sum(metric: string): Promise<number> {
    const all = await Promise.all(this.nodes.map(async (node) => (await metricsOf(node)).get(metric) ?? 0))
    return all.reduce((sum, value) => sum + value, 0)
  }

  async kill(node: FleetNode): Promise<void> {
    this.nodes.splice(this.nodes.indexOf(node), 1)
    await endService(node, 'SIGKILL')
  }

  /** All processes, by role. */
  pids(): ReadonlyMap<string, readonly number[]> {
    return new Map([
      ...this.nodes.map(({ name, program }): [string, number[]] => [name, [program.program.pid ?? 0]]),
      ...this.options.database.pids(),
      ['NATS', [this.#nats.pid]],
      ['simulated gateways', [this.#sites.pid ?? 0]],
    ])
  }

  async stop(): Promise<void> {
    if (this.#sites.connected) this.#sites.disconnect()
    await Promise.all(this.nodes.map((node) => endService(node, 'SIGTERM')))
    await this.#db?.close()
    this.#nats.stop()
    this.options.database.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }

  async #add(): Promise<FleetNode> {
    const name = `n${this.nodes.length + 1}`
    const service = await startService({
      data: join(this.#folder, name),
      'secrets-key-file': join(this.#folder, 'secrets.key'),
      db: this.options.database.url,
      nats: this.#nats.urlAt(),
      'node-name': name,
      callback: '127.0.0.1:0',
      'callback-tls': 'off',
      // As behind a load balancer: all come by one address.
      'trust-proxy': '127.0.0.1',
      'callback-max': String(this.options.gateways + 1000),
      'log-level': 'warn',
    })
    const node = { ...service, name }
    this.nodes.push(node)
    return node
  }

  #tellSites(command: SitesCommand): void {
    this.#sites.send(command)
  }
}
