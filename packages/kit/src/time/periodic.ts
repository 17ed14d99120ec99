import type { Clock } from './clock.ts'

type Items<Item> = Iterable<Item> | AsyncIterable<Item>

interface PeriodicBase<Item> {
  /** Identifies the work in error reports. */
  name: string
  clock: Clock
  /** Rest between the end of a run and the start of the next one; a function where it changes. */
  everyMs: number | (() => number)
  /** `start` keeps the pace however long a run takes: `everyMs` counts from the start of a run. A longer run is followed at once, by one run. */
  countFrom?: 'end' | 'start'
  /** `item` is absent where the whole run failed. */
  onError: (error: unknown, context: { name: string; item?: Item }) => void
}

/** The work of a run, or a list of items that are isolated from each other. */
export type PeriodicOptions<Item> = PeriodicBase<Item> &
  ({ work: () => unknown } | { items: () => Items<Item> | PromiseLike<Items<Item>>; run: (item: Item) => unknown })

/**
 * Runs background work at an interval and on demand, one run at a time. An exception is reported and never ends the loop. Time that
 * jumps ahead causes one run, not one for each interval that passed.
 */
export class Periodic<Item = never> {
  readonly #options: PeriodicOptions<Item>
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #isRunning = false
  #isWanted = false
  #running: Promise<void> = Promise.resolve()
  #cancel: () => void = () => {}
  #startedMs = 0

  constructor(options: PeriodicOptions<Item>) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#state === 'stopped'
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Schedules the first run after one interval; call `wake` to run at once as well. */
  start(): void {
    if (this.#state === 'started') return
    this.#state = 'started'
    this.#startedMs = this.#options.clock.now()
    if (!this.#isRunning) this.#schedule()
  }

  /** Runs now. During a run, requests one more run after it. Works before `start`, without a schedule; does nothing after `stop`. */
  wake(): void {
    if (this.isStopped) return
    this.#isWanted = true
    if (this.#isRunning) return
    this.#isRunning = true
    this.#cancel()
    this.#running = this.#runWhileWanted()
  }

  /** Waits for the current run, which processes no further items. Never call it from the work itself. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#isWanted = false
    this.#cancel()
    await this.settled()
  }

  /** Resolves when no run is in progress or requested. */
  async settled(): Promise<void> {
    while (this.#isRunning) await this.#running
  }

  async #runWhileWanted(): Promise<void> {
    const { name, onError } = this.#options
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        this.#startedMs = this.#options.clock.now()
        try {
          await this.#runOnce()
        } catch (error) {
          onError(error, { name })
        }
      }
    } finally {
      // Also where the reporter itself throws, which `settled` and `stop` pass on.
      this.#isRunning = false
      if (this.#state === 'started') this.#schedule()
    }
  }

  async #runOnce(): Promise<void> {
    const options = this.#options
    if ('work' in options) await options.work()
    else {
      const { name, items, run, onError } = options
      const report = (error: unknown, item: Item): void => onError(error, { name, item })
      await eachApart(await items(), run, report, () => this.isStopped)
    }
  }

  #schedule(): void {
    const { clock, everyMs, countFrom = 'end' } = this.#options
    const restMs = typeof everyMs === 'number' ? everyMs : everyMs()
    const passedMs = countFrom === 'start' ? clock.now() - this.#startedMs : 0
    if (passedMs > 0 && passedMs >= restMs) this.wake()
    else this.#cancel = clock.after(restMs - passedMs, () => this.wake())
  }
}

/** Processes items one after the other. An item that throws is reported and does not keep the following ones from being processed. */
export async function eachApart<Item>(
  items: Items<Item>,
  work: (item: Item) => unknown,
  onError: (error: unknown, item: Item) => void,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for await (const item of items) {
    if (isStopped()) return
    try {
      await work(item)
    } catch (error) {
      onError(error, item)
    }
  }
}
