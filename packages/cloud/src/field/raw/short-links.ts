import type { Clock } from '@busbar/kit'
import type { ModbusClient } from '@busbar/polling'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import type { Dialer, ResolvedTarget } from '../dialling/dialer.ts'
import type { DialTarget } from '../dialling/raw-allow.ts'
import { ShortLink, type Target } from './short-link.ts'

export interface ShortLinksLimits {
  /** Connections at once: in all, and of one caller. */
  linksMax: number
  perCallerMax: number
  /** How long an idle one is kept. */
  idleMs: number
  openMs: number
  timeoutMs: number
}

export interface ShortLinksOptions {
  clock: Clock
  /** Knows which addresses may be dialled. */
  dialer: Pick<Dialer, 'choose' | 'dial'>
  limits?: Partial<ShortLinksLimits>
}

interface Entry {
  readonly caller: number
  readonly name: string
  readonly link: ShortLink
  readonly opened: Promise<void>
  users: number
  cancelIdle: () => void
}

const defaultLimits: ShortLinksLimits = { linksMax: 32, perCallerMax: 4, idleMs: 10_000, openMs: 5000, timeoutMs: 3000 }
const busyWaitMs = 1000

/**
 * Connections to addresses that belong to no network, kept for a few seconds so that requests in a row need not dial again. Each is its
 * caller's alone: a password that opened a controller opens it for that caller only.
 */
export class ShortLinks {
  readonly #options: ShortLinksOptions
  readonly #limits: ShortLinksLimits
  /** Connections that are open or in use, least recently used first. */
  readonly #entries = new Set<Entry>()

  constructor(options: ShortLinksOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
  }

  /** How many are open or in use. */
  get size(): number {
    return this.#entries.size
  }

  stop(): void {
    for (const { link, cancelIdle } of this.#entries) {
      cancelIdle()
      link.close()
    }
    this.#entries.clear()
  }

  /** The one address of a host that would be dialled, and for whom; null where there is none, or none that may be. */
  async find(host: string, targets: readonly DialTarget[]): Promise<ResolvedTarget | null> {
    const { clock, dialer } = this.#options
    const { promise: tooLate, resolve } = Promise.withResolvers<null>()
    const cancel = clock.after(this.#limits.openMs, () => resolve(null))
    const found = await Promise.race([dialer.choose(host, targets).catch(() => null), tooLate])
    cancel()
    return found
  }

  /** Lets `work` ask there; where nothing can be reached, every answer is `no-connection`. */
  async use<T>(caller: number, target: Target, work: (client: ModbusClient) => Promise<T>): Promise<T> {
    const entry = this.#enter(caller, target)
    try {
      await entry.opened
      return await work(entry.link)
    } finally {
      this.#leave(entry)
    }
  }

  #enter(caller: number, target: Target): Entry {
    const name = `${caller} ${target.orgId} ${target.address} ${target.port}`
    const entry = this.#find(name) ?? this.#add(caller, name, target)
    entry.users += 1
    entry.cancelIdle()
    this.#entries.delete(entry)
    this.#entries.add(entry)
    return entry
  }

  #find(name: string): Entry | undefined {
    for (const entry of this.#entries) if (entry.name === name && !entry.link.isClosed) return entry
    return undefined
  }

  #add(caller: number, name: string, target: Target): Entry {
    const { linksMax, perCallerMax, openMs, timeoutMs } = this.#limits
    const all = [...this.#entries]
    const own = all.filter((entry) => entry.caller === caller)
    if (own.length >= perCallerMax) this.#makeRoom(own)
    else if (all.length >= linksMax) this.#makeRoom(all)
    const { clock, dialer } = this.#options
    const onClose = (): void => this.#forget(entry)
    const link = new ShortLink({ clock, dialer, target, openMs, timeoutMs, onClose })
    const opened = link.open()
    const entry: Entry = { caller, name, link, opened, users: 0, cancelIdle: () => {} }
    return entry
  }

  /** Ends the one that has been idle longest. */
  #makeRoom(entries: readonly Entry[]): void {
    const idle = entries.find(({ users }) => users === 0)
    if (idle === undefined) throw tooManyRequests(busyWaitMs)
    idle.cancelIdle()
    idle.link.close()
  }

  #leave(entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0) return
    if (entry.link.isClosed) this.#forget(entry)
    else entry.cancelIdle = this.#options.clock.after(this.#limits.idleMs, () => entry.link.close())
  }

  /** It counts as long as it is used. */
  #forget(entry: Entry): void {
    if (entry.users > 0) return
    entry.cancelIdle()
    this.#entries.delete(entry)
  }
}
