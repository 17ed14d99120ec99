import type { Clock } from '@busbar/kit'

export interface LeasesOptions<Held> {
  clock: Clock
  /** Prolongs all of them by `leaseMs`, in one statement. */
  renew: (held: readonly Held[]) => Promise<unknown>
  log: { error(details: object, message: string): void }
}

/** For how long a message is its sender's unless that says otherwise. What a crash leaves is taken up when this is over. */
export const leaseMs = 20_000
const renewMs = 5000

/** Renews the leases of all that is under way: a slow message stays its sender's, and one whose sender is gone does not. */
export class Leases<Held> {
  readonly #options: LeasesOptions<Held>
  readonly #held = new Set<Held>()
  #isRenewing = false
  #isWanted = false
  #cancel: (() => void) | null = null

  constructor(options: LeasesOptions<Held>) {
    this.#options = options
  }

  get held(): readonly Held[] {
    return [...this.#held]
  }

  /** Until what it answers is called. */
  hold(one: Held): () => void {
    this.#held.add(one)
    this.#cancel ??= this.#options.clock.after(renewMs, () => this.#due())
    return () => {
      this.#held.delete(one)
      if (this.#held.size > 0) return
      this.#cancel?.()
      this.#cancel = null
    }
  }

  #due(): void {
    this.#cancel = this.#options.clock.after(renewMs, () => this.#due())
    this.#isWanted = true
    if (!this.#isRenewing) void this.#renew()
  }

  async #renew(): Promise<void> {
    this.#isRenewing = true
    while (this.#isWanted && this.#held.size > 0) {
      this.#isWanted = false
      try {
        await this.#options.renew(this.held)
      } catch (error) {
        this.#options.log.error({ err: error }, 'leases of messages were not renewed')
      }
    }
    this.#isRenewing = false
  }
}
