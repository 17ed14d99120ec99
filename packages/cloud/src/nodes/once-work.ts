import type { HeldLease } from './leases/lease-keeper.ts'

/** Something that one node does for all. */
export interface OnceTask {
  start(): Promise<void> | void
  stop(): Promise<void> | void
}

export interface OnceWorkOptions {
  lease: (name: string) => HeldLease | undefined
  log: { error(details: object, message: string): void }
}

interface Entry {
  task: OnceTask
  report: () => unknown
  /** Epoch in which the work runs; null while it does not. */
  epoch: number | null
  turn: Promise<void>
  /** True between the start and the stop of the work. */
  isBegun: boolean
}

/**
 * Work that runs on one node at a time, under one lease each. It starts when this node acquires the lease and stops
 * before the lease is released.
 */
export class OnceWork {
  readonly #options: OnceWorkOptions
  readonly #entries = new Map<string, Entry>()
  #isStarted = false

  constructor(options: OnceWorkOptions) {
    this.#options = options
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** `report` returns the status of the work, to callers on any node. */
  add(name: string, task: OnceTask, report: () => unknown = () => null): void {
    this.#entries.set(name, { task, report, epoch: null, turn: Promise.resolve(), isBegun: false })
  }

  isRunning(name: string): boolean {
    return this.#entries.get(name)?.epoch != null
  }

  report(name: string): unknown {
    return this.isRunning(name) ? this.#entries.get(name)?.report() : undefined
  }

  start(): void {
    this.#isStarted = true
    this.update()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    await Promise.all(this.names.map((name) => this.end(name)))
  }

  /** Called when the leases may have changed. */
  update(): void {
    if (!this.#isStarted) return
    for (const [name, entry] of this.#entries) {
      const epoch = this.#options.lease(name)?.epoch ?? null
      if (epoch === entry.epoch) continue
      if (entry.epoch !== null) void this.end(name)
      if (epoch !== null) this.#begin(name, entry, epoch)
    }
  }

  /** Resolves when it has ended. */
  end(name: string): Promise<void> {
    const entry = this.#entries.get(name)
    if (entry === undefined || entry.epoch === null) return entry?.turn ?? Promise.resolve()
    entry.epoch = null
    return this.#next(name, entry, () => {
      if (!entry.isBegun) return
      entry.isBegun = false
      return entry.task.stop()
    })
  }

  #begin(name: string, entry: Entry, epoch: number): void {
    entry.epoch = epoch
    void this.#next(name, entry, () => {
      if (entry.epoch !== epoch) return
      entry.isBegun = true
      return entry.task.start()
    })
  }

  /** Runs starts and stops one after the other, whatever their outcome. */
  #next(name: string, entry: Entry, act: () => Promise<void> | void): Promise<void> {
    const run = async (): Promise<void> => {
      try {
        await act()
      } catch (error) {
        this.#options.log.error({ err: error, work: name }, 'starting or stopping shared work failed')
      }
    }
    entry.turn = entry.turn.then(run)
    return entry.turn
  }
}
