import { isInside, type Network } from '@busbar/uplink/network'

/**
 * Owner of each VPN address. An address in the VPN's network is open only to its organization, whatever else is
 * allowed.
 */
export class VpnOwners {
  readonly #network: Network
  readonly #listeners = new Set<() => void>()
  #owners: ReadonlyMap<string, number> = new Map()

  constructor(network: Network) {
    this.#network = network
  }

  /** Null where the address, in its plain form, is not of the VPN: then other rules say. */
  mayDial(plain: string, orgId: number): boolean | null {
    return isInside(plain, this.#network) ? this.#owners.get(plain) === orgId : null
  }

  /** From now on; connections of those who lost one end. */
  set(owners: ReadonlyMap<string, number>): void {
    this.#owners = owners
    for (const listener of this.#listeners) listener()
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
