import { channels, type MessageType, messageTypes } from '@busbar/alerts/channels'
import type { Transactions } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { type Channel, type DeliveryResult, unclear } from '../message/message.ts'
import { type Verdict, verdictOf } from '../message/retry.rules.ts'
import { sweepTokens } from './confirm-token.sql.ts'
import { LeasedOutbox, leaseMs, type TakeContext } from './leased-outbox.ts'
import { type Attempt, abandonedMessages, oldestUnsent, renewLeases, unsentTypes } from './outbox.sql.ts'
import { isUndelivered, type SettledMessage, settle } from './settle.ts'
import { giveBackSms } from './sms-spending.sql.ts'
import { type TakenMessage, type TakeOptions, takeMessages } from './take.ts'

export interface OutboxSenderOptions extends Omit<TakeOptions, 'digestAfter'> {
  db: Transactions
  clock: Clock
  now: () => Date
  channels: Readonly<Record<MessageType, Channel>>
  log: { error(details: object, message: string): void }
  digestAfter?: number
  /** No other process sends from this database: leases found at the start belong to a killed predecessor. */
  isAlone?: boolean
}

const sweepMs = 3_600_000
/** Longer than the timeout of every channel. */
const sendMsMax = 120_000
const oldestMs = 15_000
const abandonedMax = 100
const passMs = 2000

export interface OutboxStatus {
  counts: ReturnType<MessageCounts['all']>
  /** Delay of the oldest due message. */
  oldestMs: number
  /** Time since the last successful search for due messages. */
  stuckMs: number
}

type MessageOutcome = Verdict['state'] | 'dropped'

/** Sends alert messages from the outbox. Several nodes may do so at once: each message is leased by one of them. */
export class OutboxSender {
  readonly #options: OutboxSenderOptions & Pick<TakeOptions, 'digestAfter'>
  readonly #outbox: LeasedOutbox<TakenMessage>
  readonly #counts = new MessageCounts()
  #unlisten: () => Promise<void> = () => Promise.resolve()
  #lastPassMs: number
  #oldestReadMs = Number.NEGATIVE_INFINITY
  #oldestOn: Date | null = null
  #sweptMs = Number.NEGATIVE_INFINITY
  #hasOldLeases: boolean

  constructor(options: OutboxSenderOptions) {
    this.#options = { digestAfter: 10, ...options }
    const { db, clock, now, log } = options
    this.#lastPassMs = clock.now()
    this.#hasOldLeases = options.isAlone === true
    this.#outbox = new LeasedOutbox<TakenMessage>({
      name: 'alert messages',
      clock,
      now,
      log,
      everyMs: passMs,
      sendMsMax,
      take: (context) => this.#take(context),
      send: ({ message }) => this.#channelOf(message.type).send(message),
      settle: (taken, verdict, outcome, leftOn) => this.#settle(taken, verdict, outcome, leftOn),
      factsOf: ({ message: { type, attempts, reason } }) => ({
        repeat: this.#channelOf(type).repeat,
        attempts,
        reason,
      }),
      renew: (taken, till) => renewLeases(db.sql, attemptsOf(taken), till),
      logFields: ({ message }) => ({ messageId: message.id }),
    })
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#options.db.sql.listen('busbar_messages_waiting', () => this.wake())
    this.#outbox.start()
  }

  /** Waits until the outcomes of all messages under way are stored. */
  async stop(): Promise<void> {
    await Promise.all([this.#outbox.stop(), this.#unlisten()])
  }

  /** Searches for due messages now. */
  wake(): void {
    this.#outbox.wake()
  }

  status(): OutboxStatus {
    const { clock, now } = this.#options
    const waitedMs = this.#oldestOn === null ? 0 : Math.max(0, now().getTime() - this.#oldestOn.getTime())
    return { counts: this.#counts.all(), oldestMs: waitedMs, stuckMs: clock.now() - this.#lastPassMs }
  }

  /** Resolves when nothing is being taken or sent. */
  settled(): Promise<void> {
    return this.#outbox.settled()
  }

  #channelOf(type: MessageType): Channel {
    return this.#options.channels[type]
  }

  async #take(context: TakeContext<TakenMessage>): Promise<boolean> {
    const { db, clock } = this.#options
    const { now } = context.lease()
    if (this.#hasOldLeases) await this.#releaseOldLeases()
    const unsent = await unsentTypes(db.sql, now)
    if (unsent.some(({ isAbandoned }) => isAbandoned)) await this.#settleAbandoned(now, context.underWay)
    const isMore = await Promise.all(unsent.map(({ type }) => this.#takeType(type, context)))
    const nowMs = clock.now()
    this.#lastPassMs = nowMs
    if (nowMs - this.#oldestReadMs >= oldestMs) {
      this.#oldestReadMs = nowMs
      this.#oldestOn = await oldestUnsent(db.sql)
    }
    if (nowMs - this.#sweptMs >= sweepMs) {
      this.#sweptMs = nowMs
      await sweepTokens(db.sql, now)
    }
    return isMore.includes(true)
  }

  /** Returns whether more messages of this type may be due. */
  async #takeType(type: MessageType, { lease, underWay, accept }: TakeContext<TakenMessage>): Promise<boolean> {
    const busy = underWay.flatMap(({ message }) => (message.type === type ? message.orgId : []))
    const { concurrency } = channels[type]
    const limit = concurrency - busy.length
    if (limit <= 0) return false
    const query = { type, busy, shareMax: concurrency / 2, limit, ...lease() }
    const { taken, dropped, isMore } = await this.#options.db.tx((tx) => takeMessages(tx, query, this.#options))
    accept(taken)
    for (const { row, reason } of dropped) this.#countEnd(row, { state: 'dropped', reason })
    return isMore
  }

  async #settle(
    { message, takenOn, booked }: TakenMessage,
    verdict: Verdict,
    outcome: DeliveryResult,
    leftOn: Date,
  ): Promise<void> {
    const { db, now } = this.#options
    const { orgId } = message
    const isClear = 'err' in outcome && !outcome.isUnclear
    const isOurs = await db.tx(async (tx) => {
      const isCostGivenBack = booked !== null && isClear
      if (!(await settle(tx, message, verdict, { leftOn, isCostGivenBack }, now()))) return false
      if (isCostGivenBack) await giveBackSms(tx, { orgId, parts: booked.parts, on: takenOn }, booked.cost)
      return true
    })
    if (isOurs) this.#countEnd(message, verdict)
  }

  /** Called once the outcome of a message is stored. */
  #countEnd(
    { orgId, id, alertId, type }: SettledMessage,
    { state, reason }: Pick<Verdict, 'reason'> & { state: MessageOutcome },
  ): void {
    this.#counts.add(type, state)
    // Push subscriptions expire often, and their owners have other channels as well.
    if (type === 'push' || !isUndelivered(state, reason)) return
    const details = { orgId, alertId, messageId: id, channel: type, state, reason }
    this.#options.log.error(details, 'a message was not delivered')
  }

  /** Otherwise newer messages about the same alerts would wait until the leases of the previous process expire. */
  async #releaseOldLeases(): Promise<void> {
    while ((await this.#settleAbandoned(null, [])) === abandonedMax && !this.#outbox.isStopped) {}
    this.#hasOldLeases = false
  }

  /**
   * Settles messages whose sender is gone: their leases ended by `till`; null matches every lease. A booked cost stays booked, since the
   * message may have been sent. Returns the number of settled messages.
   */
  async #settleAbandoned(till: Date | null, underWay: readonly TakenMessage[]): Promise<number> {
    const { db, now } = this.#options
    const settled = await db.tx(async (tx) => {
      const all = []
      for (const row of await abandonedMessages(tx, attemptsOf(underWay), till, abandonedMax)) {
        const outcome = unclear('the service stopped while it was being sent')
        const { tryInMs: _later, ...verdict } = verdictOf(
          this.#channelOf(row.type).repeat,
          row.attempts,
          row.reason,
          outcome,
        )
        const leftOn = new Date(row.nextTryOn.getTime() - leaseMs)
        await settle(tx, row, { ...verdict, tryInMs: 0 }, { leftOn, isCostGivenBack: false }, now())
        all.push({ row, verdict })
      }
      return all
    })
    for (const { row, verdict } of settled) this.#countEnd(row, verdict)
    return settled.length
  }
}

const attemptsOf = (taken: readonly TakenMessage[]): Attempt[] => taken.map(({ message }) => message)

const countedResults = ['sent', 'retried', 'failed', 'unclear', 'dropped'] as const
type CountedResult = (typeof countedResults)[number]

/** Outcomes of messages since the start, by channel. */
class MessageCounts {
  readonly #counts = messageTypes.flatMap((channel) =>
    countedResults.map((outcome) => ({ channel, outcome, count: 0 })),
  )

  add(channel: MessageType, state: Verdict['state'] | 'dropped'): void {
    const outcome: CountedResult = state === 'waiting' ? 'retried' : state
    const found = this.#counts.find((one) => one.channel === channel && one.outcome === outcome)
    if (found !== undefined) found.count += 1
  }

  all(): readonly { channel: MessageType; outcome: CountedResult; count: number }[] {
    return this.#counts
  }
}
