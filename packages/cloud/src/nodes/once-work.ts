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
  /** The epoch in which it runs; null while it does not. */
  epoch: number | null
  turn: Promise<void>
  /** It was begun, and not ended since. */
  isBegun: boolean
}

/** Work that runs on one node at a time, each under a lease of its own: it begins when this node gets that, and ends before it is given. */
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
        this.#options.log.error({ err: error, work: name }, 'what one node does for all was not begun or ended')
      }
    }
    entry.turn = entry.turn.then(run)
    return entry.turn
  }
}
