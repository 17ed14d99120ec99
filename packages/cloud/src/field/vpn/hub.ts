import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '@busbar/database'
import { type Clock, Periodic, RateLimit, Semaphore } from '@busbar/kit'
import type { Certificate } from '@busbar/kit/certificate'
import { makeFolder } from '@busbar/kit/program'
import type { SigningKey } from '@busbar/uplink/handshake'
import { addressOf, hostsOf, maskOf, type Network, networkText } from '@busbar/uplink/network'
import {
  type Command,
  hasNetAdmin,
  hubRules,
  isTunnelKey,
  loadRules,
  newTunnelKey,
  noHubRules,
  type Peer,
  publicKeyOf,
  removePeer,
  replaceRoute,
  runCommand,
  setAddress,
  setLinkUp,
  setPeer,
  type TunnelSetup,
  type TunnelStatus,
  Wireguard,
} from '@busbar/uplink/tunnel'
import { networkOf } from '../call-back/caller.rules.ts'
import { callBackLimits } from '../call-back/limits.ts'
import type { VpnOwners } from '../dialling/vpn-owners.ts'
import { Activations, type postActivation } from './activation.ts'
import { answerTo } from './config-answer.ts'
import { ConfigServer } from './config-server.ts'
import { allPeers, freeAddresses, recordTraffic, type VpnPeer } from './peers.sql.ts'

export interface HubInterface {
  make(): Promise<void>
  setUp(setup: TunnelSetup): Promise<void>
  status(): Promise<TunnelStatus | null>
  remove(): Promise<void>
}

export interface HubOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly now: () => Date
  readonly log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
  readonly key: SigningKey
  readonly certificate: Certificate
  readonly place: { readonly host: string; readonly port: number }
  readonly network: Network
  readonly folder: string
  readonly owners: VpnOwners
  readonly publicUrl: () => string
  /** Replacements of system functions in tests. */
  readonly run?: (command: Command) => Promise<string>
  readonly wireguard?: HubInterface
  readonly post?: typeof postActivation
}

const name = 'bbhub0'
const statusMs = 10_000
const settleMs = 500
const sweepMs = 3_600_000
const minuteMs = 60_000
const aliveSec = 180
/** Time for telling a gateway that it is no longer bound. */
const farewellMs = 300_000
const refreshSec = 86_400

const fileName = 'vpn.key'

/** The hub's private key, made where there is none. Gateways learn of another when they ask again, which takes three minutes. */
const hubKey = (folder: string): string => {
  const path = join(folder, fileName)
  if (!existsSync(path)) {
    makeFolder(folder)
    writeFileSync(`${path}.new`, `${newTunnelKey()}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const key = readFileSync(path, 'utf8').trim()
  if (!isTunnelKey(key)) throw new Error(`${path} is damaged: it has no key of WireGuard`)
  return key
}

/** The hub of the VPN: WireGuard peers, activations, and owners of addresses. Gateways reach nothing through it. */
export class VpnHub {
  readonly #options: HubOptions
  readonly #run: (command: Command) => Promise<string>
  readonly #wireguard: HubInterface
  readonly #database = new Semaphore(2)
  readonly #activations: Activations
  readonly #calls: RateLimit<string>
  #server: ConfigServer | null = null
  #privateKey = ''
  /** Peers that WireGuard has, by key: the address of each. */
  #known = new Map<string, string>()
  #peers: readonly VpnPeer[] = []
  readonly #unboundSinceMs = new Map<string, number>()
  #alive: ReadonlySet<string> = new Set()
  #turn: Promise<void> = Promise.resolve()
  #tasks: Periodic[] = []
  #cancelSettle: (() => void) | null = null
  #isRunning = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#run = options.run ?? runCommand
    this.#wireguard = options.wireguard ?? new Wireguard(name)
    this.#activations = new Activations(options)
    this.#calls = new RateLimit({ clock: options.clock, windowMs: minuteMs, keysMax: 10_000 })
  }

  /** Refused in words where this process may not, or cannot. */
  static async check(): Promise<void> {
    if (!(await hasNetAdmin()))
      throw new Error(
        '--vpn: this process lacks CAP_NET_ADMIN: give it by the unit (AmbientCapabilities=), or --cap-add NET_ADMIN --device /dev/net/tun',
      )
    for (const [program, word] of [
      ['ip', '-V'],
      ['wg', '--version'],
      ['nft', '--version'],
    ] as const) {
      await runCommand({ program, args: [word] }).catch((error: unknown) => {
        throw new Error(`--vpn needs the program ${program} (iproute2, wireguard-tools, nftables)`, { cause: error })
      })
    }
  }

  get #hub(): string {
    return addressOf(hostsOf(this.#options.network).from)
  }

  async start(): Promise<void> {
    const { place, network, folder, log } = this.#options
    this.#isRunning = true
    this.#privateKey = hubKey(folder)
    this.#peers = await allPeers(this.#options.sql)
    // Isolated before there is anything to isolate.
    await this.#run(loadRules(hubRules(name)))
    await this.#wireguard.make()
    const peers = this.#wantedPeers()
    await this.#wireguard.setUp({ privateKey: this.#privateKey, listenPort: place.port, peers })
    this.#known = new Map(peers.map(({ publicKey, allowed }) => [publicKey, allowed]))
    await this.#run(setAddress(name, this.#hub, 32))
    await this.#run(setLinkUp(name))
    await this.#run(replaceRoute(networkText(network), name))
    this.#setOwners()
    this.#server = this.#newServer()
    await this.#server.start()
    const status = this.#task('status', statusMs, () => this.#readStatus())
    this.#tasks = [
      status,
      this.#task('peers', minuteMs, () => this.#refresh()),
      this.#task('addresses', sweepMs, () => freeAddresses(this.#options.sql, this.#options.now())),
    ]
    for (const task of this.#tasks) task.start()
    status.wake()
    log.info({ hub: this.#hub, network: networkText(network), peers: peers.length, port: place.port }, 'the VPN is up')
  }

  async stop(): Promise<void> {
    if (!this.#isRunning) return
    this.#isRunning = false
    this.#cancelSettle?.()
    await Promise.all(this.#tasks.map((task) => task.stop()))
    await this.#server?.stop()
    await this.#turn
    this.#options.owners.set(new Map())
    await this.#wireguard.remove()
    await this.#run(loadRules(noHubRules)).catch(() => '')
  }

  /** Refreshes the peers, because a changed network may affect its gateway. */
  changed(): void {
    if (!this.#isRunning) return
    this.#cancelSettle?.()
    this.#cancelSettle = this.#options.clock.after(settleMs, () => void this.#inTurn(() => this.#refresh()))
  }

  #newServer(): ConfigServer {
    const { place, network, certificate, key, clock, now, log, sql } = this.#options
    const range = { network: networkText(network), hub: this.#hub, last: addressOf(hostsOf(network).to) }
    const config = {
      mask: maskOf(network.prefix),
      hub: this.#hub,
      peerHost: place.host,
      peerPort: place.port,
      peerKey: Buffer.from(publicKeyOf(this.#privateKey), 'base64'),
      refreshSec,
    }
    const parts = {
      ...callBackLimits,
      sql,
      database: this.#database,
      now,
      range,
      config,
      onAssigned: () => this.#inTurn(() => this.#refresh()),
      mayCall: (from: string) => this.#mayCall(from),
    }
    return new ConfigServer({
      port: place.port,
      certificate,
      key,
      clock,
      log,
      answer: (...args) => answerTo(parts, ...args),
    })
  }

  #mayCall(from: string): boolean {
    const { pendingCallsPerSourceMax, pendingCallsPerNetworkMax } = callBackLimits
    const isOneTooMany = this.#calls.take(from, pendingCallsPerSourceMax) > 0
    return !isOneTooMany && this.#calls.take(`${networkOf(from)} all`, pendingCallsPerNetworkMax) === 0
  }

  #task(task: string, everyMs: number, act: () => Promise<void>): Periodic {
    const { clock, log } = this.#options
    return new Periodic({
      name: `VPN: ${task}`,
      clock,
      everyMs,
      countFrom: 'start',
      work: () => this.#inTurn(act),
      onError: (error) => log.error({ err: error }, 'the VPN could not be updated'),
    })
  }

  /** Runs tasks one after another, so that none sees another's intermediate state. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(() => (this.#isRunning ? act() : undefined))
    this.#turn = done.catch((error: unknown) => this.#options.log.error({ err: error }, 'the VPN could not be updated'))
    return done.catch(() => undefined)
  }

  async #refresh(): Promise<void> {
    this.#peers = await this.#database.run(() => allPeers(this.#options.sql))
    this.#setOwners()
    const wanted = new Map(this.#wantedPeers().map(({ publicKey, allowed }) => [publicKey, allowed]))
    for (const publicKey of this.#known.keys()) if (!wanted.has(publicKey)) await this.#run(removePeer(name, publicKey))
    for (const [publicKey, allowed] of wanted)
      if (this.#known.get(publicKey) !== allowed) await this.#run(setPeer(name, { publicKey, allowed }))
    this.#known = wanted
    this.#activations.send(this.#peers, this.#alive)
  }

  #setOwners(): void {
    const bound = this.#peers.flatMap(({ address, orgId }) => (orgId === null ? [] : [[address, orgId] as const]))
    this.#options.owners.set(new Map(bound))
  }

  /** Peers that are bound, and those that have not yet received that they are not. */
  #wantedPeers(): Peer[] {
    const nowMs = this.#options.clock.now()
    return this.#peers
      .filter(({ address, orgId }) => {
        if (orgId !== null) {
          this.#unboundSinceMs.delete(address)
          return true
        }
        if (!this.#activations.wasSentTo(address)) return false
        const sinceMs = this.#unboundSinceMs.get(address) ?? nowMs
        this.#unboundSinceMs.set(address, sinceMs)
        return nowMs - sinceMs < farewellMs
      })
      .map(({ publicKey, address }) => ({
        publicKey: Buffer.from(publicKey).toString('base64'),
        allowed: `${address}/32`,
      }))
  }

  async #readStatus(): Promise<void> {
    const { sql, now } = this.#options
    const status = await this.#wireguard.status()
    if (status === null) return
    const nowSec = now().getTime() / 1000
    const traffic = status.peers.flatMap(({ allowed, handshakeSec, receivedBytes, sentBytes }) => {
      const address = allowed[0]?.replace(/\/32$/, '')
      const handshakeOn = handshakeSec === null ? null : new Date(handshakeSec * 1000)
      return address === undefined ? [] : [{ address, handshakeOn, receivedBytes, sentBytes }]
    })
    const alive = traffic.filter(
      ({ handshakeOn }) => handshakeOn !== null && nowSec - handshakeOn.getTime() / 1000 < aliveSec,
    )
    this.#alive = new Set(alive.map(({ address }) => address))
    await this.#database.run(() => recordTraffic(sql, traffic))
    this.#activations.send(this.#peers, this.#alive)
  }
}
