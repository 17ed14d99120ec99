import type { Clock } from '@busbar/kit'
import { type ExchangeOptions, type ExchangeResult, failureReason, type ModbusClient } from '@busbar/polling'
import type { Identity } from './identity.rules.ts'
import { readIdentity } from './read-identity.ts'
import { ScanWork } from './scan-work.ts'

/**
 * Result of probing a unit. `there`: it responded, even with an exception or a damaged frame. `lost`: the request could
 * not be sent, which proves nothing about the unit.
 */
type Probe = { there: string } | { lost: string } | 'silent'

/** A register that most devices have; others return an exception. */
const question = { fn: 3, address: 0, count: 1 } as const

export const probe = async (client: ModbusClient, unit: number, options: ExchangeOptions): Promise<Probe> =>
  judge(await client.ask(unit, question, options))

/** The gateway answers for a unit that does not. */
const silences: ReadonlySet<string> = new Set([
  'timeout',
  'GatewayTargetDeviceFailedToRespond',
  'GatewayPathUnavailable',
])
const losses: ReadonlySet<string> = new Set(['no-connection', 'closed', 'aborted', 'full', 'expired', 'held'])

const judge = (outcome: ExchangeResult<unknown>): Probe => {
  if ('ok' in outcome) return { there: 'registers' }
  const { err } = outcome
  if (silences.has(err)) return 'silent'
  // A damaged answer is one too: often two devices have the same unit.
  return losses.has(err) ? { lost: failureReason(err) } : { there: failureReason(err) }
}

export interface ScanRequest {
  /** From the first to the last, both included. */
  units: { from: number; till: number }
  /** How long a unit has to answer. */
  timeoutMs: number
  /** Leads to the units. It is asked for again for each of them: a connection may come and go meanwhile. */
  use<T>(work: (client: ModbusClient) => Promise<T>): Promise<T>
}

export interface FoundUnit {
  unit: number
  /** `registers`, or why it gave none. */
  answered: string
  identity?: Identity
}

/** Time limit for a probe, in the queue and for its response. */
const deadlineMs = 15_000
/** A link without answers is taken for dead and reopened: a scan waits for that, so long and so often. */
const pauseMs = 1000
const pausesMax = 15

/** Asks one unit after another whether it is there. */
export class Scan extends ScanWork<FoundUnit> {
  readonly #request: ScanRequest

  constructor(request: ScanRequest, clock: Clock) {
    super(clock)
    this.#request = request
  }

  protected override total(): number {
    const { from, till } = this.#request.units
    return till - from + 1
  }

  protected override async askAll(): Promise<void> {
    const { from, till } = this.#request.units
    for (let unit = from; unit <= till && !this.isOver(); unit += 1) {
      const result = await this.#probePatiently(unit)
      if (this.isOver()) return
      if (result !== 'silent' && 'lost' in result) return this.fail(result.lost)
      if (result !== 'silent') await this.#add(unit, result.there)
      this.asked += 1
    }
  }

  /** Without a connection there is no reason to wait. */
  async #probePatiently(unit: number): Promise<Probe> {
    for (let pauses = 0; ; pauses += 1) {
      const result = await this.#request.use((client) => probe(client, unit, this.#options()))
      const isLost = typeof result === 'object' && 'lost' in result
      if (!isLost || this.asked === 0 || pauses === pausesMax || this.isOver()) return result
      await this.pause(pauseMs)
    }
  }

  async #add(unit: number, answered: string): Promise<void> {
    const identity = await this.#request.use((client) => readIdentity(client, unit, this.#options(), false))
    this.found.push({ unit, answered, ...('ok' in identity && { identity: identity.ok }) })
  }

  #options(): ExchangeOptions {
    const { timeoutMs } = this.#request
    return { priority: 'realtime', timeoutMs, deadlineMs, signal: this.signal }
  }
}
