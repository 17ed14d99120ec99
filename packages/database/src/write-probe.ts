import { type Clock, Periodic } from '@busbar/kit'
import type { Transactions } from './open.ts'
import { unavailability } from './unavailable.ts'

export interface WriteProbeOptions {
  clock: Clock
  log: { warn(details: object, message: string): void }
  /** Rejects where nothing can be written. */
  write: () => Promise<unknown>
}

const everyMs = 30_000
/** Interval while writes fail, so that recovery is reported soon. */
const retryMs = 5000

/**
 * Checks that the database accepts writes, for times without other writes and for servers whose disk we cannot inspect.
 */
export class WriteProbe {
  readonly #options: WriteProbeOptions
  readonly #probes: Periodic
  #isToldUseless = false
  /** Why the last write failed; null where it did not. */
  problem: string | null = null

  constructor(options: WriteProbeOptions) {
    const { clock, write } = options
    this.#options = options
    this.#probes = new Periodic({
      name: 'write probe',
      clock,
      everyMs: () => (this.problem === null ? everyMs : retryMs),
      work: async () => {
        await write()
        this.problem = null
      },
      onError: (error) => {
        this.problem = this.#meaningOf(error)
      },
    })
  }

  start(): void {
    this.#probes.start()
  }

  stop(): Promise<void> {
    return this.#probes.stop()
  }

  #meaningOf(error: unknown): string | null {
    const why = unavailability(error)
    if (why === null && !this.#isToldUseless) {
      this.#isToldUseless = true
      this.#options.log.warn({ err: error }, 'whether the database can be written cannot be tried')
    }
    return why
  }
}

/** A file of its own that has to grow: a page with room in it can be written also where the disk is full. */
export const writeOnce = ({ tx }: Pick<Transactions, 'tx'>): Promise<unknown> =>
  tx((sql) => sql`create temporary table busbar_write_probe on commit drop as select repeat('x', 1000) as filler`)
