import { answerFrom, type Bank } from '@busbar/modbus'
import type { BusAnswer, BusFailure, BusRequest, FieldBus } from '../../request.ts'

/** A bus whose units answer from banks, or fail as a test wants. A held one answers when it is let go. */
export class FakeBus implements FieldBus {
  readonly asked: BusRequest[] = []
  readonly units = new Map<number, Bank | BusFailure>()
  isSlave = false
  isReady = true
  /** Failure of every request before it reaches a unit. */
  failure: BusFailure | undefined
  #isHeld = false
  #onWire = false
  #release: (() => void)[] = []

  /** Blocks requests. In progress (`onWire`) they can no longer be cancelled; otherwise they wait. */
  hold({ onWire }: { onWire: boolean }): void {
    this.#isHeld = true
    this.#onWire = onWire
  }

  release(): void {
    this.#isHeld = false
    for (const go of this.#release.splice(0)) go()
  }

  async transact(request: BusRequest): Promise<BusAnswer> {
    this.asked.push(request)
    if (this.#isHeld) await this.#wait(request.signal)
    if (request.signal?.aborted && !this.#onWire) return { err: 'dropped' }
    const unit = this.failure ?? this.units.get(request.unit) ?? 'timeout'
    return typeof unit === 'string' ? { err: unit } : { ok: answerFrom(unit, request.pdu) }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.#release.push(resolve)
      if (!this.#onWire) signal?.addEventListener('abort', () => resolve())
    })
  }
}
