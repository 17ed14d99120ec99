import { readFileSync } from 'node:fs'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'

/** Names that Linux and systemd give to mobile interfaces: `wwan0`, `wwp0s20u1i4`, `wwx0250f3`, `ppp0`. */
const mobileName = /^(ww|ppp)/

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')

export interface InterfaceSource {
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
