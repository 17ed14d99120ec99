import { type Clock, Periodic } from '@busbar/kit'

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
  readonly #leased = new Set<Leased>()
  readonly #renewals: Periodic

  constructor({ clock, renew, log }: LeasesOptions<Leased>) {
    this.#renewals = new Periodic({
      name: 'leases of messages',
      clock,
      everyMs: renewMs,
      countFrom: 'start',
      work: () => (this.#leased.size > 0 ? renew(this.leased) : undefined),
      onError: (error) => log.error({ err: error }, 'leases of messages were not renewed'),
    })
  }

  get leased(): readonly Leased[] {
    return [...this.#leased]
  }

  /** Until what it answers is called. */
  hold(item: Leased): () => void {
    this.#leased.add(item)
    this.#renewals.start()
    return () => {
      this.#leased.delete(item)
      if (this.#leased.size === 0) void this.#renewals.stop()
    }
  }
}
