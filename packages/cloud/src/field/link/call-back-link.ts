import type { ByteStream } from '@busbar/modbus'
import type { FieldNet } from '@busbar/polling'
import { BaseLink } from './base-link.ts'
import type { CallFacts } from './net-link.ts'

/** A link that waits for its gateway to call in. */
export class CallBackLink extends BaseLink {
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
    this.disconnect('the gateway called in anew')
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
