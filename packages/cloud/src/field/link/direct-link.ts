import { reconnectDelayMs } from '@busbar/kit'
import type { FieldNet } from '@busbar/polling'
import type { ReachedEndpoint } from '../claims/claims.ts'
import { BaseLink } from './base-link.ts'

/** A connection that answered and lasted for so long was of use: the next one is dialled as if nothing had failed before. */
const goodMs = 10_000

/** A link that we dial, and dial again. */
export class DirectLink extends BaseLink {
  #isRunning = false
  /** In a row, since a connection was last of use. */
  #failures = 0
  #arrival: ReachedEndpoint | null = null
  #dialling: AbortController | null = null
  #cancelRetry: (() => void) | null = null

  override start(): void {
    this.#isRunning = true
    void this.#dial()
  }

  override stop(): void {
    this.#isRunning = false
    this.#rest()
    this.disconnect(null)
  }

  override fits(net: FieldNet): boolean {
    return net.mac === null
  }

  override get arrival(): ReachedEndpoint | null {
    return this.isConnected ? this.#arrival : null
  }

  override drop(): number {
    this.#failures = 0
    return super.drop()
  }

  protected override changed(before: FieldNet): void {
    const { net } = this
    const isSamePlace = net.ip === before.ip && net.port === before.port && net.protocol === before.protocol
    if (isSamePlace && net.isEnabled === before.isEnabled) return
    this.disconnect(null)
    this.#rest()
    this.#failures = 0
    void this.#dial()
  }

  /** A peer that responds and then fails, again and again, is retried as rarely as one that never connects. */
  protected override lost(livedMs: number): void {
    if (livedMs >= goodMs) this.#failures = 0
    if (!this.#isRunning || !this.net.isEnabled) return
    const delayMs = reconnectDelayMs(this.#failures, this.parts.random())
    this.#failures += 1
    this.#cancelRetry?.()
    this.#cancelRetry = this.parts.clock.after(delayMs, () => {
      this.#cancelRetry = null
      void this.#dial()
    })
  }

  async #dial(): Promise<void> {
    const { isEnabled, ip, port, orgId, isPortKept } = this.net
    if (!this.#isRunning || !isEnabled) return
    if (ip === null || port === null) return this.report('the network has neither an address nor a gateway')
    const dialling = new AbortController()
    const { signal } = dialling
    this.#dialling = dialling
    const dialled = this.parts.dialer.dial({ host: ip, port, orgId, isPortKept, turn: this.#failures, signal })
    const result = await dialled.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
    const isFailed = result instanceof Error
    if (signal.aborted) return isFailed ? undefined : void result.stream.destroy()
    this.#dialling = null
    if (!isFailed) {
      this.#arrival = result
      return this.connect(result.stream, `${result.address} ${port}`, false)
    }
    this.report(result.message)
    this.lost(0)
  }

  /** Dials no more. */
  #rest(): void {
    this.#dialling?.abort()
    this.#dialling = null
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }
}
