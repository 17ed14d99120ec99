import { isInside, parseNetwork } from '@busbar/uplink/network'
import type { ClientInterface } from '../../session/client-interface.rules.ts'

/** Tunnel facts for identifying connections. */
export interface TunnelAddress {
  readonly by: 'wgCloud' | 'wgManual'
  /** Own address in it. */
  readonly address: string
  /** Network that the peer may send from. */
  readonly network: string
  /** True if packets that use this address from elsewhere are dropped. */
  readonly isGuarded: boolean
}

interface SocketAddresses {
  readonly localAddress?: string | undefined
  readonly remoteAddress?: string | undefined
}

/** True if a connection was made to this address; false without an address. */
export const isConnectedTo = ({ localAddress }: SocketAddresses, ip: string | undefined): boolean =>
  ip !== undefined && plain(localAddress) === ip

const plain = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '')

/**
 * Returns the interface by which a connection arrived. Linux accepts packets for any of its addresses on any interface,
 * so both ends must belong to the tunnel.
 */
export const arrivalBy = (
  { localAddress, remoteAddress }: SocketAddresses,
  tunnels: readonly TunnelAddress[],
): ClientInterface => {
  const [local, remote] = [plain(localAddress), plain(remoteAddress)]
  const found = tunnels.find(({ address, network, isGuarded }) => {
    const peers = parseNetwork(network)
    return isGuarded && local === address && remote !== address && peers !== null && isInside(remote, peers)
  })
  return found?.by ?? 'eth'
}
