import type { ModbusClient } from '@busbar/polling'
import { networkOf } from './caller.rules.ts'

/** A gateway that is bound to no network yet. It can be reached meanwhile by its activation code. */
export interface PendingGateway extends ModbusClient {
  readonly mac: string
  /** The same for every connection of one gateway. */
  readonly caller: string
  readonly source: string
  /** The key that it has proven; null where it has none. */
  readonly key: Uint8Array | null
  /** Its network may exist now. */
  recheck(): void
  /** Closes the connection. */
  leave(): void
}

export interface PendingLimits {
  pendingMax: number
  pendingPerNetworkMax: number
  /** From one address. */
  pendingPerSourceMax: number
}

/**
 * Gateways that wait to be bound. At a limit the oldest one makes room: of the same address, of the same network, or, when all places are
 * taken, of the network that has the most. So no gateway loses its place for what others do elsewhere.
 */
export class PendingGateways {
  readonly #limits: PendingLimits
  /** In the order they came. */
  readonly #gateways = new Set<PendingGateway>()
  readonly #byMac = new SetsByName<PendingGateway>()
  readonly #bySource = new SetsByName<PendingGateway>()
  readonly #byNetwork = new SetsByName<PendingGateway>()

  constructor(limits: PendingLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#gateways.size
  }

  of(mac: string): readonly PendingGateway[] {
    return [...this.#byMac.of(mac)]
  }

  all(): readonly PendingGateway[] {
    return [...this.#gateways]
  }

  /** An earlier connection of the same gateway is dead by now: it makes room first. */
  add(gateway: PendingGateway): void {
    if (this.#gateways.has(gateway)) return
    const { pendingMax, pendingPerNetworkMax, pendingPerSourceMax } = this.#limits
    const network = networkOf(gateway.source)
    this.of(gateway.mac).forEach((other) => other.caller === gateway.caller && this.#remove(other))
    const sameSource = this.#bySource.of(gateway.source)
    if (sameSource.size >= pendingPerSourceMax) this.#remove(...sameSource)
    const sameNetwork = this.#byNetwork.of(network)
    if (sameNetwork.size >= pendingPerNetworkMax) this.#remove(...sameNetwork)
    if (this.#gateways.size >= pendingMax) this.#remove(...this.#byNetwork.largest())
    this.#gateways.add(gateway)
    this.#byMac.add(gateway.mac, gateway)
    this.#bySource.add(gateway.source, gateway)
    this.#byNetwork.add(network, gateway)
  }

  delete(gateway: PendingGateway): void {
    this.#gateways.delete(gateway)
    this.#byMac.delete(gateway.mac, gateway)
    this.#bySource.delete(gateway.source, gateway)
    this.#byNetwork.delete(networkOf(gateway.source), gateway)
  }

  #remove(oldest?: PendingGateway): void {
    if (oldest === undefined) return
    this.delete(oldest)
    oldest.leave()
  }
}

/** Sets by name. */
class SetsByName<T> {
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
