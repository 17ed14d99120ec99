import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { networkAround, networkText, prefixOf } from '@busbar/uplink/network'
import type { Hardware, Interface } from './interface.rules.ts'

/** Current interfaces, including those without a link, which only sysfs lists. */
export const readInterfaces = (root = '/sys/class/net'): readonly Interface[] => {
  const running = networkInterfaces()
  const names = new Set([...Object.keys(running), ...(existsSync(root) ? readdirSync(root) : [])])
  return Array.from(names, (name): Interface => {
    const addresses = running[name] ?? []
    return {
      name,
      mac: (addresses[0]?.mac ?? textIn(`${root}/${name}/address`)).toLowerCase(),
      ip: addresses.find(({ family }) => family === 'IPv4')?.address ?? null,
      isDevice: existsSync(`${root}/${name}/device`),
      isLinkUp: addresses.length > 0,
    }
  })
}

/** Interfaces with their permanent addresses. A tool is run for hardware that uses another address. */
export const readHardware = (root = '/sys/class/net'): readonly Hardware[] => {
  const all = readInterfaces(root).map((one) => ({ one, isMakers: isMakersOwn(root, one) }))
  const permanent = all.some(({ one, isMakers }) => one.isDevice && !isMakers) ? permanentMacs() : noMacs
  return all.map(({ one, isMakers }) => ({
    ...one,
    permanentMac: permanent.get(one.name) ?? (isMakers ? one.mac : null),
  }))
}

const isMakersOwn = (root: string, { name }: Interface): boolean => textIn(`${root}/${name}/addr_assign_type`) === '0'

const noMacs: ReadonlyMap<string, string> = new Map()

/** Reads permanent addresses of interfaces that use another one; empty when the tool is missing. */
const permanentMacs = (): ReadonlyMap<string, string> => {
  try {
    const text = execFileSync('ip', ['-j', 'link'], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const links = JSON.parse(text) as { ifname?: string; permaddr?: string }[]
    return new Map(
      links.flatMap(({ ifname, permaddr }) => (ifname && permaddr ? [[ifname, permaddr.toLowerCase()]] : [])),
    )
  } catch {
    return noMacs
  }
}

/** An interface may disappear between two reads. */
const textIn = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

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
