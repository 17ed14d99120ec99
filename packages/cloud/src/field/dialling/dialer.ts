import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { at, type Clock, monotonicClock } from '@busbar/kit'
import type { ByteStream } from '@busbar/modbus'
import { connectTimeout, type DialOptions, dialStream } from '@busbar/modbus/net'
import type { Claims } from '../claims/claims.ts'
import { mayDial } from './address-rule.ts'
import { type Endpoint, endpointOf } from './endpoint.rules.ts'
import { cachedAddresses } from './own-addresses.ts'
import type { DialTarget, RawAllow } from './raw-allow.ts'
import type { VpnOwners } from './vpn-owners.ts'

/** Connections that may start at once: 20 ms of work. */
const burst = 50

/** Lets so many begin in a second, evenly: who comes has an instant of its own. */
export class DialPace {
  readonly #clock: Clock
  readonly #stepMs: number
  #nextMs = -Infinity

  constructor(clock: Clock, perSecMax: number) {
    this.#clock = clock
    this.#stepMs = 1000 / perSecMax
  }

  /** How long from now on; that instant is taken. */
  waitMs(): number {
    const nowMs = this.#clock.now()
    const atMs = Math.max(this.#nextMs, nowMs - burst * this.#stepMs)
    this.#nextMs = atMs + this.#stepMs
    return Math.max(0, atMs - nowMs)
  }
}

/** The addresses of a name, the best first. */
export type ResolveHost = (name: string) => Promise<readonly string[]>

export interface DialerOptions {
  /** Addresses that may be dialled although they are inside. */
  rawAllow: RawAllow
  /** Owners of endpoints; without them every organization may connect. */
  claims?: Pick<Claims, 'isOpenTo' | 'watch'>
  /** Owners of VPN addresses; without them there is no VPN. */
  vpn?: Pick<VpnOwners, 'mayDial' | 'watch'>
  clock?: Clock
  resolve?: ResolveHost
  /** The addresses of this machine. */
  ownAddresses?: () => readonly string[]
  connectTimeoutMs?: number
  /** Under way at once; the others wait. */
  dialsMax?: number
  /** Begun in a second: all networks of a node that is gone come to the others in one moment. One takes 0.4 ms of CPU where nothing answers. */
  dialsPerSecMax?: number
  connect?: (options: DialOptions) => Promise<ByteStream>
}

export interface Destination extends DialTarget {
  /** An address, or a name. */
  host: string
  /** Selects another one of several addresses at each attempt. */
  turn: number
  signal?: AbortSignal
}

export interface OpenedConnection {
  stream: ByteStream
  /** The one of the host's addresses that it leads to. */
  address: string
  endpoint: Endpoint
  /** All that the host led to when it was dialled, this one with them. */
  endpoints: readonly Endpoint[]
}

/** The address that would be dialled, and for which organization. */
export interface ResolvedTarget extends DialTarget {
  address: string
  endpoint: Endpoint
}

export const systemResolve: ResolveHost = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

const noVpn: NonNullable<DialerOptions['vpn']> = { mayDial: () => null, watch: () => () => {} }
const openClaims: NonNullable<DialerOptions['claims']> = { isOpenTo: () => true, watch: () => () => {} }

/**
 * Connects to allowed addresses. A name is resolved once, and the checked address is the one that is used. An endpoint
 * that another organization has claimed looks like an unreachable one, and an unknown name like one that resolves to a
 * forbidden address.
 */
export class Dialer {
  readonly #options: Required<DialerOptions>
  readonly #pace: DialPace
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(options: DialerOptions) {
    const { clock = monotonicClock } = options
    this.#options = {
      claims: openClaims,
      vpn: noVpn,
      clock,
      resolve: systemResolve,
      ownAddresses: cachedAddresses(clock),
      connectTimeoutMs: 5000,
      dialsMax: 256,
      dialsPerSecMax: 1000,
      connect: dialStream,
      ...options,
    }
    this.#pace = new DialPace(this.#options.clock, this.#options.dialsPerSecMax)
    this.#free = this.#options.dialsMax
  }

  /** Connects; rejects with what people should read. */
  async dial(destination: Destination): Promise<OpenedConnection> {
    await this.#takePlace()
    try {
      const waitMs = this.#pace.waitMs()
      if (waitMs > 0) await waitUntil(this.#options.clock, this.#options.clock.now() + waitMs, destination.signal)
      return await this.#dial(destination)
    } finally {
      this.#leavePlace()
    }
  }

  /** The address of a host for one organization; rejects where there is none. */
  async find(host: string, target: DialTarget): Promise<string> {
    const { connectTimeoutMs, clock } = this.#options
    const { address, endpoint } = await this.choose(host, [target])
    if (this.#isOpenTo(address, endpoint, target.orgId)) return address
    await waitUntil(clock, clock.now() + connectTimeoutMs)
    throw connectTimeout(address, target.port, connectTimeoutMs)
  }

  /**
   * The address of a host that would be dialled, and for which of the organizations; rejects where there is none. One that holds the
   * endpoint goes before others.
   */
  async choose(host: string, targets: readonly DialTarget[]): Promise<ResolvedTarget> {
    const { ownAddresses } = this.#options
    const allowed = await this.#allowed(host, targets)
    const address = at(allowed, 0).address
    const own = ownAddresses()
    const found = allowed
      .filter((one) => one.address === address)
      .map(({ target }) => ({ ...target, address, endpoint: endpointOf(address, target.port, own) }))
    return found.find(({ endpoint, orgId }) => this.#isOpenTo(address, endpoint, orgId)) ?? at(found, 0)
  }

  async #dial({ host, turn, signal, ...target }: Destination): Promise<OpenedConnection> {
    const { claims, vpn, clock, ownAddresses, connectTimeoutMs, connect } = this.#options
    const { port, orgId } = target
    const addresses = (await this.#allowed(host, [target], signal)).map(({ address }) => address)
    signal?.throwIfAborted()
    const address = at(addresses, turn % addresses.length)
    const own = ownAddresses()
    const endpoint = endpointOf(address, port, own)
    const untilMs = clock.now() + connectTimeoutMs
    const isOpen = (): boolean => this.#isOpenTo(address, endpoint, orgId)
    if (isOpen()) {
      const options = { host: address, port, connectTimeoutMs, ...(signal !== undefined && { signal }) }
      const stream = await connect(options)
      // A claim on the endpoint ends the connections of others.
      const end = (): void => void (isOpen() || stream.destroy())
      for (const unwatch of [claims.watch(endpoint.name, end), vpn.watch(end)]) stream.on('close', unwatch)
      if (isOpen()) return { stream, address, endpoint, endpoints: addresses.map((one) => endpointOf(one, port, own)) }
      stream.destroy()
    }
    await waitUntil(clock, untilMs, signal)
    throw connectTimeout(address, port, connectTimeoutMs)
  }

  /** The addresses of a host that may be dialled, each with its target. */
  async #allowed(
    host: string,
    targets: readonly DialTarget[],
    signal?: AbortSignal,
  ): Promise<{ address: string; target: DialTarget }[]> {
    const { rawAllow, vpn, ownAddresses, clock, connectTimeoutMs } = this.#options
    const bare = host.replace(/^\[(.*)\]$/, '$1')
    const isName = isIP(bare) === 0
    const untilMs = clock.now() + connectTimeoutMs
    const all = isName ? await this.#resolve(bare, untilMs) : [bare]
    const own = ownAddresses()
    const ranges = targets.map((target) => ({ target, allow: rawAllow.for(target) }))
    const allowed = all.flatMap((address) =>
      ranges
        .filter(({ target, allow }) => mayDial(address, allow, own, (plain) => vpn.mayDial(plain, target.orgId)))
        .map(({ target }) => ({ address, target })),
    )
    if (allowed.length > 0) return allowed
    const where = `${host}:${targets[0]?.port}`
    // The same words whatever it leads to: they tell nothing about the networks here.
    if (!isName) throw new Error(`address not allowed: ${where} (see --raw-allow)`)
    // Nor does the time: names that lead inside are as long in coming as unknown names.
    await waitUntil(clock, untilMs, signal)
    throw new Error(`no such host, or its address is not allowed: ${where} (see --raw-allow)`)
  }

  /** A VPN address is open only to its owner, any other to the organization that has claimed it, or to all. */
  #isOpenTo(address: string, endpoint: Endpoint, orgId: number): boolean {
    const { claims, vpn } = this.#options
    return vpn.mayDial(address, orgId) ?? claims.isOpenTo(endpoint.name, orgId)
  }

  /** None where it is not known in time. */
  async #resolve(name: string, untilMs: number): Promise<readonly string[]> {
    const { clock, resolve } = this.#options
    const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<readonly string[]>()
    const cancel = clock.after(untilMs - clock.now(), () => giveUp([]))
    const resolved = resolve(name).catch(() => [])
    return Promise.race([resolved, tooLate]).finally(cancel)
  }

  /** The queue has at most one entry per link. */
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

/** Or until it is called off, which rejects. */
const waitUntil = (clock: Clock, untilMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const cancel = clock.after(Math.max(0, untilMs - clock.now()), () => {
      signal?.removeEventListener('abort', end)
      resolve()
    })
    const end = (): void => {
      cancel()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', end, { once: true })
  })
