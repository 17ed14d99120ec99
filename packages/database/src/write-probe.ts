import { type Clock, Periodic } from '@busbar/kit'
import type { Transactions } from './open.ts'
import { unavailability } from './unavailable.ts'

export interface WriteProbeOptions {
  clock: Clock
  log: { warn(details: object, message: string): void }
  /** Rejects if nothing can be written. */
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
  /** Reason why the last write failed; null if it succeeded. */
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
      this.#options.log.warn({ err: error }, 'the write probe of the database failed')
    }
    return why
  }
}

/** Creates a file that has to grow: a page with free space can be written even when the disk is full. */
export const writeOnce = ({ tx }: Pick<Transactions, 'tx'>): Promise<unknown> =>
  tx((sql) => sql`create temporary table busbar_write_probe on commit drop as select repeat('x', 1000) as filler`)
