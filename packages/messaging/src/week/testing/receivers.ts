import { createHash } from 'node:crypto'
import { type MessageType } from '@busbar/alerts/channels'
import { type DeliveryResult, failed, type Message, refused, unclear } from '../../message/message.ts'

/** Failures of a channel. */
export const faults = ['5xx', 'refuse', 'gone', 'drop-before', 'drop-after', 'hang-before', 'hang-after'] as const
export type Fault = (typeof faults)[number]

/** Something that a person or a program got. */
interface ReceivedMessage {
  /** The channel and whom it reaches. */
  to: string
  alertId: number
  /** The message itself, or the one that it was part of. */
  id: number
  ids: readonly number[]
  earlier: ReadonlySet<number>
}

const never = new Promise<never>(() => {})

/** All recipients: their messages, and the failures of their channels. */
export class Receivers {
  readonly arrivals: ReceivedMessage[] = []
  /** The current failure of each channel. */
  readonly faults = new Map<MessageType, Fault>()
  /** Messages of which their sender could not know whether they arrived. */
  readonly unclear = new Set<number>()
  /** How often each fault happened. */
  readonly counts = new Map<Fault | 'killed', number>()
  /** Number of sendings that hang until they time out. */
  hanging = 0
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  /** The same message at the same attempt has the same fate in every run. */
  send(message: Message): Promise<DeliveryResult> {
    const fault = this.faults.get(message.type)
    return fault === undefined || this.#chance(message) < 0.3 ? this.#take(message) : this.#fail(message, fault)
  }

  /**
   * The sender was killed before or after the message was accepted. `unmarked` are other messages without a stored
   * outcome.
   */
  killed(message: Message, unmarked: Iterable<number>): void {
    if (this.#chance(message) < 0.5) this.#arrive(message)
    for (const id of [message.id, ...unmarked]) this.unclear.add(id)
    this.#count('killed')
  }

  async #take(message: Message): Promise<DeliveryResult> {
    this.#arrive(message)
    return { ok: true }
  }

  async #fail(message: Message, fault: Fault): Promise<DeliveryResult> {
    this.#count(fault)
    if (fault === 'drop-after' || fault === 'hang-after') this.#arrive(message)
    if (fault === '5xx') return failed('503')
    if (fault === 'refuse') return refused('550 nobody of that name')
    if (fault === 'gone') return failed('connection refused')
    this.unclear.add(message.id)
    if (fault === 'drop-before' || fault === 'drop-after') return unclear('connection reset')
    this.hanging += 1
    return never
  }

  #arrive({ type, recepient, alertId, id, parts, earlier }: Message): void {
    const before = earlier.map((one) => one.id)
    const ids = [...before, ...parts.map(({ messageId }) => messageId)]
    this.arrivals.push({ to: `${type} ${recepient}`, alertId, id, ids, earlier: new Set(before) })
  }

  #count(what: Fault | 'killed'): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  #chance({ type, recepient, alertId, episode, stage, attempts }: Message): number {
    const text = `${this.#seed} ${type} ${recepient} ${alertId} ${episode} ${stage} ${attempts}`
    return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
  }
}
