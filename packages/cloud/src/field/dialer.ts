import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { ByteStream } from '@busbar/modbus'
import { dialStream } from '@busbar/modbus/net'
import type { AddressRanges } from './address-ranges.ts'
import { mayDial } from './address-rule.ts'

/** The addresses of a name, the best first. */
type Resolve = (name: string) => Promise<readonly string[]>

export interface DialerOptions {
  /** Addresses that may be dialled although they are inside. */
  rawAllow: AddressRanges
  resolve?: Resolve
  /** The addresses of this machine. */
  ownAddresses?: () => readonly string[]
  connectTimeoutMs?: number
  /** Under way at once; the others wait. */
  dialsMax?: number
}

export interface Destination {
  /** An address, or a name. */
  host: string
  port: number
  /** Of several addresses another one is taken at each turn. */
  turn: number
  signal?: AbortSignal
}

export interface Dialled {
  stream: ByteStream
  /** The one of the host's addresses that it leads to. */
  address: string
}

const system: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

/** Dials what may be dialled. A name is looked up once, and the address that was judged is the one dialled. */
export class Dialer {
  readonly #options: Required<DialerOptions>
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(options: DialerOptions) {
    const { resolve = system, ownAddresses = interfaceAddresses, connectTimeoutMs = 5000, dialsMax = 256 } = options
    this.#options = { rawAllow: options.rawAllow, resolve, ownAddresses, connectTimeoutMs, dialsMax }
    this.#free = dialsMax
  }

  /** Connects; rejects with what people should read. */
  async dial({ host, port, turn, signal }: Destination): Promise<Dialled> {
    await this.#takePlace()
    try {
      const addresses = await this.#addressesOf(host)
      signal?.throwIfAborted()
      const address = addresses[turn % addresses.length] ?? ''
      const { connectTimeoutMs } = this.#options
      const options = { host: address, port, connectTimeoutMs, ...(signal !== undefined && { signal }) }
      return { stream: await dialStream(options), address }
    } finally {
      this.#leavePlace()
    }
  }

  /** The address of a host that may be dialled; rejects where there is none. */
  async find(host: string): Promise<string> {
    const [address = ''] = await this.#addressesOf(host)
    return address
  }

  /** Those of a host that may be dialled. */
  async #addressesOf(host: string): Promise<readonly string[]> {
    const bare = host.replace(/^\[(.*)\]$/, '$1')
    const all = isIP(bare) === 0 ? await this.#options.resolve(bare) : [bare]
    const { rawAllow, ownAddresses } = this.#options
    const own = ownAddresses()
    const allowed = all.filter((address) => mayDial(address, rawAllow, own))
    // The same words whatever it leads to: they tell nothing about the networks here.
    if (allowed.length === 0) throw new Error(`address not allowed: ${host} (see --raw-allow)`)
    return allowed
  }

  /** Everybody who waits here is a link of its own, so they are no more than those. */
  async #takePlace(): Promise<void> {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#free -= 1
  }

  #leavePlace(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }
}
