import type { Clock } from '@busbar/kit'
import { isBitKind, type RegisterKind } from '@busbar/modbus'
import { failureReason, type ModbusClient } from '@busbar/polling'
import { readRegisters } from '../raw/read-registers.ts'
import { ScanWork } from './scan-work.ts'

/** Addresses from the first to the last, both included. */
export interface AddressRange {
  kind: RegisterKind
  from: number
  till: number
}

export interface RangeScanRequest {
  unit: number
  ranges: readonly AddressRange[]
  /** Leads to the unit. */
  use<T>(work: (client: ModbusClient) => Promise<T>): Promise<T>
}

/** Registers, or bits, that follow each other and that the unit gave. */
export interface FoundBlock {
  kind: RegisterKind
  address: number
  words: number[]
}

const registersAtOnce = 16
const bitsAtOnce = 64
/** Consecutive timeouts after which the line counts as empty. */
const silencesMax = 3
const leastPauseMs = 20
const mostPauseMs = 2000
const refusals: ReadonlySet<string> = new Set(['IllegalDataAddress', 'IllegalDataValue', 'ServerDeviceFailure'])

/**
 * Finds out which addresses a unit has: blocks first, and halves of what it refuses. Between two questions the line is left to others for
 * as long as the last one took, so that a scan never takes more than half of it.
 */
export class RangeScan extends ScanWork<FoundBlock> {
  readonly #request: RangeScanRequest
  #silences = 0
  /** Before the next question. */
  #pauseMs = 0

  constructor(request: RangeScanRequest, clock: Clock) {
    super(clock)
    this.#request = request
  }

  /** Addresses; those asked for are known to be there or not. */
  protected override total(): number {
    return this.#request.ranges.reduce((sum, { from, till }) => sum + till - from + 1, 0)
  }

  protected override async askAll(): Promise<void> {
    for (const range of this.#request.ranges) {
      if (this.isOver()) return
      await this.#scan(range)
    }
  }

  async #scan({ kind, from, till }: AddressRange): Promise<void> {
    const size = isBitKind(kind) ? bitsAtOnce : registersAtOnce
    for (let address = from; address <= till && !this.isOver(); address += size) {
      const isSupported = await this.#readRange(kind, address, Math.min(size, till - address + 1))
      if (isSupported) continue
      // The unit has no such table at all.
      this.asked += till - address + 1
      return
    }
  }

  /** Gives false where the unit does not know the function. */
  async #readRange(kind: RegisterKind, address: number, count: number): Promise<boolean> {
    const outcome = await this.#ask(kind, address, count)
    if (this.isOver()) return true
    if ('ok' in outcome) {
      this.#add(kind, address, outcome.ok)
      this.asked += count
      return true
    }
    if (outcome.err === 'IllegalFunction') return false
    if (!refusals.has(outcome.err) && outcome.err !== 'timeout') {
      this.fail(failureReason(outcome.err))
      return true
    }
    this.#silences = outcome.err === 'timeout' ? this.#silences + 1 : 0
    if (this.#silences >= silencesMax) {
      this.fail(failureReason(outcome.err))
      return true
    }
    if (count === 1) {
      this.asked += 1
      return true
    }
    const half = Math.ceil(count / 2)
    return (
      (await this.#readRange(kind, address, half)) &&
      (this.isOver() || this.#readRange(kind, address + half, count - half))
    )
  }

  async #ask(kind: RegisterKind, address: number, count: number) {
    const { unit } = this.#request
    if (this.#pauseMs > 0) await this.pause(this.#pauseMs)
    const startedOn = this.clock.now()
    const outcome = await this.#request.use((client) =>
      readRegisters(client, { unit, kind, address, count }, this.signal, 'poll'),
    )
    if ('ok' in outcome) this.#silences = 0
    this.#pauseMs = Math.min(mostPauseMs, Math.max(leastPauseMs, this.clock.now() - startedOn))
    return outcome
  }

  #add(kind: RegisterKind, address: number, words: readonly number[]): void {
    const last = this.found.at(-1)
    if (last !== undefined && last.kind === kind && last.address + last.words.length === address) {
      last.words.push(...words)
    } else this.found.push({ kind, address, words: [...words] })
  }
}
