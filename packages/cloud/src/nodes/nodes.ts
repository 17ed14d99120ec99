import { randomBytes } from 'node:crypto'
import type { Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { z } from 'zod'
import { LeaseKeeper } from './leases/lease-keeper.ts'
import { addLeases, type NodeRow } from './leases/leases.sql.ts'
import { SqlLeaseStore } from './leases/sql-lease-store.ts'
import { fromBytes, type Messages, toBytes } from './messages/messages.ts'
import { OnceWork } from './once-work.ts'
import { bucketNames, Ownership } from './ownership.ts'
import { NetCallers } from './remote/net-callers.ts'

export interface NodesOptions {
  name: string
  version: string
  sql: Sql
  clock: Clock
  now: () => Date
  log: Pick<Log, 'info' | 'error'>
  messages: Messages
  /** Load of this node, for display. */
  facts: () => object
}

const answerMs = 2000
const drainMessage = z.object({ isDraining: z.boolean() })
const reportMessage = z.object({ work: z.string() })
const reportSubject = (nodeId: string): string => `node.${nodeId}.report`
const drainSubject = (nodeId: string): string => `node.${nodeId}.drain`

/** This service among the others that share its database: its leases and its connections to the others. */
export class Nodes {
  readonly #options: NodesOptions
  /** ID of this run. */
  readonly id = randomBytes(6).toString('hex')
  readonly messages: Messages
  readonly ownership: Ownership
  readonly callers: NetCallers
  /** Work that one node does for all. */
  readonly once: OnceWork
  readonly #keeper: LeaseKeeper
  readonly #listeners = new Set<(netIds: readonly number[] | null) => void>()
  #seen = ''
  #endDrain: () => void = () => {}
  #endReport: () => void = () => {}

  constructor(options: NodesOptions) {
    const { name, version, sql, clock, now, log, messages, facts } = options
    const { id } = this
    this.#options = options
    this.messages = messages
    const store = new SqlLeaseStore({
      sql,
      own: { id, name, version, startedOn: now() },
      facts: () => ({ ...facts(), works: this.once.names }),
    })
    const onChange = (): void => this.#changed()
    this.#keeper = new LeaseKeeper({
      id,
      clock,
      store,
      log,
      onChange,
      beforeGive: (lease) => this.once.end(lease),
    })
    this.callers = new NetCallers({ id, sql, clock, log, onChange: (netIds) => this.#notify(netIds) })
    this.ownership = new Ownership({ id, clock, keeper: this.#keeper, callers: this.callers })
    this.once = new OnceWork({ lease: (work) => this.#keeper.lease(work), log })
  }

  /** All lease names are stored before any lease is acquired. */
  async start(): Promise<void> {
    await addLeases(this.#options.sql, [...bucketNames, ...this.once.names])
    await this.callers.start()
    await this.#keeper.start()
    this.#endReport = this.messages.serve(reportSubject(this.id), async (bytes) => {
      const request = reportMessage.safeParse(fromBytes(bytes))
      const report = request.success ? this.once.report(request.data.work) : undefined
      return report === undefined ? null : toBytes(report)
    })
    this.#endDrain = this.messages.serve(drainSubject(this.id), async (bytes) => {
      const request = drainMessage.safeParse(fromBytes(bytes))
      if (request.success) this.#keeper.drain(request.data.isDraining)
      return request.success ? toBytes({}) : null
    })
  }

  /** Must be called after all work has ended, because other nodes may continue it at once. */
  async stop(): Promise<void> {
    this.#endDrain()
    this.#endReport()
    await this.callers.stop()
    await this.#keeper.stop()
  }

  /** Starts or stops draining a node; false if there is no such node or it does not respond. */
  async drain(nodeId: string, isDraining: boolean): Promise<boolean> {
    if (nodeId === this.id) {
      this.#keeper.drain(isDraining)
      return true
    }
    const reply = await this.messages.request(drainSubject(nodeId), toBytes({ isDraining }), answerMs)
    return 'ok' in reply
  }

  /** True if this node does the work for all. */
  holds(work: string): boolean {
    return this.#keeper.lease(work) !== undefined
  }

  /** Returns the status of work that one node does for all; undefined if no node reports it. */
  async report(work: string): Promise<unknown> {
    if (this.once.isRunning(work)) return this.once.report(work)
    const owner = this.list().find(({ isAlive, isSelf, leases }) => isAlive && !isSelf && leases.includes(work))
    if (owner === undefined) return undefined
    const reply = await this.messages.request(reportSubject(owner.id), toBytes({ work }), answerMs)
    return 'ok' in reply ? fromBytes(reply.ok) : undefined
  }

  /** All nodes, as of the last renewal. */
  list(): (NodeRow & { isSelf: boolean; leases: string[] })[] {
    const { nodes = [], leases = [] } = this.#keeper.picture ?? {}
    return nodes.map((node) => ({
      ...node,
      isSelf: node.id === this.id,
      leases: leases.flatMap(({ name, nodeId }) => (nodeId === node.id ? name : [])),
    }))
  }

  /** Estimated time of the database, never behind it by more than the duration of a renewal. */
  databaseMs(): number {
    return this.#keeper.databaseMs()
  }

  get isAlive(): boolean {
    return this.#keeper.isAlive()
  }

  /**
   * Calls back when these networks, or anything for null, may have changed owner. Returns the function that
   * unsubscribes.
   */
  onChange(listener: (netIds: readonly number[] | null) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Most renewals change nothing. */
  #changed(): void {
    const { nodes = [] } = this.#keeper.picture ?? {}
    const alive = nodes.flatMap(({ id, isAlive }) => (isAlive ? id : []))
    const seen = [this.#keeper.isAlive(), ...alive, ...this.#keeper.names()].join(' ')
    if (seen === this.#seen) return
    this.#seen = seen
    this.#notify(null)
  }

  #notify(netIds: readonly number[] | null): void {
    for (const listener of this.#listeners) listener(netIds)
    if (netIds === null) this.once.update()
  }
}

/** Load of a node, which it reports to the others every second. */
export interface NodeFacts {
  networks: number
  connected: number
  callers: number
  polls: number
  lagMs: number
  queuedPolls: number
  recordedReadings: number
  streams: number
}
