import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { ModemMemory } from './memory.ts'

/** As seldom as the run time. */
const saveIntervalMs = 3_600_000

interface Options {
  readonly memory: Pick<ModemMemory, 'trafficBytes' | 'saveTraffic'>
  readonly clock: Clock
  /** Bytes that passed the interface since it was created. */
  readonly interfaceBytes: (name: string) => number
  readonly log: Pick<Log, 'warn'>
}

/** Bytes over the modem in all: the counters of its interface, which start at 0 with each connection. */
export class TrafficTotal {
  readonly #options: Options
  #total: number
  #last: { readonly name: string; readonly bytes: number } | null = null
  readonly #saves: Periodic

  constructor(options: Options) {
    this.#options = options
    this.#total = options.memory.trafficBytes
    const { clock, log } = options
    this.#saves = new Periodic({
      name: 'traffic',
      clock,
      everyMs: saveIntervalMs,
      work: () => options.memory.saveTraffic(this.#total),
      onError: (error) => log.warn({ err: error }, 'modem traffic could not be saved'),
    })
  }

  get bytes(): number {
    return this.#total
  }

  start(): void {
    this.#saves.start()
  }

  async stop(): Promise<void> {
    await this.#saves.stop()
    this.#options.memory.saveTraffic(this.#total)
  }

  /** Reads the counter of the interface in use; null for none. */
  update(name: string | null): void {
    if (name === null) {
      this.#last = null
      return
    }
    const bytes = this.#options.interfaceBytes(name)
    const before = this.#last?.name === name && this.#last.bytes <= bytes ? this.#last.bytes : 0
    this.#total += bytes - before
    this.#last = { name, bytes }
  }
}
