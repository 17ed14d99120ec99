import { doOverlap, parseNetwork } from '@busbar/uplink/network'
import {
  type Command,
  flushAddresses,
  gatewayRules,
  loadRules,
  noGatewayRules,
  type Path,
  type PathName,
  pathCommands,
  pathMarks,
  pathsIn,
  replaceRoute,
  runCommand,
  setAddress,
  setLinkUp,
  setMark,
  showAddresses,
  showDefaults,
  showRules,
  type TunnelSetup,
  type TunnelStatus,
  Wireguard,
} from '@busbar/uplink/tunnel'
import type { BoxConf } from '../box-conf.ts'
import type { PathsReport, Slot, TunnelReport, TunnelUp } from './requests.ts'

/** Creates the tunnel interface. */
export interface TunnelInterface {
  readonly isProgram: boolean
  make(): Promise<void>
  setUp(setup: TunnelSetup): Promise<void>
  status(): Promise<TunnelStatus | null>
  remove(): Promise<void>
}

export interface TunnelsOptions {
  readonly conf: () => BoxConf
  /** In milliseconds since 1970, by the clock of the system. */
  readonly now: () => number
  /** Replaces the command runner in tests. */
  readonly run?: (command: Command) => Promise<string>
  readonly interfaceOf?: (name: string) => TunnelInterface
}

const nameOf = (slot: Slot): string => `bbwg${slot}`
const cloudSlot = 0
const ownerSlot = 1

/** Manages the tunnels and routes of a box. It may change the network, so it validates every request. */
export class Tunnels {
  readonly #conf: () => BoxConf
  readonly #now: () => number
  readonly #run: (command: Command) => Promise<string>
  readonly #interfaces: Readonly<Record<Slot, TunnelInterface>>
  /** Assigned address and network of each slot. */
  readonly #assignments = new Map<Slot, string>()
  /** The routing state that was last applied. */
  #lastPaths = ''

  constructor({ conf, now, run = runCommand, interfaceOf = (name) => new Wireguard(name) }: TunnelsOptions) {
    this.#conf = conf
    this.#now = now
    this.#run = run
    this.#interfaces = { 0: interfaceOf(nameOf(cloudSlot)), 1: interfaceOf(nameOf(ownerSlot)) }
  }

  /** Some would end with this process. */
  get areInProcess(): boolean {
    return Object.values(this.#interfaces).some(({ isProgram }) => isProgram)
  }

  /** Packets that use the peer's address from elsewhere are dropped before the tunnel gets its address. */
  async up({ slot, privateKey, address, network, peerKey, endpoint, keepaliveSec, path }: TunnelUp): Promise<object> {
    if (!this.#conf().vpn) throw new Error('the VPN is switched off in box.conf')
    const allowed = parseNetwork(network)
    if (slot === cloudSlot && allowed?.prefix !== 32) throw new Error('the cloud has one address, not a network')
    const paths = await this.#readPaths()
    for (const uplink of Object.values(paths)) {
      const other = uplink === null ? null : parseNetwork(uplink.network)
      if (allowed !== null && other !== null && doOverlap(allowed, other))
        throw new Error(`${network} overlaps the network of ${uplink?.device}`)
    }
    const name = nameOf(slot)
    const tunnel = this.#interfaces[slot]
    const isGuarded = await this.#run(loadRules(gatewayRules(name, address, slot === ownerSlot))).then(
      () => true,
      () => false,
    )
    await tunnel.make()
    const peer = { publicKey: peerKey, endpoint, allowed: network, keepaliveSec }
    await tunnel.setUp({ privateKey, fwmark: pathMarks[path], peers: [peer] })
    const assignment = `${address} ${network}`
    if (this.#assignments.get(slot) !== assignment) {
      await this.#run(flushAddresses(name))
      await this.#run(setAddress(name, address, 32))
      await this.#run(setLinkUp(name))
      await this.#run({ program: 'ip', args: ['-4', 'route', 'flush', 'dev', name] })
      await this.#run(replaceRoute(network, name))
      this.#assignments.set(slot, assignment)
    }
    return { isGuarded }
  }

  /** Moves the tunnel's own packets to another path; traffic inside is not affected. */
  async move(slot: Slot, path: PathName): Promise<void> {
    await this.#run(setMark(nameOf(slot), pathMarks[path]))
  }

  async status(slot: Slot): Promise<{ tunnel: TunnelReport }> {
    const status = await this.#interfaces[slot].status()
    if (status === null) {
      this.#assignments.delete(slot)
      return { tunnel: null }
    }
    const [peer] = status.peers
    const handshake = peer?.handshakeSec ?? null
    return {
      tunnel: {
        publicKey: status.publicKey,
        hasPeer: peer !== undefined,
        endpoint: peer?.endpoint ?? null,
        handshakeAgeSec: handshake === null ? null : Math.max(0, Math.floor(this.#now() / 1000) - handshake),
        receivedBytes: peer?.receivedBytes ?? 0,
        sentBytes: peer?.sentBytes ?? 0,
      },
    }
  }

  async down(slot: Slot): Promise<void> {
    this.#assignments.delete(slot)
    await this.#interfaces[slot].remove()
    await this.#run(loadRules(noGatewayRules(nameOf(slot)))).catch(() => '')
  }

  /** Updates the routing tables of both paths. */
  async paths(): Promise<PathsReport> {
    const paths = await this.#readPaths()
    const text = JSON.stringify(paths)
    if (text !== this.#lastPaths)
      for (const command of pathCommands(paths, await this.#run(showRules))) await this.#run(command)
    this.#lastPaths = text
    return { eth: reportOf(paths.eth), gsm: reportOf(paths.gsm) }
  }

  async #readPaths(): Promise<Readonly<Record<PathName, Path | null>>> {
    return pathsIn(await this.#run(showAddresses), await this.#run(showDefaults), this.#conf().ethernet)
  }
}

const reportOf = (path: Path | null): PathsReport['eth'] =>
  path === null ? null : { address: path.address, network: path.network, gateway: path.gateway }
