import { isIPv6 } from 'node:net'
import { type Clock, RateLimit } from '@busbar/kit'

const perMinute = { pair: 10, place: 30, name: 100, group: 60 } as const
const trustedMax = 10_000

/** An attempt at a secret. It counts as wrong until its outcome is reported. */
export interface Guess {
  /** How long to wait before it may be made; 0 is not at all. */
  waitMs: number
  wasRight: () => void
  /** Reports that nothing was attempted. */
  wasNone: () => void
}

/** Options of an attempt, besides its name. */
export interface GuessOptions {
  /** Groups of callers: all members together have some more tries than one. */
  groups?: readonly string[]
  /** How many tries a minute the name has from all places together, where there is no sense in many; null is no such limit. */
  nameMost?: number | null
  /** Counts tries from a place apart from all others, for a secret that cannot be guessed: `name` is the count's. */
  ownPlace?: { name: string; most: number }
  /**
   * A correct attempt earns a separate count. Must be false where any caller can succeed with a secret of their own.
   */
  isTrustEarned?: boolean
}

/**
 * Slows those who guess: wrong tries are counted by name and place together, then by place, and far above that by name, against
 * those who guess from many places. An address that was right once has a count of its own: strangers lock it out neither by
 * trying the same name nor from the same place.
 */
export class GuessLimits {
  readonly #pairs: RateLimit<string>
  readonly #places: RateLimit<string>
  readonly #names: RateLimit<string>
  readonly #groups: RateLimit<string>
  readonly #trusted = new Set<string>()

  constructor(clock: Clock) {
    this.#pairs = new RateLimit({ clock, windowMs: 60_000 })
    this.#places = new RateLimit({ clock, windowMs: 60_000 })
    this.#names = new RateLimit({ clock, windowMs: 60_000 })
    this.#groups = new RateLimit({ clock, windowMs: 60_000 })
  }

  /** The limits by name, for counting them over several nodes. */
  get limits(): Readonly<Record<string, RateLimit<string>>> {
    return { pairs: this.#pairs, places: this.#places, names: this.#names, groups: this.#groups }
  }

  /** Counted before its outcome is known: many tries at once are not more than many tries. */
  begin(
    address: string,
    name: string,
    { groups = [], nameMost = perMinute.name, ownPlace, isTrustEarned = true }: GuessOptions = {},
  ): Guess {
    const source = sourceOf(address)
    const pair = `${source} ${name}`
    const ofStrangers = [
      ownPlace === undefined
        ? { limit: this.#places, key: source, most: perMinute.place }
        : { limit: this.#places, key: `${source} ${ownPlace.name}`, most: ownPlace.most },
      ...(nameMost === null ? [] : [{ limit: this.#names, key: name, most: nameMost }]),
    ]
    const counts = [
      { limit: this.#pairs, key: pair, most: perMinute.pair },
      ...(isTrustEarned && this.#trusted.has(pair) ? [] : ofStrangers),
      ...groups.map((key) => ({ limit: this.#groups, key, most: perMinute.group })),
    ]
    const waitMs = Math.max(...counts.map(({ limit, key, most }) => limit.peek(key, most)))
    if (waitMs > 0) return { waitMs, wasRight: () => {}, wasNone: () => {} }
    for (const { limit, key, most } of counts) limit.take(key, most)
    const wasNone = (): void => {
      for (const { limit, key, most } of counts) limit.giveBack(key, most)
    }
    const wasRight = (): void => {
      wasNone()
      if (isTrustEarned) this.#trust(pair)
    }
    return { waitMs, wasRight, wasNone }
  }

  #trust(pair: string): void {
    // Last in the set is last used.
    this.#trusted.delete(pair)
    this.#trusted.add(pair)
    const [oldest] = this.#trusted
    if (this.#trusted.size > trustedMax && oldest !== undefined) this.#trusted.delete(oldest)
  }
}

/**
 * Returns the subscriber behind an address: an IPv6 subscriber has a whole /64, and an IPv4 address may be written as
 * IPv6.
 */
export const sourceOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const allGroups =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - last.length).fill('0'), ...last]
  const network = allGroups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
