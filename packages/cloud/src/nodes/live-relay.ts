import type { Clock } from '@busbar/kit'
import { z } from 'zod'
import type { ExchangeEvent } from '../diagnosis/exchange-event.ts'
import type { EventRooms } from '../live/event-rooms.ts'
import type { ConnectionChange } from '../live/live-event.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Poll } from '../readings/poll.ts'
import type { Messages } from './messages.ts'
import { pollHeard, pollSaid } from './poll-message.ts'
import { Relay } from './relay.ts'

export interface LiveRelayOptions {
  id: string
  messages: Messages
  clock: Clock
  live: LiveHub
  /** Those whose computed devices may need what others read. */
  computedOrgs: () => Iterable<number>
  onPoll: (poll: Poll) => void
  /** Rooms of networks whose exchanges people look at. */
  exchanges: EventRooms<ExchangeEvent>
}

const connection = z.object({
  orgId: z.number(),
  netId: z.number(),
  isConnected: z.boolean(),
  on: z.number(),
  error: z.string().nullable(),
})
const liveMessage = z.union([z.object({ connection }), z.object({ poll: z.unknown() })])
/** Of a node of the same program: what is in it is for people to look at. */
const exchangeEvent = z.custom<ExchangeEvent>(
  (said) => typeof said === 'object' && said !== null && 'name' in said && 'data' in said,
)

/** Readings, connections and exchanges that listeners of one node want and another has. Alerts come by the database. */
export class LiveRelay {
  readonly #options: LiveRelayOptions
  readonly #live: Relay
  readonly #exchanges: Relay
  #endBack: () => void = () => {}

  constructor(options: LiveRelayOptions) {
    const { live, exchanges, computedOrgs } = options
    this.#options = options
    this.#live = new Relay({
      ...options,
      name: 'live',
      wanted: () => [...live.heardRooms(), ...computedOrgs()],
      onHeard: (_, said) => this.#hearLive(said),
    })
    this.#exchanges = new Relay({
      ...options,
      name: 'exchanges',
      wanted: () => exchanges.heardRooms(),
      onHeard: (netId, said) => {
        const read = exchangeEvent.safeParse(said)
        if (read.success) exchanges.hear(netId, read.data)
      },
    })
  }

  start(): void {
    const { live, exchanges, messages } = this.#options
    this.#live.start()
    this.#exchanges.start()
    live.elsewhere = {
      changed: () => this.#live.changed(),
      readings: (poll) => this.#live.isWanted(poll.orgId) && this.#live.publish(poll.orgId, { poll: pollSaid(poll) }),
      connection: (change) =>
        this.#live.isWanted(change.orgId) && this.#live.publish(change.orgId, { connection: change }),
    }
    exchanges.rooms = {
      changed: () => this.#exchanges.changed(),
      isWanted: (netId) => this.#exchanges.isWanted(netId),
      publish: (netId, event) => this.#exchanges.publish(netId, event),
    }
    // What was said meanwhile was missed: listeners begin anew.
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

  #hearLive(said: unknown): void {
    const { live, onPoll } = this.#options
    const read = liveMessage.safeParse(said)
    if (!read.success) return
    if ('connection' in read.data) return live.hearConnection(read.data.connection satisfies ConnectionChange)
    const poll = pollHeard(read.data.poll)
    if (poll === null) return
    live.hearReadings([poll])
    onPoll(poll)
  }
}
