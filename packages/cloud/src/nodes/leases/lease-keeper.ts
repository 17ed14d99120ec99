import type { Clock } from '@busbar/kit'
import { type LeaseState, movesOf, OwnTime, renewMs } from './lease.rules.ts'
import type { LeaseRenewal, TakenLease } from './leases.sql.ts'

/** Storage of leases. */
export interface LeaseStore {
  renew(isDraining: boolean): Promise<LeaseRenewal>
  take(seen: readonly LeaseState[]): Promise<TakenLease[]>
  give(leases: readonly Pick<LeaseState, 'name' | 'epoch'>[]): Promise<void>
  /** Releases all leases and unregisters the node. */
  leave(): Promise<void>
  /** Cancels pending statements, which may hang. */
  reset(): void
}

export interface LeaseKeeperOptions {
  id: string
  clock: Clock
  store: LeaseStore
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  /** Called when the leases of this node may have changed. */
  onChange: () => void
  /** Ends the work of a lease before it is released. */
  beforeGive?: (name: string) => Promise<void>
}

/** A lease that this node has. */
export interface HeldLease {
  readonly name: string
  readonly epoch: number
  /** Local time since which the lease was free. */
  readonly freeSinceMs: number
}

/** A renewal that takes longer is cancelled and repeated while there is time. */
const answerMs = 2000

/**
 * Manages the leases of this node: renews them every second, acquires and releases leases until they are spread evenly,
 * and stops by the local clock if no renewal succeeds. Messages of other nodes never decide which leases this node has.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions
  readonly #own = new OwnTime()
  readonly #leases = new Map<string, HeldLease>()
  /**
   * Epochs of released leases. The database may receive a release late, so a lease is never used again in its released
   * epoch.
   */
  readonly #givenEpochs = new Map<string, number>()
  #picture: LeaseRenewal | null = null
  #databaseAheadMs = 0
  #isRunning = false
  #isDraining = false
  #isFirst = true
  #wasHeld = false
  #turn: Promise<void> = Promise.resolve()
  #cancelTurn: () => void = () => {}
  #cancelEnd: () => void = () => {}

  constructor(options: LeaseKeeperOptions) {
    this.#options = options
  }

  /** Resolves after the first renewal. */
  async start(): Promise<void> {
    this.#isRunning = true
    await this.#renew()
    this.#arm(0)
  }

  /** Releases all leases. Their work must have ended before. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#cancelTurn()
    this.#cancelEnd()
    this.#leases.clear()
    await this.#turn
    await this.#options.store.leave()
  }

  /** A draining node acquires nothing and releases its leases one by one. */
  drain(isDraining: boolean): void {
    this.#isDraining = isDraining
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Result of the last renewal; null before the first one. */
  get picture(): LeaseRenewal | null {
    return this.#picture
  }

  /** Estimated time of the database, never behind it by more than the duration of the last renewal. */
  databaseMs(): number {
    return this.#options.clock.now() + this.#databaseAheadMs
  }

  /** True while this node may act. */
  isAlive(): boolean {
    return this.#isRunning && this.#own.isHeld(this.#options.clock.now())
  }

  /** Returns the lease while it is valid by the local clock. */
  lease(name: string): HeldLease | undefined {
    return this.isAlive() ? this.#leases.get(name) : undefined
  }

  /** Each by its name and epoch. */
  names(): string[] {
    return this.isAlive() ? Array.from(this.#leases.values(), ({ name, epoch }) => `${name} ${epoch}`) : []
  }

  #arm(delayMs: number): void {
    if (!this.#isRunning) return
    this.#cancelTurn = this.#options.clock.after(delayMs, () => {
      const beganMs = this.#options.clock.now()
      this.#turn = this.#move().finally(() => this.#arm(Math.max(0, beganMs + renewMs - this.#options.clock.now())))
    })
  }

  async #move(): Promise<void> {
    const { store, log, id, clock } = this.#options
    try {
      const picture = await this.#renew()
      if (picture === null || !this.#isRunning) return
      const { take, give } = movesOf(picture, { id, isSteady: this.#own.isSteady(clock.now()) })
      if (take.length > 0) {
        const wanted = new Set(take)
        this.#taken(await this.#answered(store.take(picture.leases.filter(({ name }) => wanted.has(name)))))
      }
      const late = picture.leases.filter((lease) => lease.nodeId === id && this.#wasGiven(lease))
      if (late.length > 0) await this.#answered(store.give(late))
      else if (give !== null) await this.#give(give)
    } catch (error) {
      log.error({ err: error }, 'lease renewal failed')
    }
  }

  async #give(name: string): Promise<void> {
    const { store, beforeGive } = this.#options
    const lease = this.#leases.get(name)
    if (lease === undefined) return
    this.#drop(lease)
    this.#notify()
    await beforeGive?.(name)
    await this.#answered(store.give([lease]))
  }

  #drop({ name, epoch }: Pick<LeaseState, 'name' | 'epoch'>): void {
    this.#leases.delete(name)
    this.#givenEpochs.set(name, epoch)
  }

  #wasGiven({ name, epoch }: LeaseState): boolean {
    return this.#givenEpochs.get(name) === epoch
  }

  /** Null: the database took it, but what it showed cannot be relied on. */
  async #renew(): Promise<LeaseRenewal | null> {
    const { clock, store, id } = this.#options
    const sentMs = clock.now()
    const renewed = await this.#answered(store.renew(this.#isDraining))
    if (!this.#isRunning) return null
    this.#picture = renewed
    this.#databaseAheadMs = renewed.nowMs - clock.now()
    if (renewed.renewals === 0 && !this.#isFirst) {
      // Other nodes considered this node dead, so its leases are free.
      this.#leases.clear()
      for (const lease of renewed.leases) if (lease.nodeId === id) this.#drop(lease)
      this.#notify()
      return null
    }
    this.#isFirst = false
    // The next renewal shows what other nodes did in the meantime.
    if (renewed.wasOver) return this.#renew()
    this.#compare(renewed.leases)
    this.#own.renewed(sentMs, clock.now())
    this.#watchEnd()
    this.#notify()
    return renewed
  }

  /** Only leases that the database assigns to this node belong to it. */
  #compare(leases: readonly LeaseState[]): void {
    const { id, clock } = this.#options
    const seen = new Map(leases.map((lease) => [lease.name, lease]))
    for (const { name, epoch } of this.#leases.values()) {
      const lease = seen.get(name)
      if (lease?.nodeId !== id || lease.epoch !== epoch) this.#leases.delete(name)
    }
    for (const { name, nodeId, epoch } of leases) {
      // The lease was acquired but the reply was lost, so the time since which it was free is unknown.
      if (nodeId === id && !this.#leases.has(name) && this.#givenEpochs.get(name) !== epoch)
        this.#leases.set(name, { name, epoch, freeSinceMs: clock.now() })
    }
  }

  #taken(leases: readonly TakenLease[]): void {
    const nowMs = this.#options.clock.now()
    for (const { name, epoch, freeForMs } of leases) {
      this.#leases.set(name, { name, epoch, freeSinceMs: nowMs - Math.max(0, freeForMs) })
    }
    if (leases.length > 0) this.#notify()
  }

  /** Reports the end of the leases as soon as the local clock reaches it. */
  #watchEnd(): void {
    const { clock } = this.#options
    this.#cancelEnd()
    this.#cancelEnd = clock.after(this.#own.tillMs - clock.now(), () => this.#notify())
  }

  #notify(): void {
    const isHeld = this.isAlive()
    if (this.#wasHeld && !isHeld) this.#options.log.error({}, 'leases expired: polling stopped')
    if (!this.#wasHeld && isHeld) this.#options.log.info({}, 'leases acquired')
    this.#wasHeld = isHeld
    this.#options.onChange()
  }

  #answered<T>(answer: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const cancel = this.#options.clock.after(answerMs, () => {
      this.#options.store.reset()
      reject(new Error('the database did not answer in time'))
    })
    answer.then(resolve, reject).finally(cancel)
    return promise
  }
}
