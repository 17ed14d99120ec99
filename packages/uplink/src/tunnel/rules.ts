/*
 * Tables of nftables, each ours alone. A script replaces its chains as a whole, so that there is no moment without them.
 */

/**
 * Linux accepts packets for any of its addresses on any interface, so packets for a tunnel's address from elsewhere are
 * dropped.
 */
const guardChain = (name: string, address: string): string[] => [
  `add chain inet busbar_gateway ${name}_in { type filter hook input priority -10; policy accept; }`,
  `flush chain inet busbar_gateway ${name}_in`,
  `add rule inet busbar_gateway ${name}_in iifname != "${name}" ip daddr ${address} drop`,
]

/** The peer cannot reach networks behind the box, even when the box forwards packets. */
const noForwardChain = (name: string): string[] => [
  `add chain inet busbar_gateway ${name}_through { type filter hook forward priority -10; policy accept; }`,
  `flush chain inet busbar_gateway ${name}_through`,
  `add rule inet busbar_gateway ${name}_through iifname "${name}" drop`,
  `add rule inet busbar_gateway ${name}_through oifname "${name}" drop`,
]

/** Rules of one tunnel of a gateway with this address. */
export const gatewayRules = (name: string, address: string, mayForward: boolean): string =>
  ['add table inet busbar_gateway', ...guardChain(name, address), ...(mayForward ? [] : noForwardChain(name)), ''].join(
    '\n',
  )

/** Removes the rules; succeeds when there are none. */
export const noGatewayRules = (name: string): string =>
  [
    'add table inet busbar_gateway',
    ...['in', 'through'].flatMap((end) => [
      `add chain inet busbar_gateway ${name}_${end}`,
      `flush chain inet busbar_gateway ${name}_${end}`,
      `delete chain inet busbar_gateway ${name}_${end}`,
    ]),
    '',
  ].join('\n')

/** Rules of a hub: gateways cannot reach each other and cannot connect to the hub, but answer its requests. */
export const hubRules = (name: string): string =>
  [
    'add table inet busbar_vpn',
    'delete table inet busbar_vpn',
    'table inet busbar_vpn {',
    '  chain through {',
    '    type filter hook forward priority -10; policy accept;',
    `    iifname "${name}" drop`,
    `    oifname "${name}" drop`,
    '  }',
    '  chain in {',
    '    type filter hook input priority -10; policy accept;',
    `    iifname "${name}" ct state established,related accept`,
    `    iifname "${name}" drop`,
    '  }',
    '}',
    '',
  ].join('\n')

export const noHubRules = 'add table inet busbar_vpn\ndelete table inet busbar_vpn\n'
