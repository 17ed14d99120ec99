import type { Clock } from '@busbar/kit'
import type { Transactions } from '../../db/open.ts'
import { sweepTokens } from './confirm-token.sql.ts'
import { settleMembers } from './digest.sql.ts'
import { type Channel, type MessageType, messageTypes, type Outcome, unclear } from './message.ts'
import { abandonedMessages, markDone } from './outbox.sql.ts'
import { type Verdict, verdictOf } from './retry.rules.ts'
import { giveBackSms } from './sms-spending.sql.ts'
import { type Taken, type TakeOptions, takeMessages } from './take.ts'

export interface CourierOptions extends Omit<TakeOptions, 'digestAfter' | 'leaseMs'> {
  db: Transactions
  clock: Clock
  now: () => Date
  channels: Readonly<Record<MessageType, Channel>>
  log: { error(details: object, message: string): void }
  digestAfter?: number
}

/** Under way at once, of each type; one organization has at most half of them. */
const places: Readonly<Record<MessageType, number>> = {
  sms: 8,
  email: 8,
  'voice-call': 4,
  webhook: 16,
  'write-param': 8,
}
const passMs = 2000
const sweepMs = 3_600_000
/** No channel takes as long as this; and when it is over, a message is not yet anybody else's. */
const sendMsMax = 120_000
const leaseMs = 300_000
const abandonedMax = 100
const markTriesMax = 10
const markAgainMs = 5000

/** Sends what waits in the outbox. Several nodes may do so at once: each takes what no other has. */
export class Courier {
  readonly #options: CourierOptions & Pick<TakeOptions, 'digestAfter' | 'leaseMs'>
  readonly #underWay = new Map<Promise<void>, { type: MessageType; orgId: number }>()
  #passing: Promise<void> | null = null
  #isWanted = false
  #isStopped = true
  #sweptMs = Number.NEGATIVE_INFINITY
  #callOff: () => void = () => {}
  #unlisten: () => Promise<void> = () => Promise.resolve()

  constructor(options: CourierOptions) {
    this.#options = { digestAfter: 10, leaseMs, ...options }
  }

  async start(): Promise<void> {
    this.#isStopped = false
    this.#unlisten = await this.#options.db.sql.listen('busbar_messages_waiting', () => this.wake())
    this.wake()
  }

  /** What is being sent is waited for: its end must be written down. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff()
    await this.#unlisten()
    await this.settled()
  }

  /** Looks at once whether there is something to send. */
  wake(): void {
    this.#isWanted = true
    if (this.#isStopped || this.#passing !== null) return
    this.#callOff()
    this.#passing = this.#passWhileWanted().finally(() => this.#passed())
  }

  /** When nothing is being taken or sent. */
  async settled(): Promise<void> {
    while (this.#passing !== null || this.#underWay.size > 0) {
      await this.#passing
      await Promise.all(this.#underWay.keys())
    }
  }

  async #passWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      try {
        await this.#pass()
      } catch (error) {
        this.#options.log.error({ err: error }, 'messages were not taken')
      }
    }
  }

  #passed(): void {
    this.#passing = null
    if (this.#isStopped) return
    if (this.#isWanted) this.wake()
    else this.#callOff = this.#options.clock.after(passMs, () => this.wake())
  }

  async #pass(): Promise<void> {
    await this.#settleAbandoned()
    for (const type of messageTypes) await this.#take(type)
    const nowMs = this.#options.clock.now()
    if (nowMs - this.#sweptMs < sweepMs) return
    this.#sweptMs = nowMs
    await sweepTokens(this.#options.db.sql, this.#options.now())
  }

  async #take(type: MessageType): Promise<void> {
    const { db, now } = this.#options
    const busy = [...this.#underWay.values()].filter((one) => one.type === type).map(({ orgId }) => orgId)
    const limit = places[type] - busy.length
    if (limit <= 0) return
    const without = busy.filter((orgId) => busy.filter((other) => other === orgId).length >= places[type] / 2)
    const wanted = { type, without, limit: Math.min(limit, places[type] / 2), now: now() }
    const { taken, isMore } = await db.tx((tx) => takeMessages(tx, wanted, this.#options))
    if (isMore) this.#isWanted = true
    for (const one of taken) {
      const sending = this.#send(one).finally(() => {
        this.#underWay.delete(sending)
        this.wake()
      })
      this.#underWay.set(sending, { type, orgId: one.message.orgId })
    }
  }

  async #send(taken: Taken): Promise<void> {
    const { message } = taken
    const outcome = await this.#outcomeOf(taken)
    // Marking it may take longer.
    const leftOn = this.#options.now()
    const verdict = verdictOf(message.type, message.attempts, message.reason, outcome)
    const isClear = 'err' in outcome && !outcome.isUnclear
    // Without this mark the message would be found abandoned, and nobody would know what came of it.
    for (let tries = 1; tries <= markTriesMax; tries += 1) {
      try {
        await this.#mark(taken, verdict, leftOn, isClear)
        return
      } catch (error) {
        this.#options.log.error({ err: error, messageId: message.id, state: verdict.state }, 'a message was not marked')
        if (!this.#isStopped) await new Promise<void>((resolve) => this.#options.clock.after(markAgainMs, resolve))
      }
    }
  }

  async #outcomeOf({ message }: Taken): Promise<Outcome> {
    const { channels, clock, log } = this.#options
    let callOff = (): void => {}
    const late = new Promise<Outcome>((resolve) => {
      callOff = clock.after(sendMsMax, () => resolve(unclear('it took too long')))
    })
    try {
      return await Promise.race([channels[message.type].send(message), late])
    } catch (error) {
      log.error({ err: error, messageId: message.id }, 'a message was not sent')
      return unclear('an error of the service')
    } finally {
      callOff()
    }
  }

  async #mark({ message, takenOn, booked }: Taken, verdict: Verdict, leftOn: Date, isClear: boolean): Promise<void> {
    const { db, now } = this.#options
    const { orgId, id, alertId, earlier } = message
    await db.tx(async (tx) => {
      const isOurs = await markDone(tx, message, verdict, { leftOn, isCostGivenBack: isClear }, now())
      if (!isOurs) return
      if (booked !== null && isClear) await giveBackSms(tx, { orgId, parts: booked.parts, on: takenOn }, booked.cost)
      if ((alertId !== 0 && earlier.length === 0) || verdict.state === 'waiting') return
      await settleMembers(tx, orgId, id, verdict.state, verdict.reason, leftOn)
    })
  }

  /** Who sent them is gone. What an organization has paid stays paid: it may well have been sent. */
  async #settleAbandoned(): Promise<void> {
    const { db, now } = this.#options
    await db.tx(async (tx) => {
      for (const row of await abandonedMessages(tx, now(), abandonedMax)) {
        const outcome = unclear('the service stopped while it was being sent')
        const { tryInMs: _later, ...verdict } = verdictOf(row.type, row.attempts, row.reason, outcome)
        const leftOn = new Date(row.nextTryOn.getTime() - this.#options.leaseMs)
        await markDone(tx, row, { ...verdict, tryInMs: 0 }, { leftOn, isCostGivenBack: false }, now())
        if (verdict.state === 'waiting') continue
        await settleMembers(tx, row.orgId, row.id, verdict.state, verdict.reason, leftOn)
      }
    })
  }
}
