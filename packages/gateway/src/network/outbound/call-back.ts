import { isIP } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { nonceBytes, type SigningKey, type Verdict } from '@busbar/uplink/handshake'
import type { Lifecycle } from '../../base/lifecycle.ts'
import type { UnitGate } from '../../bus/gate/requester.ts'
import { backOffMs, comeBackMs } from '../back-off.rules.ts'
import type { PathName } from '../paths.rules.ts'
import { ethernetAlone, overPaths, type PathSource } from '../paths.ts'
import { plainIp } from '../tcp-client.ts'
import { type BindingFacts, keylessWarnings, mayBind, type TrustLevel, verdictOf } from './binding.rules.ts'
import { BindingWindow } from './binding-window.ts'
import { type CloudConnection, dialCloud } from './dial.ts'
import { KeyProofs } from './key-proofs.ts'
import { type BindingFailure, CallBackLink, type CloudRequests, strangers } from './link.ts'
import type { CallBackStore } from './memory.ts'
import { type CallBackIdentity, CallBackRegisters } from './registers.ts'
import { type CallBackSettings, type CallBackState, type CallBackStatus, statusOf } from './status.ts'

export interface CallBackParts {
  readonly settings: CallBackSettings
  /**
   * `optional`: TLS if the cloud supports it, and always once activated with it. `verified`: with a trusted certificate
   * for the host.
   */
  readonly tls: 'off' | 'optional' | 'required' | 'verified'
  /** The only cloud that may bind this gateway, raw; null: any, in its time. */
  readonly namedKey: Uint8Array | null
  /** A cloud that has no key may bind it, too. */
  readonly isKeylessAllowed: boolean
  readonly identity: CallBackIdentity
  readonly key: SigningKey
  /** Unit ID of the gateway itself. */
  readonly unit: () => number
  readonly gate: UnitGate
  readonly requests: CloudRequests
  readonly store: CallBackStore
  /** Paths to use; the system's choice without it. */
  readonly paths?: PathSource
  readonly clock: Clock
  readonly newBytes: (count: number) => Uint8Array
  readonly log: Pick<Log, 'warn' | 'error' | 'info'>
}

/** Connects to the cloud, which sends its requests over this connection, and reconnects whenever it ends. */
export class CallBack implements Lifecycle<CallBackSettings, CallBackStatus> {
  readonly #parts: CallBackParts
  readonly #registers: CallBackRegisters
  readonly #window: BindingWindow
  #settings: CallBackSettings
  #isStarted = false
  #state: CallBackState = { name: 'disabled' }
  #failures = 0
  /** The next attempt is without TLS, because the last one with TLS failed. */
  #isPlainTurn = false
  /** The cloud accepted this connection and sent requests beyond the proof. */
  #isAccepted = false
  #refusal: string | null = null
  #cancel: () => void = () => {}
  #unsubscribe: () => void = () => {}

  constructor(parts: CallBackParts) {
    this.#parts = parts
    this.#settings = parts.settings
    this.#registers = new CallBackRegisters(parts.identity, parts.store)
    this.#window = new BindingWindow({
      clock: parts.clock,
      leftMs: () => this.#registers.windowLeftMs,
      save: (leftMs) => this.#registers.saveWindow(leftMs),
      onOver: () => this.#windowIsOver(),
    })
  }

  async start(): Promise<void> {
    this.#registers.load()
    this.#isStarted = true
    for (const warning of keylessWarnings(this.#facts())) this.#parts.log.warn({}, warning)
    this.#unsubscribe = this.#parts.paths?.onChange(() => this.#callNow()) ?? this.#unsubscribe
    this.#begin()
  }

  /** A changed address takes effect with a new connection; other settings at once. */
  async apply(settings: CallBackSettings): Promise<void> {
    const before = this.#settings
    this.#settings = settings
    const isSame = (['hostname', 'connPort', 'connMode'] as const).every((key) => settings[key] === before[key])
    if (!isSame) return this.#begin()
    if (this.#state.name === 'connected') this.#state.link.keepAlive(settings.delayForKeepaliveSec)
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    this.#unsubscribe()
    this.#leave()
    this.#window.stop()
  }

  /** Closes the connection and reconnects; with `requestNewCode` as an unbound gateway that requests a code. */
  reconnect(requestNewCode: boolean): void {
    if (requestNewCode) {
      this.#registers.requestNewCode()
      this.openWindow()
    }
    this.#begin()
  }

  /** Opens the binding window for a day, after the button was pressed. A waiting gateway connects at once. */
  openWindow(): void {
    const isLate = this.#isStarted && !this.#window.isOpen
    this.#window.open()
    if (isLate && this.#state.name === 'waiting') this.#begin()
  }

  /** Starts the binding window because a VPN of the cloud is configured, unless it was started before. */
  startWindow(): void {
    if (this.#isStarted && !this.#window.isOpen) this.#window.start()
  }

  /** Answer to a cloud that has proven this key, on any connection. */
  verdictOf(cloudKey: Uint8Array): Verdict {
    return verdictOf(cloudKey, this.#facts())
  }

  /**
   * Takes a code, or "activated", from such a cloud over TLS; false when it may not bind, or another cloud gave the
   * code.
   */
  take(code: number, cloudKey: Uint8Array): boolean {
    return mayBind(cloudKey, this.#facts()) && this.#registers.take(code, cloudKey, true)
  }

  /** Whether the gateway discarded its code and requests another. */
  get isNewCodeWanted(): boolean {
    return this.#registers.isNewCodeWanted
  }

  /** The cloud addresses the gateway by the announced unit, so a change requires a new announcement. */
  unitMayHaveChanged(): void {
    if (this.#state.name === 'connected' && this.#state.link.unit !== this.#parts.unit()) this.reconnect(false)
  }

  /** It belongs to a cloud. */
  get isActivated(): boolean {
    return this.#registers.isActivated
  }

  /** Registers 1000-1010. */
  announcement(): readonly number[] {
    return this.#registers.words()
  }

  /** Trust of the current connection, the pinned key and the proven one. */
  whom(): { readonly step: TrustLevel | null; readonly pinned: Uint8Array | null; readonly proven: Uint8Array | null } {
    const link = this.#state.name === 'connected' ? this.#state.link : null
    return { step: link?.step ?? null, pinned: this.#registers.pinned, proven: link?.cloudKey ?? null }
  }

  status(): CallBackStatus {
    return statusOf(this.#state, this.#registers, this.#settings.connPort, this.#parts.clock.now(), this.#refusal)
  }

  #begin(): void {
    this.#leave()
    this.#failures = 0
    this.#isPlainTurn = false
    const { connMode, hostname } = this.#settings
    if (!this.#isStarted || connMode === null || hostname === '') return
    if (!this.#window.isOpen) this.#window.start()
    void this.#call()
  }

  #facts(): BindingFacts {
    const { pinned, isActivated, isKeptUnpinned } = this.#registers
    const { namedKey, isKeylessAllowed } = this.#parts
    return { pinned, isActivated, isKeptUnpinned, namedKey, isKeylessAllowed, isWindowOpen: this.#window.isOpen }
  }

  /** A code that is still shown would not bind. */
  #windowIsOver(): void {
    if (this.#registers.pinned !== null || this.#parts.namedKey !== null || this.#registers.isActivated) return
    this.#registers.dropCode()
    this.#refused('over')
    if (this.#state.name === 'connected') this.#state.link.close()
  }

  #refused(why: BindingFailure): void {
    const text = typeof why === 'string' ? strangers[why] : 'disk' in why ? why.disk : refusedBy(why.cloud)
    // Logged once per reason; disk problems are logged by the data folder.
    const isLogged = this.#refusal === text || (typeof why === 'object' && 'disk' in why)
    this.#refusal = text
    if (isLogged) return
    const { hostname: host } = this.#settings
    this.#parts.log.warn({ host }, text)
  }

  /** Ends the current activity without reconnecting. */
  #leave(): void {
    const before = this.#state
    this.#state = { name: 'disabled' }
    this.#cancel()
    if (before.name === 'connected') before.link.close()
  }

  async #call(): Promise<void> {
    const { clock, log, paths = ethernetAlone } = this.#parts
    const controller = new AbortController()
    const state: CallBackState = { name: 'connecting' }
    this.#state = state
    this.#isAccepted = false
    this.#cancel = () => controller.abort()
    const { hostname: host, connPort: port, connMode } = this.#settings
    const isTls = this.#isTlsTurn
    const mustVerify = this.#mustVerify
    try {
      const { done: dialled, by } = await overPaths(
        paths.of(connMode),
        (path) => dialCloud({ host, port, isTls, mustVerify, path }, clock, controller.signal),
        controller.signal,
      )
      if (this.#state !== state) return void dialled.socket.destroy()
      if (dialled.isVerified && isIP(host) === 0) this.#registers.saveVerifiedHost(host)
      this.#speak(dialled, isTls, by)
    } catch (error) {
      if (this.#state !== state) return
      log.warn({ err: error, host, port, isTls }, 'cloud cannot be reached')
      this.#callLater()
    }
  }

  get #isTlsTurn(): boolean {
    const { tls } = this.#parts
    if (tls === 'required' || this.#mustVerify) return true
    return tls === 'optional' && (this.#registers.isTlsPinned || !this.#isPlainTurn)
  }

  /** A pinned key replaces the check of the certificate. */
  get #mustVerify(): boolean {
    const { tls } = this.#parts
    const { pinned, verifiedHost } = this.#registers
    return tls === 'verified' || (tls === 'optional' && pinned === null && verifiedHost === this.#settings.hostname)
  }

  #speak({ socket, binding }: CloudConnection, isTls: boolean, by: PathName): void {
    const { identity, key, newBytes, gate, requests, clock, unit, log } = this.#parts
    const remoteIp = plainIp(socket.remoteAddress)
    const link = new CallBackLink({
      socket,
      isTls,
      unit: unit(),
      proving: new KeyProofs({ key, mac: identity.mac, nonce: newBytes(nonceBytes), binding }),
      registers: this.#registers,
      facts: () => this.#facts(),
      gate,
      requests,
      clock,
      remoteIp,
      onAccepted: () => this.#accepted(),
      onRefused: (why) => this.#refused(why),
      onError: (error) => log.error({ err: error }, 'cloud request could not be answered'),
    })
    const state: CallBackState = { name: 'connected', link, by }
    this.#state = state
    socket.once('close', () => this.#state === state && this.#callLater())
    link.keepAlive(this.#settings.delayForKeepaliveSec)
    link.start()
    log.info({ remoteIp, isTls, by }, 'connected to the cloud')
  }

  #accepted(): void {
    this.#isAccepted = true
    this.#failures = 0
    this.#refusal = null
  }

  /** Reconnects at once when another path is available. */
  #callNow(): void {
    if (this.#state.name !== 'waiting') return
    this.#cancel()
    void this.#call()
  }

  #callLater(): void {
    const { clock, newBytes } = this.#parts
    const [high = 0, low = 0] = newBytes(2)
    const { delayForConnSec: delaySec } = this.#settings
    const random = (high * 256 + low) / 65_536
    const waitMs = this.#isAccepted ? comeBackMs(delaySec, random) : backOffMs(delaySec, this.#failures, random)
    if (!this.#isAccepted) this.#isPlainTurn = !this.#isPlainTurn
    this.#failures += 1
    this.#state = { name: 'waiting', untilMs: clock.now() + waitMs }
    this.#cancel = clock.after(waitMs, () => void this.#call())
  }
}

const refusedBy = (reason: string): string => `the cloud refused this gateway: ${reason}`
