import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'

/** Address and port of a listener. */
export interface Endpoint {
  readonly address: string
  readonly port: number
  readonly isUdp: boolean
}

/** A listener of this gateway, at one address or at every address of the box. */
export interface OwnEndpoint {
  readonly address?: string
  readonly port: number
  readonly isUdp: boolean
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** `fe80::1%eth0` is that address wherever it is. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '')

const listOf = (addresses: readonly string[]): BlockList => {
  const list = new BlockList()
  const plain = addresses.map(withoutZone).filter((address) => isIP(address) !== 0)
  for (const address of plain) list.addAddress(address, familyOf(address))
  return list
}

const nowhere = listOf(['0.0.0.0', '::'])
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Does the list have it? IPv4 is found in the clothes of IPv6 too. */
const has = (list: BlockList, address: string): boolean => {
  const plain = withoutZone(address)
  return list.check(plain, familyOf(plain))
}

/** True if a listener at this address accepts connections on every interface. */
export const isAnyAddress = (host: string): boolean => isIP(host) !== 0 && has(nowhere, host)

/**
 * Whether a target is this gateway itself. `addresses` are those of the box. An unspecified address is this machine.
 */
export const isOwnEndpoint = (to: Endpoint, own: readonly OwnEndpoint[], addresses: readonly string[]): boolean => {
  const isNowhere = has(nowhere, to.address)
  const isHere = isNowhere || has(loopback, to.address) || has(listOf(addresses), to.address)
  return own.some(({ address, port, isUdp }) => {
    if (port !== to.port || isUdp !== to.isUdp) return false
    const isAnywhere = address === undefined || isIP(withoutZone(address)) === 0 || has(nowhere, address)
    return isAnywhere ? isHere : isNowhere || has(listOf([address]), to.address)
  })
}

const many = new BlockList()
many.addSubnet('224.0.0.0', 3, 'ipv4')
many.addSubnet('ff00::', 8, 'ipv6')

/** A multicast or broadcast address, which may lead back to this gateway. */
export const isForMany = (address: string): boolean => has(many, address)

/** Names that Linux and systemd give to mobile interfaces: `wwan0`, `wwp0s20u1i4`, `wwx0250f3`, `ppp0`. */
const mobileName = /^(ww|ppp)/

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')

interface InterfaceSource {
  /** Root of sysfs. */
  readonly sysRoot: string
  readonly interfaces?: () => NodeJS.Dict<NetworkInterfaceInfo[]>
}

/** Reports whether an address of this box belongs to a mobile (GSM, LTE) interface. */
export const isMobileAddress = (
  address: string | undefined,
  { sysRoot, interfaces = networkInterfaces }: InterfaceSource,
): boolean => {
  if (address === undefined) return false
  const plain = plainAddress(address)
  return Object.entries(interfaces()).some(
    ([name, addresses = []]) => addresses.some((one) => one.address === plain) && isMobileInterface(name, sysRoot),
  )
}

const isMobileInterface = (name: string, sysRoot: string): boolean => {
  if (mobileName.test(name)) return true
  try {
    return /^DEVTYPE=wwan$/m.test(readFileSync(join(sysRoot, 'class/net', name, 'uevent'), 'utf8'))
  } catch {
    return false
  }
}
