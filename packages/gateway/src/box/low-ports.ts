import { readFileSync } from 'node:fs'

const netBindService = 1n << 10n

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** May a program with this status listen at this port, by the first port that needs no privilege? */
export const mayListen = (port: number, status: string, firstFree: string): boolean => {
  const [, rights = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(status) ?? []
  const first = /^\d+\s*$/.test(firstFree) ? Number(firstFree) : 1024
  return port >= first || (BigInt(`0x${rights}`) & netBindService) !== 0n
}

const isFree = (port: number): boolean =>
  mayListen(port, textOf('/proc/self/status'), textOf('/proc/sys/net/ipv4/ip_unprivileged_port_start'))

const [usualHttps, highHttps] = [443, 8443] as const

/** Default port of an HTTPS address. */
export const httpsPort = (): number => (isFree(usualHttps) ? usualHttps : highHttps)

/**
 * Default port of HTTPS without an address. It is 443 only beside HTTP on port 80: on a box where HTTP uses another
 * port, another web server usually has both, and must not lose 443 to the gateway at the next boot. Ports that the
 * settings use otherwise are avoided.
 */
export const defaultHttpsPort = (
  httpPort: number,
  usedPorts: readonly number[],
  isAllowed: (port: number) => boolean = isFree,
): number => (httpPort === 80 && isAllowed(usualHttps) && !usedPorts.includes(usualHttps) ? usualHttps : highHttps)

/** Ports of a new device: the standard ones if permitted, otherwise unprivileged ones. */
export const firstPorts = (): { ethListenPort?: number; httpPort?: number } => {
  return isFree(80) ? {} : { ethListenPort: 1502, httpPort: 8081 }
}
