import type { Clock } from '@busbar/kit'
import { type ByteStream, LateAnswers } from '@busbar/modbus'
import type { FieldNet, LinkStatus } from '@busbar/polling'
import type { Dialer } from './dialling/dialer.ts'
import { BaseLink, type LinkOwnership, type LinkParts } from './link/base-link.ts'
import { DirectLink } from './link/direct-link.ts'
import type { LinkObserver } from './link/link-observer.ts'
import type { CallFacts, ConnectionEvent, NetLink } from './link/net-link.ts'
import type { SilenceLimits } from './link/silence-watch.ts'

/** A link that waits for its gateway to call in. */
class CallBackLink extends BaseLink {
  #isRunning = false
  #callerUnit = 0

  get mac(): string {
    return this.net.mac ?? ''
  }

  override get gatewayUnit(): number | null {
    return this.isConnected && this.isProven ? this.#callerUnit : null
  }

  override start(): void {
    this.#isRunning = true
  }

  override stop(): void {
    this.#isRunning = false
    this.disconnect(null)
  }

  override fits(net: FieldNet): boolean {
    return net.mac === this.net.mac
  }

  /** Takes a caller's stream, unless another has the better right. A proven key displaces the one that is there. */
  accept(stream: ByteStream, { isProven, unit }: CallFacts): boolean {
    const mayCall = isProven || (this.net.isKeylessAllowed && !this.isConnected)
    if (!this.#isRunning || !this.net.isEnabled || !mayCall) return false
    this.disconnect('the gateway reconnected')
    this.#callerUnit = unit
    this.connect(stream, this.mac, isProven)
    return true
  }

  protected override changed(before: FieldNet): void {
    const { net } = this
    const mayStay = net.isEnabled && net.protocol === before.protocol && (this.isProven || net.isKeylessAllowed)
    if (!mayStay) this.disconnect(null)
  }

  /** The gateway will call again. */
  protected override lost(): void {}
}

export interface FieldOptions {
  clock: Clock
  /** The wall clock. */
  now: () => Date
  /** From 0 to 1, as `Math.random`. */
  random: () => number
  /** Knows which addresses may be dialled. */
  dialer: Dialer
  /** Requests that wait for one link; one more is refused as `full`. */
  waitingMax?: number
  silence?: SilenceLimits
  observer?: LinkObserver
  /** Ownership of networks, if several nodes share them. */
  ownership?: LinkOwnership
}

const startedAtOnce = 25

/** All links to the field, one for each network. */
export class Field {
  readonly #parts: LinkParts
  readonly #links = new Map<number, DirectLink | CallBackLink>()
  readonly #byMac = new Map<string, CallBackLink>()
  readonly #listeners = new Set<(event: ConnectionEvent) => void>()
  #isStarted = false

  constructor(options: FieldOptions) {
    const notify = (event: ConnectionEvent): void => this.#listeners.forEach((listener) => listener(event))
    const lateAnswers = new LateAnswers()
    this.#parts = { waitingMax: 256, silence: { timeoutsMin: 3, ms: 10_000 }, lateAnswers, ...options, notify }
  }

  /** Networks that were applied before are connected now, some in each turn of the event loop. */
  start(): void {
    this.#isStarted = true
    this.#startSome([...this.#links])
  }

  /** Ends every connection; what waits is answered. */
  stop(): void {
    this.#isStarted = false
    for (const link of this.#links.values()) link.stop()
    this.#links.clear()
    this.#byMac.clear()
  }

  /** A network is new or has changed. Its connection is kept where it still leads to the same place. */
  apply(net: FieldNet): void {
    const old = this.#links.get(net.id)
    if (old !== undefined && old.fits(net)) return old.apply(net)
    this.remove(net.id)
    const link = net.mac === null ? new DirectLink(net, this.#parts) : new CallBackLink(net, this.#parts)
    this.#links.set(net.id, link)
    if (link instanceof CallBackLink) this.#byMac.set(link.mac, link)
    if (this.#isStarted) link.start()
  }

  remove(netId: number): void {
    const link = this.#links.get(netId)
    if (link === undefined) return
    this.#links.delete(netId)
    if (link instanceof CallBackLink && this.#byMac.get(link.mac) === link) this.#byMac.delete(link.mac)
    link.stop()
  }

  link(netId: number): NetLink | undefined {
    return this.#links.get(netId)
  }

  links(): Iterable<NetLink> {
    return this.#links.values()
  }

  statuses(): Map<number, LinkStatus> {
    return new Map(Array.from(this.#links, ([netId, link]) => [netId, link.status()]))
  }

  /**
   * Takes over the stream of a gateway that called in and has proven all it can; its listeners of before are gone. False: it is not wanted,
   * and the stream stays with the caller.
   */
  accept(mac: string, stream: ByteStream, facts: CallFacts): boolean {
    return this.#isStarted && (this.#byMac.get(mac)?.accept(stream, facts) ?? false)
  }

  /** A caller with a network's MAC was not let in: it is the last error of its link. */
  report(mac: string, why: string): void {
    this.#byMac.get(mac)?.report(why)
  }

  #startSome(links: [netId: number, link: DirectLink | CallBackLink][]): void {
    // Skips links that were replaced or stopped meanwhile.
    for (const [netId, link] of links.splice(0, startedAtOnce)) if (this.#links.get(netId) === link) link.start()
    if (links.length > 0) setImmediate(() => this.#startSome(links))
  }

  /** Notifies of every link that connects or disconnects. Returns a function that stops this. */
  onConnection(listener: (event: ConnectionEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
