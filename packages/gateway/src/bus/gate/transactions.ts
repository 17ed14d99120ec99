import type { Clock } from '@busbar/kit'
import type { Requester, UnitGate } from './requester.ts'

const lifeMs = 60_000
const perOwnerMax = 16
const inAllMax = 256

interface Transaction {
  readonly owner: string
  readonly untilMs: number
  /** Response with its unit first; empty when there is none. */
  answer: Uint8Array | undefined
}

interface TransactionsOptions {
  gate: UnitGate
  clock: Clock
  newBytes: (count: number) => Uint8Array
  log: { error(details: object, message: string): void }
}

const noData = new Uint8Array()

/**
 * Raw requests of the local API. Their caller may fetch the response for a minute by an unguessable number. The oldest
 * responses make room for new requests; waiting requests stay.
 */
export class Transactions {
  readonly #gate: UnitGate
  readonly #clock: Clock
  readonly #newBytes: TransactionsOptions['newBytes']
  readonly #log: TransactionsOptions['log']
  /** Oldest first. */
  readonly #all = new Map<number, Transaction>()

  constructor({ gate, clock, newBytes, log }: TransactionsOptions) {
    this.#gate = gate
    this.#clock = clock
    this.#newBytes = newBytes
    this.#log = log
  }

  /** Sends a request and returns its number; undefined when too many are waiting. */
  begin(requester: Requester, unit: number, pdu: Uint8Array): number | undefined {
    this.#forgetOld()
    if (!this.#makeRoom(requester.name)) return undefined
    const tid = this.#newTid()
    // Broadcasts to unit 0 have no response.
    const isBroadcast = unit === 0
    const transaction: Transaction = {
      owner: requester.name,
      untilMs: this.#clock.now() + lifeMs,
      answer: isBroadcast ? noData : undefined,
    }
    this.#all.set(tid, transaction)
    this.#gate.ask(requester, unit, pdu).then(
      (answer) => {
        if (!isBroadcast) transaction.answer = answer === undefined ? noData : Uint8Array.of(unit, ...answer)
      },
      (error: unknown) => {
        transaction.answer = noData
        this.#log.error({ err: error, unit }, 'raw request failed')
      },
    )
    return tid
  }

  /** Returns undefined when this owner has no such request. */
  result(owner: string, tid: number): { answer: Uint8Array; isDone: boolean } | undefined {
    this.#forgetOld()
    const transaction = this.#all.get(tid)
    if (transaction?.owner !== owner) return undefined
    return { answer: transaction.answer ?? noData, isDone: transaction.answer !== undefined }
  }

  #forgetOld(): void {
    const now = this.#clock.now()
    for (const [tid, { untilMs }] of this.#all) {
      if (untilMs > now) return
      this.#all.delete(tid)
    }
  }

  #makeRoom(owner: string): boolean {
    const own = [...this.#all].filter(([, one]) => one.owner === owner)
    const crowd = own.length >= perOwnerMax ? own : [...this.#all]
    if (own.length < perOwnerMax && crowd.length < inAllMax) return true
    const answered = crowd.find(([, { answer }]) => answer !== undefined)
    return answered !== undefined && this.#all.delete(answered[0])
  }

  #newTid(): number {
    for (;;) {
      const [a = 0, b = 0, c = 0, d = 0] = this.#newBytes(4)
      // Fits the signed 32 bits in which some clients store it.
      const tid = ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d
      if (tid !== 0 && !this.#all.has(tid)) return tid
    }
  }
}
