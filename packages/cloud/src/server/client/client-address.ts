import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { type AddressRanges, plainAddress } from '@busbar/kit/net'
import { type ForwardedHop, hopsOf } from './forwarded.ts'

/** The client of a request, as far as trusted proxies report it. */
export interface Client {
  address: string
  /** True if the client uses TLS to the service or to a trusted proxy. */
  isHttps: boolean
}

interface IncomingRequest {
  headers: IncomingHttpHeaders
  socket: Pick<Socket, 'remoteAddress'> & { encrypted?: boolean }
}

/** Proxies that are believed what they say of those they speak for. */
export class TrustedProxies {
  readonly #ranges: AddressRanges

  constructor(ranges: AddressRanges) {
    this.#ranges = ranges
  }

  /** True if many clients may share this connection address. */
  has(address: string): boolean {
    return this.#ranges.has(withoutZone(address))
  }

  /**
   * Each proxy adds on the right who spoke to it, so what is on the left of the first stranger is the stranger's own word, and means
   * nothing. Where a proxy names no client, the proxy's own address counts.
   */
  clientOf({ headers, socket }: IncomingRequest): Client {
    const peer = { address: withoutZone(socket.remoteAddress ?? ''), isHttps: socket.encrypted === true }
    if (!this.#ranges.has(peer.address)) return peer
    const [hops, otherHops] = hopsOf(headers)
    const client = this.#peel(peer, hops)
    if (otherHops === null) return client
    // A proxy that writes one of the headers may let the other through as the client sent it.
    return this.#peel(peer, otherHops).address === client.address ? client : peer
  }

  #peel(peer: Client, hops: readonly ForwardedHop[]): Client {
    let client = peer
    for (const { address, isHttps } of hops.toReversed()) {
      if (!this.#ranges.has(client.address)) break
      client = { address: address ?? client.address, isHttps: isHttps ?? client.isHttps }
      if (address === null) break
    }
    return client
  }
}

/** The zone names a network interface of this machine and does not identify the client. */
const withoutZone = (address: string): string => {
  const at = address.indexOf('%')
  const bare = at < 0 ? address : address.slice(0, at)
  return plainAddress(bare) ?? bare
}
