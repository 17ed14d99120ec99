import { setImmediate as pause } from 'node:timers/promises'
import { type MessageType, messageTypes } from '@busbar/alerts/channels'
import { WatchedRecorder } from '@busbar/alerts/testing'
import type { Database, Transactions } from '@busbar/database'
import { type Clock, VirtualClock } from '@busbar/kit'
import { hastyClock } from '@busbar/readings/testing'
import { type Channel, type Message } from '../../message/message.ts'
import type { OutboxSender } from '../../outbox/outbox-sender.ts'
import type { anOutbox } from '../../testing/outbox.ts'
import type { Receivers } from './receivers.ts'

type Outbox = Awaited<ReturnType<typeof anOutbox>>

/** Time, the database and what is said aloud, for all processes together. */
export class Machine {
  readonly clock = new VirtualClock()
  readonly errors: string[] = []
  /** Adjustment of the clock. */
  setMs = 0
  readonly db: Database
  readonly #beganOn: number
  #transactions = 0
  #onIdle: () => void = () => {}

  constructor(db: Database, beganOn: number) {
    this.db = db
    this.#beganOn = beganOn
  }

  now = (): Date => new Date(this.#beganOn + this.clock.now() + this.setMs)

  readonly log = {
    info: (): void => {},
    error: (details: object, message: string): void => {
      // Failing channels cause this message; the test checks the messages themselves.
      if (message === 'a message was not delivered') return
      this.errors.push(`${message} ${'err' in details ? String(details.err) : ''}`)
    },
  }

  /** The database of a process; who is dead neither begins nor ends anything. */
  transactions(isDead: () => boolean = () => false): Transactions {
    return {
      sql: this.db.sql,
      tx: async (work) => {
        if (isDead()) return new Promise<never>(() => {})
        this.#transactions += 1
        try {
          return await this.db.tx(work)
        } finally {
          this.#transactions -= 1
          if (this.#transactions === 0) this.#onIdle()
        }
      },
    }
  }

  /** Until the database is idle. Work goes on in the turn in which its transaction ended. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      if (this.#transactions > 0) {
        quiet = 0
        await new Promise<void>((resolve) => {
          this.#onIdle = resolve
        })
      }
      await pause()
    }
  }
}

/** Records readings and judges alerts. */
export const judgingOn = (machine: Machine): WatchedRecorder => {
  const { clock, now, log } = machine
  const hasty: Clock = { now: () => clock.now(), after: (delayMs, act) => hastyClock.after(delayMs, act) }
  const links = { statuses: () => new Map(), onConnection: () => () => {} }
  return new WatchedRecorder({ db: machine.transactions(), clock, hasty, now, log, links })
}

/** Sends messages until it is stopped, or dies with the next one in its hands. */
export class SenderProcess {
  readonly sender: OutboxSender
  /** It dies at its next message. */
  isDoomed = false
  isDead = false
  /** Messages that it sent without storing the outcome, as far as the test can see. */
  readonly unmarked = new Set<number>()
  readonly #receivers: Receivers

  constructor(machine: Machine, outbox: Outbox, receivers: Receivers) {
    this.#receivers = receivers
    const { clock, now, log } = machine
    const channels = Object.fromEntries(messageTypes.map((type) => [type, this.#through(outbox.recorders[type])]))
    this.sender = outbox.node({
      db: machine.transactions(() => this.isDead),
      clock,
      now,
      log,
      channels: channels as Record<MessageType, Channel>,
    })
  }

  /** Whatever else is known of a channel is as it is. */
  #through(channel: Channel): Channel {
    const send = (message: Message) => this.#send(message)
    return new Proxy(channel, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) })
  }

  #send(message: Message): ReturnType<Channel['send']> {
    if (this.isDead) return new Promise(() => {})
    if (!this.isDoomed) {
      this.unmarked.add(message.id)
      return this.#receivers.send(message)
    }
    this.isDead = true
    this.#receivers.killed(message, this.unmarked)
    // No listener is left.
    void this.sender.stop()
    return new Promise(() => {})
  }
}
