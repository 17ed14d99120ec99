import {
  bucketNames,
  callBackLimits,
  Diagnosis,
  Dialer,
  Field,
  LeaseKeeper,
  LiveHub,
  LiveRelay,
  OwnedNets,
  Ownership,
  RawAllow,
} from '@busbar/cloud/nodes'
import type { LeaseTable } from '@busbar/cloud/nodes/testing'
import { type Clock, Semaphore, type VirtualClock } from '@busbar/kit'
import type { ByteStream } from '@busbar/modbus'
import { ConnectionSlots, type DialOptions } from '@busbar/modbus/net'
import { type FieldNet, Poller } from '@busbar/polling'
import type { Poll } from '@busbar/readings'
import type { Callers } from './callers.ts'
import { CountedMessages } from './counted-messages.ts'
import type { SimulatedStream } from './simulated-stream.ts'
import type { Tally } from './tally.ts'

/** Costs of a node, measured with real ones. */
export interface NodeCosts {
  /** CPU time of its thread for one connecting gateway. */
  handshakeCpuMs: number
  /** A short statement, there and back. */
  statementMs: number
  /** From a poll to its commit. */
  commitMs: number
}

export interface NodeParts {
  id: string
  base: VirtualClock
  nets: ReadonlyMap<number, FieldNet>
  leases: LeaseTable
  callers: Callers
  messages: CountedMessages
  tally: Tally
  random: () => number
  costs: NodeCosts
  dialsPerSecMax: number
  callersMax: number
  connect: (nodeId: string, options: DialOptions) => Promise<ByteStream>
}

const startMs = Date.UTC(2026, 4, 4, 12)
const log = { info: () => {}, error: () => {} }

/** A clock of a process that can die: what was due then never happens. */
class MortalClock implements Clock {
  readonly #base: VirtualClock
  isDead = false

  constructor(base: VirtualClock) {
    this.#base = base
  }

  now(): number {
    return this.#base.now()
  }

  after(delayMs: number, act: () => void): () => void {
    return this.#base.after(delayMs, () => this.isDead || act())
  }
}

/** The real parts of one node, from its leases to its live events, on a simulated database, network and processor. */
export class SimulatedNode {
  readonly id: string
  readonly live: LiveHub
  readonly #parts: NodeParts
  readonly #clock: MortalClock
  readonly #keeper: LeaseKeeper
  readonly #owned: OwnedNets
  readonly #field: Field
  readonly #poller: Poller
  readonly #relay: LiveRelay
  readonly #slots: ConnectionSlots
  readonly #database = new Semaphore(callBackLimits.queriesMax)
  readonly #streams = new Set<SimulatedStream>()
  #uncommitted: Poll[] = []
  #cpuFreeMs = 0
  #seen = ''

  constructor(parts: NodeParts) {
    const { id, base, nets, callers, messages, random, dialsPerSecMax } = parts
    this.id = id
    this.#parts = parts
    const clock = new MortalClock(base)
    const now = (): Date => new Date(startMs + base.now())
    this.#clock = clock
    this.#keeper = new LeaseKeeper({ id, clock, store: this.#store(), log, onChange: () => this.#changed() })
    const view = callers.view(id, (netIds) => this.#owned.updateNets(netIds))
    const ownership = new Ownership({ id, clock, keeper: this.#keeper, callers: view })
    const directory = { nets: () => nets.values(), net: (netId: number) => nets.get(netId), watch: () => () => {} }
    this.#owned = new OwnedNets({ clock, directory, ownership })
    const connect = (options: DialOptions): Promise<ByteStream> => parts.connect(id, options)
    const dialer = new Dialer({ rawAllow: new RawAllow(), clock, ownAddresses: () => [], dialsPerSecMax, connect })
    this.#field = new Field({ clock, now, random, dialer, ownership })
    const newBoot = (): string => id
    this.live = new LiveHub({ clock, now, newBoot })
    const { exchanges } = new Diagnosis({ clock, newBoot, now })
    const shared = { id, messages, clock, live: this.live, exchanges }
    this.#relay = new LiveRelay({ ...shared, computedOrgs: () => [], onPoll: () => {} })
    const recorder = { record: (poll: Poll): void => this.#record(poll) }
    this.#poller = new Poller({ clock, now, directory: this.#owned, field: this.#field, recorder, log })
    this.#slots = new ConnectionSlots({
      max: parts.callersMax,
      perSourceMax: callBackLimits.unprovenPerSourceMax,
      // Gateways connect through a configured load balancer.
      isShared: () => true,
      now: () => clock.now(),
      idleMsMin: callBackLimits.unprovenMs,
    })
    this.#owned.watch((net, netId) => (net === null ? this.#field.remove(netId) : this.#field.apply(net)))
  }

  async start(): Promise<void> {
    await this.#keeper.start()
    this.#field.start()
    this.#poller.start()
    this.#relay.start()
  }

  /** As `kill -9`: the system closes its sockets. */
  kill(): void {
    this.#clock.isDead = true
    this.#parts.messages.isConnected = false
    this.#parts.callers.forget(this.id)
    for (const stream of this.#streams) stream.cut()
  }

  get isAlive(): boolean {
    return !this.#clock.isDead
  }

  get connections(): number {
    return this.#streams.size
  }

  netIds(): number[] {
    return Array.from(this.#owned.nets(), ({ id }) => id)
  }

  get buckets(): number {
    return bucketNames.filter((name) => this.#keeper.lease(name) !== undefined).length
  }

  get refused(): number {
    return this.#slots.refused
  }

  opened(stream: SimulatedStream): void {
    this.#streams.add(stream)
  }

  ended(stream: SimulatedStream): void {
    this.#streams.delete(stream)
  }

  /**
   * Handles a connecting gateway: proofs in both directions, two statements, and registration in the field. Calls
   * `onLetIn` then.
   */
  async accept(net: FieldNet, stream: SimulatedStream, roundTripMs: number, onLetIn: () => void): Promise<void> {
    const { callers, costs } = this.#parts
    const cameMs = this.#clock.now()
    let isLetIn = false
    const slot = this.#slots.take('10.0.0.2', {
      idleSince: () => (isLetIn ? null : cameMs),
      leave: () => stream.destroy(),
    })
    if (slot === null) return stream.destroy()
    stream.on('close', () => slot.free())
    await this.#wait(2 * roundTripMs)
    await this.#wait(this.#cpuMs(costs.handshakeCpuMs))
    await this.#database.run(() => this.#wait(costs.statementMs))
    await this.#database.run(() => this.#wait(costs.statementMs))
    if (!stream.isOpen) return
    callers.take(net.id, this.id)
    const facts = { isProven: true, unit: 1, from: '', keyId: null }
    if (!this.#field.accept(net.mac ?? '', stream, facts)) return stream.destroy()
    isLetIn = true
    slot.countInTotalOnly()
    onLetIn()
    await this.#database.run(() => this.#wait(costs.statementMs))
  }

  /** As `Nodes` does: renewals come each second and mostly change nothing. */
  #changed(): void {
    const alive = this.#keeper.picture?.nodes.flatMap(({ id, isAlive }) => (isAlive ? id : [])) ?? []
    const seen = [this.#keeper.isAlive(), ...alive, ...this.#keeper.names()].join(' ')
    if (seen === this.#seen) return
    this.#seen = seen
    this.#owned.update()
  }

  #store() {
    const { id, leases, costs } = this.#parts
    const done = async <T>(act: () => T): Promise<T> => {
      await this.#wait(costs.statementMs)
      return act()
    }
    return {
      renew: (isDraining: boolean) => done(() => leases.renew(id, isDraining)),
      take: (seen: Parameters<LeaseTable['take']>[1]) => done(() => leases.take(id, seen)),
      give: (given: Parameters<LeaseTable['give']>[1]) => done(() => leases.give(id, given)),
      leave: () => done(() => leases.leave(id)),
      reset: () => {},
    }
  }

  /** Single thread: new work waits while it is busy. */
  #cpuMs(ms: number): number {
    const nowMs = this.#clock.now()
    this.#cpuFreeMs = Math.max(nowMs, this.#cpuFreeMs) + ms
    return this.#cpuFreeMs - nowMs
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(ms, resolve))
  }

  /** Polls of a while are committed together, and only then told. */
  #record(poll: Poll): void {
    const { tally, costs } = this.#parts
    tally.count(poll.errors === null ? `polls ${this.id}` : 'failed polls')
    if (poll.errors === null) tally.polled(poll.deviceId)
    this.#uncommitted.push(poll)
    if (this.#uncommitted.length > 1) return
    this.#clock.after(costs.commitMs, () => {
      const polls = this.#uncommitted
      this.#uncommitted = []
      for (const { orgId } of polls) tally.published.set(orgId, (tally.published.get(orgId) ?? 0) + 1)
      this.live.publishReadings(polls)
    })
  }
}
