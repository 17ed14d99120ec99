import { createHash } from 'node:crypto'
import { type MessageType } from '@busbar/alerts/channels'
import { type DeliveryResult, failed, type Message, refused, unclear } from '../../message/message.ts'

/** What a channel does to a message in bad times. */
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

/** Everybody at the other end of the channels: what they got, and how they fail. */
export class Receivers {
  readonly arrivals: ReceivedMessage[] = []
  /** By channel; none while it works. */
  readonly faults = new Map<MessageType, Fault>()
  /** Messages of which their sender could not know whether they arrived. */
  readonly unclear = new Set<number>()
  /** How often each fault happened. */
  readonly counts = new Map<Fault | 'killed', number>()
  /** Sends that hang: their time is over by then. */
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

  /** Who sent it died, before or after it was taken. Of others it had not yet written down what came of them. */
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
