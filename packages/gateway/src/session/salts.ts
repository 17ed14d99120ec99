import type { Clock } from '@busbar/kit'

const lifeMs = 60_000
const openMax = 64
const perSourceMax = 8
const saltBytes = 16

interface Salt {
  readonly source: string
  readonly untilMs: number
}

interface SaltsOptions {
  clock: Clock
  newBytes: (count: number) => Uint8Array
}

/** Salts that were given out and not used yet. Each serves one login, within a minute. */
export class Salts {
  readonly #clock: Clock
  readonly #newBytes: SaltsOptions['newBytes']
  /** Oldest first. */
  readonly #open = new Map<string, Salt>()

  constructor({ clock, newBytes }: SaltsOptions) {
    this.#clock = clock
    this.#newBytes = newBytes
  }

  /** A new one. A client that asks for many loses its own first, so that it cannot take away those of others. */
  issue(source: string): string {
    const open = this.open()
    const own = open.filter((salt) => this.#open.get(salt)?.source === source)
    const [oldest] = own.length >= perSourceMax ? own : open
    if (oldest !== undefined && (own.length >= perSourceMax || open.length >= openMax)) this.#open.delete(oldest)
    const salt = Buffer.from(this.#newBytes(saltBytes)).toString('hex')
    this.#open.set(salt, { source, untilMs: this.#clock.now() + lifeMs })
    return salt
  }

  /** Those that still serve. */
  open(): string[] {
    const now = this.#clock.now()
    for (const [salt, { untilMs }] of this.#open) if (untilMs <= now) this.#open.delete(salt)
    return [...this.#open.keys()]
  }

  spend(salt: string): void {
    this.#open.delete(salt)
  }
}
