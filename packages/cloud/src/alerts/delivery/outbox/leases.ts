import type { Clock } from '@busbar/kit'

export interface LeasesOptions<Leased> {
  clock: Clock
  /** Prolongs all of them by `leaseMs`, in one statement. */
  renew: (leased: readonly Leased[]) => Promise<unknown>
  log: { error(details: object, message: string): void }
}

/** For how long a message is its sender's unless that says otherwise. What a crash leaves is taken up when this is over. */
export const leaseMs = 20_000
const renewMs = 5000

/** Renews the leases of all that is under way: a slow message stays its sender's, and one whose sender is gone does not. */
export class Leases<Leased> {
  readonly #options: LeasesOptions<Leased>
  readonly #leased = new Set<Leased>()
  #isRenewing = false
  #isWanted = false
  #cancel: (() => void) | null = null

  constructor(options: LeasesOptions<Leased>) {
    this.#options = options
  }

  get leased(): readonly Leased[] {
    return [...this.#leased]
  }

  /** Until what it answers is called. */
  hold(item: Leased): () => void {
    this.#leased.add(item)
    this.#cancel ??= this.#options.clock.after(renewMs, () => this.#onTimer())
    return () => {
      this.#leased.delete(item)
      if (this.#leased.size > 0) return
      this.#cancel?.()
      this.#cancel = null
    }
  }

  #onTimer(): void {
    this.#cancel = this.#options.clock.after(renewMs, () => this.#onTimer())
    this.#isWanted = true
    if (!this.#isRenewing) void this.#renew()
  }

  async #renew(): Promise<void> {
    this.#isRenewing = true
    while (this.#isWanted && this.#leased.size > 0) {
      this.#isWanted = false
      try {
        await this.#options.renew(this.leased)
      } catch (error) {
        this.#options.log.error({ err: error }, 'leases of messages were not renewed')
      }
    }
    this.#isRenewing = false
  }
}
