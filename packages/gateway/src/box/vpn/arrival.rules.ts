import { isInside, parseNetwork } from '@busbar/uplink/network'
import type { ClientInterface } from '../../session/client-interface.rules.ts'

/** A tunnel as a connection may have come by it. */
export interface TunnelAddress {
  readonly by: 'wgCloud' | 'wgManual'
  /** Own address in it. */
  readonly address: string
  /** What its peer may send from. */
  readonly network: string
  /** Who claims the address from elsewhere is dropped. */
  readonly isGuarded: boolean
}

interface SocketAddresses {
  readonly localAddress?: string | undefined
  readonly remoteAddress?: string | undefined
}

/** Whether a connection was made to this address; nothing is at none. */
export const isConnectedTo = ({ localAddress }: SocketAddresses, ip: string | undefined): boolean =>
  ip !== undefined && plain(localAddress) === ip

const plain = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '')

/** By which way a connection came in. Linux takes packets for any of its addresses on any interface: both ends must be the tunnel's. */
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
