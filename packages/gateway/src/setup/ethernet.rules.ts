import { isIPv4 } from 'node:net'

/** As `ip -j addr show dev eth0` prints it. */
export interface AddressFacts {
  readonly ifname?: string
  readonly address?: string
  readonly permaddr?: string
  readonly addr_info?: readonly {
    readonly family?: string
    readonly local?: string
    readonly prefixlen?: number
    readonly dynamic?: boolean
  }[]
}

const dnsMax = 4

const maskOf = (prefix: number): string =>
  [0, 8, 16, 24].map((at) => 256 - 2 ** (8 - Math.min(8, Math.max(0, prefix - at)))).join('.')

/** Servers that others can be told of: not this machine itself. */
const serversIn = (resolvConf: string): string[] =>
  Array.from(resolvConf.matchAll(/^\s*nameserver\s+(\S+)/gm), ([, one = '']) => one).filter(
    (one) => isIPv4(one) && !one.startsWith('127.'),
  )

/** The setting `ethernet` that leaves the interface as it is. */
export const ethernetNow = (
  { address: mac = '', permaddr, addr_info: all = [] }: AddressFacts,
  routes: readonly { readonly gateway?: string }[],
  resolvConf: string,
): object => {
  const own = all.find(({ family }) => family === 'inet')
  const gate = routes.find(({ gateway }) => gateway !== undefined)?.gateway ?? ''
  const isOther = permaddr !== undefined && permaddr.toLowerCase() !== mac.toLowerCase()
  const macManual = isOther ? { macManualEnable: true, macManual: mac } : { macManualEnable: false }
  if (own?.local === undefined || own.dynamic === true)
    return { dhcpEnable: true, dnssGateEnable: false, ipDnss: [], ...macManual }
  const dns = serversIn(resolvConf).slice(0, dnsMax)
  const dnssGateEnable = gate !== '' && dns[0] === gate
  return {
    dhcpEnable: false,
    ip: own.local,
    mask: maskOf(own.prefixlen ?? 24),
    gate,
    dnssGateEnable,
    ipDnss: dnssGateEnable ? dns.slice(1) : dns,
    ...macManual,
  }
}
