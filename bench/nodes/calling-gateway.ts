import { backOffMs, comeBackMs } from '@busbar/gateway/back-off'
import type { VirtualClock } from '@busbar/kit'
import type { FieldNet } from '@busbar/polling'
import type { SimulatedNode } from './simulated-node.ts'
import { answerTo, SimulatedStream } from './simulated-stream.ts'
import type { Tally } from './tally.ts'

export interface GatewayParts {
  base: VirtualClock
  tally: Tally
  random: () => number
  /** The setting `delayForConnSec`. */
  delaySec: number
  /** Spreads reconnections after the loss of a good connection. */
  isSpread: boolean
  /** The node that a load balancer leads to; null where none is there. */
  pick: () => SimulatedNode | null
}

/** A gateway that calls, and calls again by the rules of the real one. */
export class CallingGateway {
  readonly #net: FieldNet
  readonly #parts: GatewayParts
  readonly #roundTripMs: number
  #failures = 0
  #isLetIn = false

  constructor(net: FieldNet, parts: GatewayParts) {
    this.#net = net
    this.#parts = parts
    this.#roundTripMs = 30 + Math.floor(parts.random() * 90)
  }

  start(afterMs: number): void {
    this.#parts.base.after(Math.floor(afterMs), () => this.#call())
  }

  #call(): void {
    const { base, tally, pick } = this.#parts
    const node = pick()
    this.#isLetIn = false
    tally.count('calls')
    if (node === null) return this.#callLater()
    const stream = new SimulatedStream(
      (request) => this.#answer(node, stream, request),
      () => {
        node.ended(stream)
        this.#callLater()
      },
    )
    node.opened(stream)
    base.after(this.#roundTripMs, () => {
      if (!stream.isOpen) return
      void node.accept(this.#net, stream, this.#roundTripMs, () => {
        this.#isLetIn = true
        this.#failures = 0
      })
    })
  }

  #answer(node: SimulatedNode, stream: SimulatedStream, request: Uint8Array): void {
    const { base, tally } = this.#parts
    tally.requested(this.#net.id, node.id, this.#net.timeoutMs)
    const answer = answerTo(request)
    base.after(this.#roundTripMs, () => stream.emitData(answer))
  }

  #callLater(): void {
    const { base, random, delaySec, isSpread } = this.#parts
    const isBack = this.#isLetIn && isSpread
    const waitMs = isBack ? comeBackMs(delaySec, random()) : backOffMs(delaySec, this.#failures, random())
    this.#failures += 1
    base.after(Math.floor(waitMs), () => this.#call())
  }
}
