import type { NetworkInterfaceInfo } from 'node:os'
import { networkAround, networkText, prefixOf } from '@busbar/uplink/network'

/** The owner's own tunnel, which is what others are compared with. */
const ownTunnel = 'bbwg1'

/** IPv4 networks of interfaces that are not this machine's alone. */
export const networksHere = (all: NodeJS.Dict<readonly NetworkInterfaceInfo[]>): string[] =>
  Object.entries(all).flatMap(([name, addresses = []]) =>
    addresses.flatMap(({ family, internal, address, netmask }) =>
      family !== 'IPv4' || internal || name === ownTunnel
        ? []
        : [networkText(networkAround(address, prefixOf(netmask)))],
    ),
  )
