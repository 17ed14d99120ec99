import { isIP, isIPv6 } from 'node:net'
import { isForMany } from '../own-endpoint.rules.ts'
import { isAtHome, type Path } from '../paths.rules.ts'
import { resolveOn } from '../paths.ts'
import type { FwdRow } from './settings.ts'

const dnsPort = 53

/**
 * Parses `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`, the forms of the system's DNS servers.
 */
export const dnsServerOf = (text: string): { readonly address: string; readonly port: number } => {
  if (isIPv6(text)) return { address: text, port: dnsPort }
  const [, address = text, port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(text) ?? []
  return { address, port: Number(port ?? dnsPort) }
}

/** Target of a connection. */
export interface Target {
  readonly address: string
  readonly port: number
  /** Local address to use; the system's choice without it. */
  readonly localAddress?: string
}

export interface FinderParts {
  readonly row: FwdRow
  readonly dnsServers: () => readonly string[]
  readonly lookup: (name: string) => Promise<readonly { readonly address: string }[]>
  /** Whether this gateway itself listens at the target. */
  readonly isOwn: (target: Target) => boolean
  /** Path to use; null when none is available. */
  readonly path: () => Path | null
}

/** Resolves the target of a row for each connection, because names and local addresses change. */
export class Finder {
  readonly #parts: FinderParts
  /** Concurrent requests share one resolution. */
  #pending: Promise<readonly Target[]> | null = null

  constructor(parts: FinderParts) {
    this.#parts = parts
  }

  /** An address that is plainly this gateway's own: that needs no lookup. */
  get isHopeless(): boolean {
    const { serverAddr, serverPort: port } = this.#parts.row
    return isIP(serverAddr) !== 0 && !this.#isOpen({ address: serverAddr, port })
  }

  /** Returns at least one target; rejects when none is permitted. */
  async find(): Promise<readonly Target[]> {
    this.#pending ??= this.#resolve().finally(() => {
      this.#pending = null
    })
    const open = (await this.#pending).filter((target) => this.#isOpen(target))
    if (open.length === 0) throw new Error(this.#hint)
    const { localAddress } = this.#path
    if (localAddress === undefined) return open
    // The address of a modem is one of IPv4.
    const reached = open.filter(({ address }) => isIP(address) === 4)
    return reached.map((target) => (isAtHome(target.address) ? target : { ...target, localAddress }))
  }

  async #resolve(): Promise<readonly Target[]> {
    const { row, dnsServers, lookup } = this.#parts
    const { serverAddr, serverPort: port } = row
    if (serverAddr === '') return dnsServers().map(dnsServerOf)
    if (isIP(serverAddr) !== 0) return [{ address: serverAddr, port }]
    const path = this.#path
    if (path.dnsServers !== undefined) return (await resolveOn(path, serverAddr)).map((address) => ({ address, port }))
    const found = await lookup(serverAddr)
    return found.map(({ address }) => ({ address, port }))
  }

  get #path(): Path {
    const path = this.#parts.path()
    if (path === null) throw new Error('the modem has no data')
    return path
  }

  #isOpen(target: Target): boolean {
    return !isForMany(target.address) && !this.#parts.isOwn(target)
  }

  get #hint(): string {
    const { serverAddr } = this.#parts.row
    return serverAddr === ''
      ? 'no DNS server is known that could be asked'
      : `${serverAddr} is this gateway itself, or the address of many`
  }
}
