import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { type PathName, publicKeyOf } from '@busbar/uplink/tunnel'
import { backOffMs } from '../../network/back-off.rules.ts'
import type { Slot, TunnelReport } from '../net-helper/requests.ts'
import type { TunnelAddress } from './arrival.rules.ts'
import type { NetHelper } from './net-helper.ts'
import { NotMade, PlanProblem, type PlanSource, type TunnelPlan } from './sources.ts'
import {
  aliveSec,
  type ConfigState,
  isAlive,
  type LinkState,
  linkStateOf,
  pathFor,
  preferredPath,
  silentMs,
  type TunnelSettings,
  type VpnStatus,
} from './states.rules.ts'

export interface TunnelParts {
  readonly slot: Slot
  readonly settings: TunnelSettings
  readonly source: PlanSource
  readonly helper: NetHelper | null
  readonly lookup: (host: string) => Promise<string>
  readonly clock: Clock
  /** The wall clock. */
  readonly now: () => Date
  readonly newBytes: (count: number) => Uint8Array
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** A configured tunnel. */
interface ActiveTunnel {
  readonly plan: TunnelPlan
  readonly peerIp: string
  readonly isGuarded: boolean
  readonly createdMs: number
}

const checkMs = 5000
const bys = { 0: 'wgCloud', 1: 'wgManual' } as const

/** A tunnel to one peer: configured, created, monitored, moved between paths, and configured again when its peer is lost. */
export class Tunnel {
  readonly #parts: TunnelParts
  #configState: ConfigState = 'disabled'
  #linkState: LinkState = 'disabled'
  #isServerReached: boolean | null = null
  /** Number of proofs by a cloud that may own this gateway. */
  #proofs = 0
  #made: ActiveTunnel | null = null
  #path: PathName | null = null
  /** Time since when the current path is used, and since when the preferred one is available. */
  #movedAtMs = 0
  #preferredSinceMs: number | null = null
  #report: TunnelReport = null
  #receivedBefore = 0
  #lastPeerUp: Date | null = null
  #failures = 0
  #lastProblem = ''
  #asking: AbortController | null = null
  #cancelAsking: (() => void) | null = null
  readonly #checks: Periodic
  #isRunning = false

  constructor(parts: TunnelParts) {
    this.#parts = parts
    const { clock, log, slot } = parts
    this.#checks = new Periodic({
      name: 'tunnel',
      clock,
      everyMs: checkMs,
      work: () => this.#check(),
      onError: (error) => log.warn({ tunnel: bys[slot], err: error }, 'vpn status could not be read'),
    })
  }

  start(): void {
    const { settings, helper, log, slot } = this.#parts
    if (settings.connMode === null) return
    if (helper === null) {
      this.#configState = 'errorMem'
      return log.warn({ tunnel: bys[slot] }, 'vpn is off: this box has no network helper')
    }
    this.#isRunning = true
    this.#askLater(0)
  }

  async stop(): Promise<void> {
    const { helper, slot } = this.#parts
    const wasRunning = this.#isRunning
    this.#isRunning = false
    this.#cancelAsking?.()
    this.#asking?.abort()
    this.#made = null
    this.#linkState = 'disabled'
    // A check may be moving the tunnel to another path.
    await this.#checks.stop()
    if (wasRunning) await helper?.down(slot).catch(() => undefined)
  }

  /** Not when the next try is due, but now. */
  askAgain(): void {
    if (!this.#isRunning || this.#asking !== null) return
    this.#failures = 0
    this.#askLater(0)
  }

  /** Marks the peer as up, because a connection arrived through the tunnel. */
  noteArrival(): void {
    if (this.#linkState !== 'peerConnected' && this.#linkState !== 'peerConfigured') return
    this.#setLink('peerUp')
  }

  get isUp(): boolean {
    return this.#linkState === 'peerUp'
  }

  get address(): TunnelAddress | null {
    const made = this.#made
    if (made === null) return null
    const { plan, isGuarded } = made
    return { by: bys[this.#parts.slot], address: plan.address, network: plan.network, isGuarded }
  }

  status(): VpnStatus {
    const { settings, source } = this.#parts
    const made = this.#made
    return {
      linkState: this.#linkState,
      configServerReached: this.#isServerReached,
      lastPeerUp: this.#lastPeerUp?.toISOString() ?? null,
      netifIp: made?.plan.address ?? null,
      netifMask: made?.plan.mask ?? null,
      peerIp: made?.peerIp ?? null,
      peerPort: made?.plan.peerPort ?? settings.connPort,
      interface: made === null ? null : this.#path,
      configState: this.#configState,
      ownPubKey: made === null ? source.ownKey() : publicKeyOf(made.plan.privateKey),
    }
  }

  #askLater(delayMs: number): void {
    this.#cancelAsking?.()
    this.#cancelAsking = this.#parts.clock.after(delayMs, () => {
      this.#cancelAsking = null
      void this.#ask()
    })
  }

  async #ask(): Promise<void> {
    const { source } = this.#parts
    const asking = new AbortController()
    this.#asking = asking
    const proofsBefore = this.#proofs
    try {
      await this.#make(asking.signal)
      this.#failures = 0
      this.#lastProblem = ''
      this.#configState = 'ready'
    } catch (error) {
      if (asking.signal.aborted) return
      if (source.hasServer && this.#proofs === proofsBefore) this.#isServerReached = false
      this.#failed(error)
    } finally {
      this.#asking = null
    }
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { slot, settings, source, helper, lookup, clock } = this.#parts
    if (helper === null) return
    const paths = await helper.paths()
    const path = this.#pathFor(paths.eth !== null, paths.gsm !== null)
    const localAddress = path === null ? undefined : paths[path]?.address
    if (path === null || localAddress === undefined) throw new PlanProblem('there is no way out that connMode allows')
    const onProven = (): void => {
      this.#proofs += 1
      this.#isServerReached = true
    }
    const plan = await source.plan({
      localAddress,
      signal,
      lookup,
      onProven,
      onState: (state) => this.#setConfigState(state),
    })
    this.#setConfigState('peerHostnameResolving')
    const peerIp = await lookup(plan.peerHost)
    signal.throwIfAborted()
    const { address, network, privateKey, peerKey, peerPort } = plan
    const endpoint = `${peerIp}:${peerPort}`
    const keepaliveSec = settings.delayForKeepaliveSec
    const isNew = this.#made === null || this.#made.plan.privateKey !== privateKey
    const up = { slot, privateKey, address, network, peerKey, endpoint, keepaliveSec, path }
    const { isGuarded } = await helper.up(up).catch((error: unknown) => {
      throw new NotMade(error instanceof Error ? error.message : String(error), { cause: error })
    })
    signal.throwIfAborted()
    if (this.#path !== path) this.#movedAtMs = clock.now()
    this.#path = path
    this.#made = { plan, peerIp, isGuarded, createdMs: clock.now() }
    if (isNew) this.#movedAtMs = clock.now()
    if (this.#linkState === 'disabled') this.#setLink('peerConfigured')
    this.#checks.start()
  }

  /** While the tunnel works, configuration states would look like an outage. */
  #setConfigState(state: ConfigState): void {
    if (!this.isUp) this.#configState = state
  }

  #failed(error: unknown): void {
    const { settings, newBytes, log, slot } = this.#parts
    const message = error instanceof Error ? error.message : String(error)
    this.#setConfigState(error instanceof NotMade ? 'errorMem' : error instanceof PlanProblem ? error.state : 'pause')
    // Logged once for repeated attempts.
    if (message !== this.#lastProblem) log.warn({ tunnel: bys[slot], why: message }, 'vpn could not be set up')
    this.#lastProblem = message
    const [high = 0, low = 0] = newBytes(2)
    this.#askLater(backOffMs(settings.delayForConnSec, this.#failures, (high * 256 + low) / 65_536))
    this.#failures += 1
  }

  async #check(): Promise<void> {
    const { helper, slot, log } = this.#parts
    if (helper === null || this.#made === null) return
    try {
      this.#take(await helper.status(slot))
      await this.#choosePath(helper)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (why !== this.#lastProblem) log.warn({ tunnel: bys[slot], why }, 'vpn status could not be read')
      this.#lastProblem = why
    }
  }

  #take(report: TunnelReport): void {
    const { clock, log, slot } = this.#parts
    const made = this.#made
    if (!this.#isRunning || made === null) return
    this.#report = report
    if (report === null) {
      this.#made = null
      this.#setLink('disabled')
      log.warn({ tunnel: bys[slot] }, 'vpn interface disappeared')
      return this.askAgain()
    }
    const nowMs = clock.now()
    const wasAlive = this.#linkState === 'peerConnected' || this.#linkState === 'peerUp'
    if (!wasAlive && !isAlive(report)) this.#receivedBefore = report.receivedBytes
    const next = linkStateOf(report, this.#receivedBefore)
    // A connection arrived through the tunnel, so it stays up until it fails.
    if (!(this.isUp && next === 'peerConnected')) this.#setLink(next)
    if (isAlive(report)) made.plan.onWorking()
    // A lost peer is retried at once; one that was never reached, after the lifetime of a session.
    const isGone = !isAlive(report) && (wasAlive || nowMs - made.createdMs >= aliveSec * 1000)
    const { refreshSec } = made.plan
    const isOld = refreshSec !== null && nowMs - made.createdMs >= refreshSec * 1000
    if ((isGone || isOld) && this.#asking === null && this.#cancelAsking === null) this.#askLater(0)
  }

  /** Changes the path when the current one is lost or unresponsive, and returns when the preferred one is stable. */
  async #choosePath(helper: NetHelper): Promise<void> {
    const { slot, clock, log } = this.#parts
    const paths = await helper.paths()
    const next = this.#pathFor(paths.eth !== null, paths.gsm !== null)
    if (next === null || next === this.#path || !this.#isRunning || this.#made === null) return
    await helper.move(slot, next)
    log.info({ tunnel: bys[slot], from: this.#path, to: next }, 'vpn moved to another path')
    this.#path = next
    this.#movedAtMs = clock.now()
    this.#preferredSinceMs = null
  }

  #pathFor(eth: boolean, gsm: boolean): PathName | null {
    const { settings, clock } = this.#parts
    const { connMode } = settings
    if (connMode === null) return null
    const isThere = { eth, gsm }
    const preferred = preferredPath(connMode)
    const isWaiting = isThere[preferred] && this.#path !== preferred
    this.#preferredSinceMs = isWaiting ? (this.#preferredSinceMs ?? clock.now()) : null
    const preferredForMs = this.#preferredSinceMs === null ? 0 : clock.now() - this.#preferredSinceMs
    const silent = this.#made === null ? 0 : silentMs(this.#report, clock.now() - this.#movedAtMs)
    return pathFor({ connMode, isThere, current: this.#path, silentMs: silent, preferredForMs })
  }

  #setLink(next: LinkState): void {
    const { now, log, slot } = this.#parts
    if (next === 'peerUp') this.#lastPeerUp = now()
    if (next === this.#linkState) return
    this.#linkState = next
    log.info({ tunnel: bys[slot], linkState: next }, 'the VPN')
  }
}
