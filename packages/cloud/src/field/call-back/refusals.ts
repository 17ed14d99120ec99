import type { Clock } from '@busbar/modbus'

const quietMs = 60_000
const macsMax = 1000

/** Counts who was refused. Somebody who tries again and again is told of once a minute. */
export class Refusals {
  readonly #clock: Clock
  readonly #tell: (mac: string, why: string) => void
  /** When each MAC was told of, the earliest first. */
  readonly #toldAt = new Map<string, number>()
  count = 0

  constructor(clock: Clock, tell: (mac: string, why: string) => void) {
    this.#clock = clock
    this.#tell = tell
  }

  add(mac: string, why: string): void {
    this.count += 1
    const now = this.#clock.now()
    const toldAt = this.#toldAt.get(mac)
    if (toldAt !== undefined && now - toldAt < quietMs) return
    this.#toldAt.delete(mac)
    this.#toldAt.set(mac, now)
    const [oldest] = this.#toldAt.keys()
    if (this.#toldAt.size > macsMax && oldest !== undefined) this.#toldAt.delete(oldest)
    this.#tell(mac, why)
  }
}
