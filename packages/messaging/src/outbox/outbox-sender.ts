import { PassRunner } from '@busbar/alerts'
import type { Transactions } from '@busbar/database'
import { unavailability } from '@busbar/database/health'
import type { Clock } from '@busbar/kit'
import { sweepTokens } from '../confirm/confirm-token.sql.ts'
import { type Channel, type DeliveryResult, type MessageType, messageTypes, unclear } from '../message/message.ts'
import { giveBackSms } from '../sms/sms-spending.sql.ts'
import { Leases, leaseMs } from './leases.ts'
import { type Attempt, abandonedMessages, oldestUnsent, renewLeases, unsentTypes } from './outbox.sql.ts'
import { type Verdict, verdictOf } from './retry.rules.ts'
import { isUndelivered, type SettledMessage, settle } from './settle.ts'
import { type TakenMessage, type TakeOptions, takeMessages } from './take.ts'

export interface OutboxSenderOptions extends Omit<TakeOptions, 'digestAfter'> {
  db: Transactions
  clock: Clock
  now: () => Date
  channels: Readonly<Record<MessageType, Channel>>
  log: { error(details: object, message: string): void }
  digestAfter?: number
  /** No other process can be sending: leases found at the start belong to a predecessor that was killed. */
  isAlone?: boolean
}

/** Under way at once, of each type; one organization has at most half of them. */
const concurrencyMax: Readonly<Record<MessageType, number>> = {
  sms: 8,
  email: 8,
  'voice-call': 4,
  webhook: 16,
  'write-param': 8,
  push: 16,
  telegram: 8,
  ntfy: 8,
}
const sweepMs = 3_600_000
/** No channel takes as long as this. */
const sendMsMax = 120_000
const oldestMs = 15_000
const abandonedMax = 100
/** Tries while the database is away do not count: a command of an alert must not end as unclear because of it. */
const markTriesMax = 10
const markAgainMs = 5000

export interface OutboxStatus {
  counts: ReturnType<MessageCounts['all']>
  /** How long ago the oldest was due that has not left. */
  oldestMs: number
  /** For how long it could not be looked whether there is something to send. */
  stuckMs: number
}

type MessageOutcome = Verdict['state'] | 'dropped'

/** Sends what waits in the outbox. Several nodes may do so at once: each takes what no other has. */
export class OutboxSender {
  readonly #options: OutboxSenderOptions & Pick<TakeOptions, 'digestAfter'>
  readonly #leases: Leases<Attempt>
  readonly #counts = new MessageCounts()
  #lastPassMs: number
  #oldestReadMs = Number.NEGATIVE_INFINITY
  #oldestOn: Date | null = null
  readonly #underWay = new Map<Promise<void>, { type: MessageType; orgId: number }>()
  readonly #passes: PassRunner
  #sweptMs = Number.NEGATIVE_INFINITY
  #hasOldLeases: boolean

  constructor(options: OutboxSenderOptions) {
    this.#options = { digestAfter: 10, ...options }
    const { db, clock, now, log } = options
    const till = (): Date => new Date(now().getTime() + leaseMs)
    this.#lastPassMs = clock.now()
    this.#hasOldLeases = options.isAlone === true
    this.#leases = new Leases({ clock, log, renew: (leased) => renewLeases(db.sql, leased, till()) })
    this.#passes = new PassRunner({
      sql: db.sql,
      clock,
      channel: 'busbar_messages_waiting',
      pass: () => this.#pass(),
      onError: (error) => log.error({ err: error }, 'messages were not taken'),
    })
  }

  start(): Promise<void> {
    return this.#passes.start()
  }

  /** What is being sent is waited for: its end must be written down. */
  async stop(): Promise<void> {
    await this.#passes.stop()
    await this.settled()
  }

  /** Looks at once whether there is something to send. */
  wake(): void {
    this.#passes.wake()
  }

  status(): OutboxStatus {
    const { clock, now } = this.#options
    const waitedMs = this.#oldestOn === null ? 0 : Math.max(0, now().getTime() - this.#oldestOn.getTime())
    return { counts: this.#counts.all(), oldestMs: waitedMs, stuckMs: clock.now() - this.#lastPassMs }
  }

  /** When nothing is being taken or sent. */
  async settled(): Promise<void> {
    while (this.#passes.isUnderWay || this.#underWay.size > 0) {
      await this.#passes.settled()
      await Promise.all(this.#underWay.keys())
    }
  }

  async #pass(): Promise<boolean> {
    const { db, now } = this.#options
    if (this.#hasOldLeases) await this.#releaseOldLeases()
    const unsent = await unsentTypes(db.sql, now())
    if (unsent.some(({ isAbandoned }) => isAbandoned)) await this.#settleAbandoned(now())
    const isMore = await Promise.all(unsent.map(({ type }) => this.#take(type)))
    const nowMs = this.#options.clock.now()
    this.#lastPassMs = nowMs
    if (nowMs - this.#oldestReadMs >= oldestMs) {
      this.#oldestReadMs = nowMs
      this.#oldestOn = await oldestUnsent(db.sql)
    }
    if (nowMs - this.#sweptMs >= sweepMs) {
      this.#sweptMs = nowMs
      await sweepTokens(db.sql, now())
    }
    return isMore.includes(true)
  }

  /** Whether more of this type waits. */
  async #take(type: MessageType): Promise<boolean> {
    const { db, now } = this.#options
    const busy = [...this.#underWay.values()].filter((one) => one.type === type).map(({ orgId }) => orgId)
    const limit = concurrencyMax[type] - busy.length
    if (limit <= 0) return false
    const query = { type, busy, shareMax: concurrencyMax[type] / 2, limit, now: now() }
    const { taken, dropped, isMore } = await db.tx((tx) => takeMessages(tx, query, this.#options))
    for (const { row, reason } of dropped) this.#ended(row, { state: 'dropped', reason })
    for (const one of taken) {
      const release = this.#leases.hold(one.message)
      const sending = this.#send(one).finally(() => {
        release()
        this.#underWay.delete(sending)
        this.wake()
      })
      this.#underWay.set(sending, { type, orgId: one.message.orgId })
    }
    return isMore
  }

  async #send(taken: TakenMessage): Promise<void> {
    const { message } = taken
    const outcome = await this.#outcomeOf(taken)
    // Marking it may take longer.
    const leftOn = this.#options.now()
    const { repeat } = this.#options.channels[message.type]
    const verdict = verdictOf(repeat, message.attempts, message.reason, outcome)
    const isClear = 'err' in outcome && !outcome.isUnclear
    // Without this mark the message would be found abandoned, and its outcome unknown.
    for (let tries = 0; tries < markTriesMax; ) {
      try {
        await this.#mark(taken, verdict, leftOn, isClear)
        return
      } catch (error) {
        if (unavailability(error) === null || this.#passes.isStopped) tries += 1
        this.#options.log.error({ err: error, messageId: message.id, state: verdict.state }, 'a message was not marked')
        if (!this.#passes.isStopped)
          await new Promise<void>((resolve) => this.#options.clock.after(markAgainMs, resolve))
      }
    }
  }

  async #outcomeOf({ message }: TakenMessage): Promise<DeliveryResult> {
    const { channels, clock, log } = this.#options
    let cancel = (): void => {}
    const late = new Promise<DeliveryResult>((resolve) => {
      cancel = clock.after(sendMsMax, () => resolve(unclear('it took too long')))
    })
    try {
      return await Promise.race([channels[message.type].send(message), late])
    } catch (error) {
      log.error({ err: error, messageId: message.id }, 'a message was not sent')
      return unclear('an error of the service')
    } finally {
      cancel()
    }
  }

  async #mark(
    { message, takenOn, booked }: TakenMessage,
    verdict: Verdict,
    leftOn: Date,
    isClear: boolean,
  ): Promise<void> {
    const { db, now } = this.#options
    const { orgId } = message
    const isOurs = await db.tx(async (tx) => {
      const isCostGivenBack = booked !== null && isClear
      if (!(await settle(tx, message, verdict, { leftOn, isCostGivenBack }, now()))) return false
      if (isCostGivenBack) await giveBackSms(tx, { orgId, parts: booked.parts, on: takenOn }, booked.cost)
      return true
    })
    if (isOurs) this.#ended(message, verdict)
  }

  /** Once it is written down what came of a message. */
  #ended(
    { orgId, id, alertId, type }: SettledMessage,
    { state, reason }: Pick<Verdict, 'reason'> & { state: MessageOutcome },
  ): void {
    this.#counts.add(type, state)
    // Browsers come and go: who has one is told by other ways as well.
    if (type === 'push' || !isUndelivered(state, reason)) return
    const details = { orgId, alertId, messageId: id, channel: type, state, reason }
    this.#options.log.error(details, 'a message was not delivered')
  }

  /** Newer messages about the same alerts would wait until the leases expire. */
  async #releaseOldLeases(): Promise<void> {
    while ((await this.#settleAbandoned(null)) === abandonedMax && !this.#passes.isStopped) {}
    this.#hasOldLeases = false
  }

  /**
   * Settles messages whose sender is gone: their leases ended by `till`, or at any time where it is null. What an organization has paid
   * stays paid, since the message may have been sent. Returns how many were settled.
   */
  async #settleAbandoned(till: Date | null): Promise<number> {
    const { db, now, channels } = this.#options
    const settled = await db.tx(async (tx) => {
      const all = []
      for (const row of await abandonedMessages(tx, this.#leases.leased, till, abandonedMax)) {
        const outcome = unclear('the service stopped while it was being sent')
        const { tryInMs: _later, ...verdict } = verdictOf(channels[row.type].repeat, row.attempts, row.reason, outcome)
        const leftOn = new Date(row.nextTryOn.getTime() - leaseMs)
        await settle(tx, row, { ...verdict, tryInMs: 0 }, { leftOn, isCostGivenBack: false }, now())
        all.push({ row, verdict })
      }
      return all
    })
    for (const { row, verdict } of settled) this.#ended(row, verdict)
    return settled.length
  }
}

const countedResults = ['sent', 'retried', 'failed', 'unclear', 'dropped'] as const
type CountedResult = (typeof countedResults)[number]

/** What came of messages since the start, by channel. */
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
