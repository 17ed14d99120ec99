import type { Exchange } from '../exchange.ts'
import { networkOf } from './caller.rules.ts'

/** A caller that is bound to no network yet. Whoever has its code may ask it meanwhile. */
export interface Guest extends Exchange {
  readonly mac: string
  /** The same for every connection of one caller. */
  readonly caller: string
  readonly source: string
  /** The one it has proven; null where it has none. */
  readonly key: Uint8Array | null
  /** Its network may be there now. */
  look(): void
  /** Its place is given away. */
  leave(): void
}

export interface RoomLimits {
  guestsMax: number
  guestsPerNetworkMax: number
  /** From one address. */
  guestsPerSourceMax: number
}

/**
 * Where callers wait to be bound. A place that is missing is that of whoever has waited longest: at the same address, in the same network,
 * or, when the room is full, among those of the network that has the most. So nobody is sent away for what others do elsewhere.
 */
export class WaitingRoom {
  readonly #limits: RoomLimits
  /** In the order they came. */
  readonly #guests = new Set<Guest>()
  readonly #byMac = new Groups<Guest>()
  readonly #bySource = new Groups<Guest>()
  readonly #byNetwork = new Groups<Guest>()

  constructor(limits: RoomLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#guests.size
  }

  of(mac: string): readonly Guest[] {
    return [...this.#byMac.of(mac)]
  }

  all(): readonly Guest[] {
    return [...this.#guests]
  }

  /** An earlier connection of the same caller is dead by now: it makes room first. */
  enter(guest: Guest): void {
    if (this.#guests.has(guest)) return
    const { guestsMax, guestsPerNetworkMax, guestsPerSourceMax } = this.#limits
    const network = networkOf(guest.source)
    this.of(guest.mac).forEach((other) => other.caller === guest.caller && this.#dismiss(other))
    const neighbours = this.#bySource.of(guest.source)
    if (neighbours.size >= guestsPerSourceMax) this.#dismiss(...neighbours)
    const nearby = this.#byNetwork.of(network)
    if (nearby.size >= guestsPerNetworkMax) this.#dismiss(...nearby)
    if (this.#guests.size >= guestsMax) this.#dismiss(...this.#byNetwork.largest())
    this.#guests.add(guest)
    this.#byMac.add(guest.mac, guest)
    this.#bySource.add(guest.source, guest)
    this.#byNetwork.add(network, guest)
  }

  exit(guest: Guest): void {
    this.#guests.delete(guest)
    this.#byMac.delete(guest.mac, guest)
    this.#bySource.delete(guest.source, guest)
    this.#byNetwork.delete(networkOf(guest.source), guest)
  }

  #dismiss(oldest?: Guest): void {
    if (oldest === undefined) return
    this.exit(oldest)
    oldest.leave()
  }
}

/** Things by a name that several may have. */
class Groups<T> {
  readonly #groups = new Map<string, Set<T>>()

  of(name: string): ReadonlySet<T> {
    return this.#groups.get(name) ?? new Set()
  }

  largest(): ReadonlySet<T> {
    let most: ReadonlySet<T> = new Set()
    for (const group of this.#groups.values()) if (group.size > most.size) most = group
    return most
  }

  add(name: string, one: T): void {
    const group = this.#groups.get(name) ?? new Set()
    this.#groups.set(name, group.add(one))
  }

  delete(name: string, one: T): void {
    const group = this.#groups.get(name)
    group?.delete(one)
    if (group?.size === 0) this.#groups.delete(name)
  }
}
