import type { InterfaceSettings } from '../../system/root-helper/requests.ts'

/** A connection as `nmcli connection add` is told of it. A leased address that is kept without a server is nothing NetworkManager has. */
export const connectionArgs = (settings: InterfaceSettings): string[] => {
  const { dhcp, address, prefix, router, dns, isDnsOnly, mac } = settings
  return [
    ...(dhcp
      ? ['ipv4.method', 'auto']
      : ['ipv4.method', 'manual', 'ipv4.addresses', `${address}/${prefix}`, 'ipv4.gateway', router ?? '']),
    'ipv4.dns',
    dns.join(' '),
    'ipv4.ignore-auto-dns',
    isDnsOnly ? 'yes' : 'no',
    // What it is told first goes before a lease's.
    'ipv4.dns-priority',
    dns.length > 0 ? '40' : '0',
    '802-3-ethernet.cloned-mac-address',
    mac ?? '',
  ]
}
