import { unavailability } from '@busbar/database/health'
import { type Clock, Periodic } from '@busbar/kit'
import { type DeliveryResult, type RetrySafety, unclear } from '../message/message.ts'
import { type Verdict, verdictOf } from '../message/retry.rules.ts'

/** Facts about the current attempt for the retry rule. */
interface AttemptFacts {
  repeat: RetrySafety
  /** Number of attempts, this one included. */
  attempts: number
  /** Stored reason of the previous attempt. */
  reason: string | null
}

export interface TakeContext<Row> {
  /** The current time, and the end of a lease that starts now. */
  lease: () => { now: Date; till: Date }
  /** Rows that this process is sending now. */
  underWay: readonly Row[]
  /** Starts sending rows; called as soon as their leases are committed. */
  accept: (rows: readonly Row[]) => void
}

export interface LeasedOutboxOptions<Row extends object, Outcome extends DeliveryResult = DeliveryResult> {
  /** Identifies the outbox in error reports. */
  name: string
  clock: Clock
  now: () => Date
  /** Rest between two searches for due rows; `wake` starts one earlier. */
  everyMs: number
  /** Runs before each search that a timer or `wake` started. Its failure is reported and does not prevent sending. */
  prepare?: () => Promise<unknown>
  /** Leases due rows, commits, and accepts them. Returns whether other rows may be due. */
  take: (context: TakeContext<Row>) => Promise<boolean>
  send: (row: Row) => Promise<Outcome>
  /** Stores the verdict, only while the lease still belongs to this attempt. */
  settle: (row: Row, verdict: Verdict, outcome: DeliveryResult | Outcome, leftOn: Date) => Promise<void>
  factsOf: (row: Row) => AttemptFacts
  /** Extends the leases of all these rows until `till`, in one statement. */
  renew: (rows: readonly Row[], till: Date) => Promise<unknown>
  /** A sending that takes longer counts as unclear; without it, the channel's own timeouts apply. */
  sendMsMax?: number
  /** Fields that identify a row in error reports. */
  logFields: (row: Row) => object
  log: { error(details: object, message: string): void }
}

/** Duration of a lease. Another node may take a row this long after its sender was killed. */
export const leaseMs = 20_000
const renewMs = 5000
/** Attempts to store an outcome. Attempts while the database is unavailable do not count. */
const settleTriesMax = 10
const settleAgainMs = 5000

/**
 * Sends rows of a table that several nodes share. Each row is leased before it is sent, and its lease is renewed until the outcome is
 * stored, so that no row is lost or sent by two nodes at once, and the rows of a killed node are taken over by another.
 */
export class LeasedOutbox<Row extends object, Outcome extends DeliveryResult = DeliveryResult> {
  readonly #options: LeasedOutboxOptions<Row, Outcome>
  readonly #passes: Periodic
  readonly #renewals: Periodic
  readonly #sending = new Map<Row, Promise<void>>()
  #isWoken = false
  #isRefill = false

  constructor(options: LeasedOutboxOptions<Row, Outcome>) {
    this.#options = options
    const { name, clock, everyMs, renew } = options
    const onError = (error: unknown): void => this.#report(error, 'outbox pass failed')
    this.#passes = new Periodic({ name, clock, everyMs, work: () => this.#pass(), onError })
    this.#renewals = new Periodic({
      name: `${name}: leases`,
      clock,
      everyMs: renewMs,
      countFrom: 'start',
      work: () => (this.#sending.size > 0 ? renew(this.underWay, this.#leaseEnd()) : undefined),
      onError: (error) => this.#report(error, 'outbox leases were not renewed'),
    })
  }

  /** Rows that are being sent, or whose outcome is being stored. */
  get underWay(): readonly Row[] {
    return [...this.#sending.keys()]
  }

  get isStopped(): boolean {
    return this.#passes.isStopped
  }

  start(): void {
    this.#passes.start()
    this.wake()
  }

  /** Waits until the outcomes of all rows under way are stored. */
  async stop(): Promise<void> {
    await this.#passes.stop()
    await this.settled()
  }

  /** Searches for due rows now. */
  wake(): void {
    this.#isWoken = true
    this.#passes.wake()
  }

  /** Resolves when nothing is being taken or sent. */
  async settled(): Promise<void> {
    while (this.#passes.isRunning || this.#sending.size > 0) {
      await this.#passes.settled()
      await Promise.all(this.#sending.values())
    }
  }

  async #pass(): Promise<void> {
    const { prepare, take, now } = this.#options
    const isRefill = this.#isRefill && !this.#isWoken
    this.#isRefill = false
    this.#isWoken = false
    if (!isRefill && prepare !== undefined) await this.#prepare(prepare)
    const lease = () => ({ now: now(), till: this.#leaseEnd() })
    const accept = (rows: readonly Row[]): void => {
      for (const row of rows) this.#sending.set(row, this.#process(row))
    }
    if (await take({ lease, underWay: this.underWay, accept })) this.#refill()
  }

  async #prepare(prepare: () => Promise<unknown>): Promise<void> {
    try {
      await prepare()
    } catch (error) {
      this.#report(error, 'outbox preparation failed')
    }
  }

  /** Searches again without `prepare`: a place became free, or rows are left. */
  #refill(): void {
    this.#isRefill = true
    this.#passes.wake()
  }

  async #process(row: Row): Promise<void> {
    const { now, factsOf, logFields } = this.#options
    this.#renewals.start()
    try {
      const { repeat, attempts, reason } = factsOf(row)
      const outcome = await this.#attempt(row)
      // Storing the outcome may take long, which must not count as sending time.
      const leftOn = now()
      await this.#settle(row, verdictOf(repeat, attempts, reason, outcome), outcome, leftOn)
    } catch (error) {
      this.#report(error, 'outbox row failed', logFields(row))
    } finally {
      this.#sending.delete(row)
      if (this.#sending.size === 0) void this.#renewals.stop()
      this.#refill()
    }
  }

  async #attempt(row: Row): Promise<DeliveryResult | Outcome> {
    const { clock, send, sendMsMax, logFields } = this.#options
    let cancel = (): void => {}
    try {
      const sending = send(row)
      if (sendMsMax === undefined) return await sending
      const late = new Promise<DeliveryResult>((resolve) => {
        cancel = clock.after(sendMsMax, () => resolve(unclear('it took too long')))
      })
      return await Promise.race([sending, late])
    } catch (error) {
      this.#report(error, 'outbox row was not sent', logFields(row))
      return unclear('an error of the service')
    } finally {
      cancel()
    }
  }

  /** Without a stored outcome the row would count as abandoned, and be sent again or reported as unclear. */
  async #settle(row: Row, verdict: Verdict, outcome: DeliveryResult | Outcome, leftOn: Date): Promise<void> {
    const { clock, settle, logFields } = this.#options
    for (let tries = 0; tries < settleTriesMax; ) {
      try {
        await settle(row, verdict, outcome, leftOn)
        return
      } catch (error) {
        if (unavailability(error) === null || this.isStopped) tries += 1
        this.#report(error, 'outbox outcome was not stored', { ...logFields(row), state: verdict.state })
        if (!this.isStopped) await new Promise<void>((resolve) => clock.after(settleAgainMs, resolve))
      }
    }
  }

  #leaseEnd(): Date {
    return new Date(this.#options.now().getTime() + leaseMs)
  }

  #report(error: unknown, message: string, fields: object = {}): void {
    const { name, log } = this.#options
    log.error({ err: error, outbox: name, ...fields }, message)
  }
}
