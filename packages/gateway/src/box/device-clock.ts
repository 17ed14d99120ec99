import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { DataFolder } from '../storage/data-folder.ts'

/** Nearer than this to the system's time, it is the system's time; what moves it by less is no step. */
const sameMs = 1000
const recheckMs = 60_000
const file = 'clock'

interface Options {
  readonly folder: DataFolder
  /** The system's time of day. */
  readonly now: () => Date
  /** A monotonic one: what the system's gains on it was a step. */
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/**
 * Time of day. Setting it does not change the system clock: the difference is stored. While there is one, changes of
 * the system clock do not affect the gateway: a box without a battery starts with a wrong time, which its time service
 * corrects later.
 */
export class DeviceClock {
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  #offsetMs = 0
  #savedMs = 0
  #aheadMs: number | undefined
  #hasStepped = false
  readonly #rechecks: Periodic

  constructor(options: Options) {
    this.#options = options
    const { clock, log } = options
    this.#rechecks = new Periodic({
      name: 'device clock',
      clock,
      everyMs: recheckMs,
      work: () => this.#recheck(),
      onError: (error) => log.warn({ err: error }, 'clock could not be checked'),
    })
  }

  start(): void {
    const stored = Number(this.#options.folder.read(file) ?? 0)
    this.#offsetMs = this.#savedMs = Number.isFinite(stored) ? stored : 0
    this.#recheck()
    this.#rechecks.start()
  }

  async stop(): Promise<void> {
    await this.#rechecks.stop()
  }

  readonly now = (): Date => {
    const { now, clock } = this.#options
    const beforeMs = clock.now()
    const systemMs = now().getTime()
    // The process may have been suspended between the two readings, which then cannot be compared.
    if (clock.now() - beforeMs < sameMs / 2) this.#compare(systemMs - beforeMs)
    return new Date(systemMs + this.#offsetMs)
  }

  set(time: Date): void {
    const systemMs = this.now().getTime() - this.#offsetMs
    const offsetMs = orNone(time.getTime() - systemMs)
    this.#options.folder.save(file, String(offsetMs))
    this.#offsetMs = this.#savedMs = offsetMs
  }

  /** Moves it by so much, however little. */
  adjust(byMs: number): void {
    this.#offsetMs += byMs
    this.#save()
  }

  /** Calls `act` within a minute after the system clock was changed; the returned function ends it. */
  onStep(act: () => void): () => void {
    this.#listeners.add(act)
    return () => void this.#listeners.delete(act)
  }

  /** A difference that the gateway did not cause moves with the system clock. */
  #compare(aheadMs: number): void {
    const stepMs = aheadMs - (this.#aheadMs ?? aheadMs)
    this.#aheadMs = aheadMs
    if (Math.abs(stepMs) < sameMs) return
    this.#hasStepped = true
    if (this.#offsetMs !== 0) this.#offsetMs = orNone(this.#offsetMs - stepMs)
  }

  #recheck(): void {
    this.now()
    if (this.#offsetMs !== this.#savedMs) this.#save()
    if (this.#hasStepped) for (const act of this.#listeners) act()
    this.#hasStepped = false
  }

  #save(): void {
    this.#options.folder.saveWhenPossible(file, String(this.#offsetMs))
    this.#savedMs = this.#offsetMs
  }
}

const orNone = (offsetMs: number): number => (Math.abs(offsetMs) < sameMs ? 0 : offsetMs)
