import type { Clock } from '@busbar/kit'
import type { Poll } from '@busbar/readings'
import { z } from 'zod'
import type { ExchangeEvent } from '../../field/diagnosis/exchange-event.ts'
import type { EventRooms } from '../../live/event-rooms.ts'
import type { ConnectionChange } from '../../live/live-event.ts'
import type { LiveHub } from '../../live/live-hub.ts'
import type { Messages } from '../messages/messages.ts'
import { Relay } from './relay.ts'

/** The sending node and the number of its messages about the organization so far, sent or not. */
const nodeSequence = z.object({ node: z.string(), no: z.number() })
type NodeSequence = z.infer<typeof nodeSequence>

/** Above this number all entries are dropped; the worst effect is a query of the database. */
const rememberedMax = 100_000

/**
 * Detects readings that other nodes stored without a message to this one: messages are not repeated, and a node may be
 * killed between both.
 */
class GapDetector {
  readonly #numbers = new Map<string, number>()
  readonly #senders = new Map<number, string>()

  /** True if an earlier message of the organization was missed. */
  isAfterGap(orgId: number, { node, no }: NodeSequence): boolean {
    const key = `${orgId} ${node}`
    const before = this.#numbers.get(key) ?? 0
    if (this.#numbers.size >= rememberedMax) this.#numbers.clear()
    this.#numbers.set(key, no)
    return no !== before + 1
  }

  /** True if the last poll of the device came from another node, whose last messages may be missing. */
  isOfAnother(deviceId: number, node: string): boolean {
    const before = this.#senders.get(deviceId)
    if (this.#senders.size >= rememberedMax) this.#senders.clear()
    this.#senders.set(deviceId, node)
    return before !== undefined && before !== node
  }
}

const pairs = z.array(z.tuple([z.number(), z.string()]))

const pollMessage = z.object({
  orgId: z.number(),
  deviceId: z.number(),
  readOn: z.number(),
  params: z.array(z.object({ id: z.number(), valueType: z.string() })),
  values: z.array(z.number().nullable()),
  texts: pairs.nullable(),
  errors: z.union([z.string(), pairs]).nullable(),
})

/** A poll in a message. */
const encodePoll = ({ orgId, deviceId, readOn, params, values, texts, errors }: Poll) => ({
  orgId,
  deviceId,
  readOn,
  params: params.map(({ id, valueType }) => ({ id, valueType })),
  values,
  texts: texts && [...texts],
  errors: typeof errors === 'string' || errors === null ? errors : [...errors],
})

/** Null where it makes no sense. */
const decodePoll = (message: unknown): Poll | null => {
  const read = pollMessage.safeParse(message)
  if (!read.success) return null
  const { texts, errors, params, ...poll } = read.data
  return {
    ...poll,
    params: params as Poll['params'],
    texts: texts && new Map(texts),
    errors: typeof errors === 'string' || errors === null ? errors : new Map(errors),
  }
}

export interface LiveRelayOptions {
  id: string
  messages: Messages
  clock: Clock
  live: LiveHub
  /** Organizations whose computed devices may need polls of other nodes. */
  computedOrgs: () => Iterable<number>
  onPoll: (poll: Poll) => void
  /** Rooms of networks whose exchanges are being viewed. */
  exchanges: EventRooms<ExchangeEvent>
}

const connection = z.object({
  orgId: z.number(),
  netId: z.number(),
  isConnected: z.boolean(),
  on: z.number(),
  error: z.string().nullable(),
})
/** Nodes of older versions do not send their ID. */
const sequenceField = { by: nodeSequence.optional() }
const liveMessage = z.union([
  z.object({ connection, ...sequenceField }),
  z.object({ poll: z.unknown(), ...sequenceField }),
])
/** Sent by a node with the same program and only displayed, so its data is not checked. */
const exchangeEvent = z.custom<ExchangeEvent>(
  (message) => typeof message === 'object' && message !== null && 'name' in message && 'data' in message,
)

/** Relays readings, connections and exchanges to nodes with listeners. Alerts arrive through the database. */
export class LiveRelay {
  readonly #options: LiveRelayOptions
  readonly #live: Relay
  readonly #exchanges: Relay
  readonly #inOrder = new GapDetector()
  /** Number of messages by organization. */
  readonly #sequences = new Map<number, number>()
  #endBack: () => void = () => {}

  constructor(options: LiveRelayOptions) {
    const { live, exchanges, computedOrgs } = options
    this.#options = options
    this.#live = new Relay({
      ...options,
      name: 'live',
      activeRooms: () => [...live.activeRooms(), ...computedOrgs()],
      onMessage: (_, message) => this.#receiveLive(message),
    })
    this.#exchanges = new Relay({
      ...options,
      name: 'exchanges',
      activeRooms: () => exchanges.activeRooms(),
      onMessage: (netId, message) => {
        const read = exchangeEvent.safeParse(message)
        if (read.success) exchanges.deliver(netId, read.data)
      },
    })
  }

  start(): void {
    const { live, exchanges, messages } = this.#options
    this.#live.start()
    this.#exchanges.start()
    live.remoteListeners = {
      changed: () => this.#live.changed(),
      readings: (poll) => {
        this.#detectMissed(poll, this.#options.id)
        this.#publish(poll.orgId, () => ({ poll: encodePoll(poll) }))
      },
      connection: (change) => this.#publish(change.orgId, () => ({ connection: change })),
    }
    exchanges.remoteRooms = {
      changed: () => this.#exchanges.changed(),
      isWanted: (netId) => this.#exchanges.isWanted(netId),
      publish: (netId, event) => this.#exchanges.publish(netId, event),
    }
    // Messages were missed while the connection was down, so streams restart.
    this.#endBack = messages.onBack(() => {
      live.reset()
      exchanges.reset()
      this.#live.changed()
      this.#exchanges.changed()
    })
  }

  stop(): void {
    this.#endBack()
    this.#live.stop()
    this.#exchanges.stop()
  }

  #publish(orgId: number, message: () => object): void {
    const no = (this.#sequences.get(orgId) ?? 0) + 1
    this.#sequences.set(orgId, no)
    if (this.#live.isWanted(orgId)) this.#live.publish(orgId, { ...message(), by: { node: this.#options.id, no } })
  }

  #detectGap(orgId: number, by: z.infer<typeof nodeSequence> | undefined): void {
    if (by && this.#inOrder.isAfterGap(orgId, by)) this.#options.live.missed(orgId, null)
  }

  #detectMissed({ orgId, deviceId }: Poll, node: string): void {
    const { live } = this.#options
    if (live.isFollowed(orgId) && this.#inOrder.isOfAnother(deviceId, node)) live.missed(orgId, deviceId)
  }

  #receiveLive(message: unknown): void {
    const { live, onPoll } = this.#options
    const read = liveMessage.safeParse(message)
    if (!read.success) return
    const { by } = read.data
    if ('connection' in read.data) {
      const change = read.data.connection satisfies ConnectionChange
      this.#detectGap(change.orgId, by)
      return live.deliverConnection(change)
    }
    const poll = decodePoll(read.data.poll)
    if (poll === null) return
    this.#detectGap(poll.orgId, by)
    if (by) this.#detectMissed(poll, by.node)
    live.deliverReadings([poll])
    onPoll(poll)
  }
}
