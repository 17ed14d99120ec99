import { type Clock, VirtualClock } from '@busbar/kit'
import { firstAskMs } from '../leases/lease.rules.ts'
import { LeaseKeeper, type LeaseStore } from '../leases/lease-keeper.ts'
import { LeaseTable } from './lease-table.ts'

/** From 0 to 1, the same for the same seed. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A clock of one machine: it runs a little fast or slow, and what is due while its process is stopped comes all at once, in any order. */
class MachineClock implements Clock {
  readonly #base: VirtualClock
  readonly #rate: number
  readonly #random: () => number
  #stopped: (() => void)[] | null = null
  isDead = false

  constructor(base: VirtualClock, rate: number, random: () => number) {
    this.#base = base
    this.#rate = rate
    this.#random = random
  }

  now(): number {
    return this.#base.now() * this.#rate
  }

  after(delayMs: number, act: () => void): () => void {
    let isOff = false
    const cancel = this.#base.after(delayMs / this.#rate, () => this.deliver(() => isOff || act()))
    return () => {
      isOff = true
      cancel()
    }
  }

  /** Something reaches the process. */
  deliver(act: () => void): void {
    if (this.isDead) return
    if (this.#stopped === null) act()
    else this.#stopped.push(act)
  }

  stop(): void {
    this.#stopped ??= []
  }

  goOn(): void {
    const waiting = this.#stopped ?? []
    this.#stopped = null
    while (waiting.length > 0) {
      const [act] = waiting.splice(Math.floor(this.#random() * waiting.length), 1)
      if (act !== undefined) this.deliver(act)
    }
  }
}

/** A node that asks its networks, one for each bucket, whenever it may. */
export interface SimulatedNode {
  readonly id: string
  readonly keeper: LeaseKeeper
  readonly clock: MachineClock
  isCutOff: boolean
}

interface RunningRequest {
  node: string
  tillMs: number
}

/** Nodes and their database in virtual time. Every request to a line is checked against the one before. */
export class LeaseWorld {
  readonly base = new VirtualClock()
  readonly #random: () => number
  readonly #buckets: readonly { name: string; timeoutMs: number }[]
  readonly #table: LeaseTable
  readonly #running = new Map<string, RunningRequest>()
  readonly nodes = new Map<string, SimulatedNode>()
  isDatabaseAway = false
  latencyMaxMs = 20
  /** Two nodes whose requests were on one line together. */
  readonly clashes: string[] = []
  readonly gaps = new Map<string, number>()
  #count = 0

  constructor(random: () => number, buckets = 6) {
    this.#random = random
    this.#buckets = Array.from({ length: buckets }, (_, at) => ({
      name: `nets ${at}`,
      timeoutMs: 200 + Math.floor(random() * 1500),
    }))
    this.#table = new LeaseTable(() => this.base.now(), this.names)
  }

  add(): SimulatedNode {
    this.#count += 1
    const id = `node-${this.#count}`
    const clock = new MachineClock(this.base, 1 + (this.#random() - 0.5) / 100, this.#random)
    const log = { info: () => {}, error: () => {} }
    const store = this.#storeOf(id, clock)
    const node = { id, clock, isCutOff: false, keeper: new LeaseKeeper({ id, clock, store, log, onChange: () => {} }) }
    this.nodes.set(id, node)
    const begin = (): void =>
      void node.keeper.start().catch(() => clock.after(500, () => this.nodes.has(id) && begin()))
    begin()
    this.#askOn(node)
    return node
  }

  kill({ id, clock }: SimulatedNode): void {
    clock.isDead = true
    this.nodes.delete(id)
  }

  /** Ends in good order. */
  leave(node: SimulatedNode): void {
    this.nodes.delete(node.id)
    void node.keeper.stop().catch(() => {})
  }

  /** Which nodes may ask a bucket's network now. */
  mayAsk(name: string): string[] {
    const bucket = this.#buckets.find((one) => one.name === name)
    return [...this.nodes.values()].flatMap((node) => (isOwn(node, name, bucket?.timeoutMs ?? 0) ? node.id : []))
  }

  get names(): string[] {
    return this.#buckets.map(({ name }) => name)
  }

  #askOn(node: SimulatedNode): void {
    for (const { name, timeoutMs } of this.#buckets)
      if (isOwn(node, name, timeoutMs)) this.#ask(node.id, name, timeoutMs)
    node.clock.after(50 + this.#random() * 400, () => this.#askOn(node))
  }

  #ask(node: string, name: string, timeoutMs: number): void {
    const nowMs = this.base.now()
    const before = this.#running.get(name)
    if (before !== undefined && before.node !== node && before.tillMs > nowMs) {
      this.clashes.push(
        `${name}: ${node} asks at ${nowMs}, while ${before.node} may be answered until ${before.tillMs}`,
      )
    }
    if (before !== undefined) this.gaps.set(name, Math.max(this.gaps.get(name) ?? 0, nowMs - before.tillMs + timeoutMs))
    this.#running.set(name, { node, tillMs: nowMs + timeoutMs })
  }

  #storeOf(id: string, clock: MachineClock): LeaseStore {
    return {
      renew: (isDraining) => this.#do(id, clock, () => this.#table.renew(id, isDraining)),
      take: (seen) => this.#do(id, clock, () => this.#table.take(id, seen)),
      give: (leases) => this.#do(id, clock, () => this.#table.give(id, leases)),
      leave: () => this.#do(id, clock, () => this.#table.leave(id)),
      reset: () => {},
    }
  }

  /** Simulates a statement: its way to the database, its execution and the way back. Each way may fail. */
  #do<T>(id: string, clock: MachineClock, act: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const travel = (): number => this.#random() ** 4 * this.latencyMaxMs
    const isLost = (): boolean => this.isDatabaseAway || (this.nodes.get(id)?.isCutOff ?? false)
    const fail = (): void => clock.deliver(() => reject(new Error('the database is away')))
    // The statement is executed even if the process has ended.
    this.base.after(travel(), () => {
      if (isLost() && this.#random() < 0.8) return fail()
      const result = act()
      this.base.after(travel(), () => (isLost() ? undefined : clock.deliver(() => resolve(result))))
    })
    return promise
  }
}

/** As a link asks, right before it sends. */
const isOwn = ({ keeper, clock }: SimulatedNode, name: string, timeoutMs: number): boolean => {
  const held = keeper.lease(name)
  return held !== undefined && clock.now() >= firstAskMs(held.freeSinceMs, 0, timeoutMs)
}
