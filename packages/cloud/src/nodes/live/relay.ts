import type { Clock } from '@busbar/kit'
import { z } from 'zod'
import { fromBytes, type Messages, toBytes } from '../messages/messages.ts'

export interface RelayOptions {
  id: string
  /** Prefix of the subjects of its rooms. */
  name: string
  messages: Messages
  clock: Clock
  /** Rooms with listeners here. */
  activeRooms: () => Iterable<number>
  /** Called when another node publishes in a room with listeners here. */
  onMessage: (room: number, message: unknown) => void
}

/**
 * Interval at which a node announces its rooms. Without an announcement for three intervals, it counts as having none.
 */
const announceMs = 2000
const patienceMs = 3 * announceMs

const wantsMessage = z.object({ node: z.string(), rooms: z.array(z.number()) })

/** Relays room events between nodes. Each node announces the rooms that it listens to and receives only those. */
export class Relay {
  readonly #options: RelayOptions
  /** Announced rooms by node. */
  readonly #wants = new Map<string, { rooms: ReadonlySet<number>; announcedMs: number }>()
  readonly #ends = new Map<number, () => void>()
  #endWants: () => void = () => {}
  #cancel: () => void = () => {}

  constructor(options: RelayOptions) {
    this.#options = options
  }

  start(): void {
    const { name, messages, id } = this.#options
    this.#endWants = messages.subscribe(`${name}.wants`, (bytes) => {
      const message = wantsMessage.safeParse(fromBytes(bytes))
      if (!message.success || message.data.node === id) return
      const isNew = !this.#wants.has(message.data.node)
      this.#wants.set(message.data.node, { rooms: new Set(message.data.rooms), announcedMs: this.#options.clock.now() })
      // A new node does not know the rooms of this one yet.
      if (isNew) this.changed()
    })
    this.changed()
  }

  stop(): void {
    this.#cancel()
    this.#endWants()
    for (const end of this.#ends.values()) end()
    this.#ends.clear()
    this.#wants.clear()
  }

  /** True if another node listens to a room. */
  isWanted(room: number): boolean {
    const { clock } = this.#options
    for (const [node, { rooms, announcedMs }] of this.#wants) {
      if (clock.now() - announcedMs > patienceMs) this.#wants.delete(node)
      else if (rooms.has(room)) return true
    }
    return false
  }

  publish(room: number, message: unknown): void {
    const { name, messages } = this.#options
    messages.publish(`${name}.${room}`, toBytes(message))
  }

  /** Called when the set of rooms with listeners changes. */
  changed(): void {
    const { id, name, messages, clock, activeRooms, onMessage } = this.#options
    this.#cancel()
    this.#cancel = clock.after(announceMs, () => this.changed())
    const rooms = new Set(activeRooms())
    for (const [room, end] of this.#ends) {
      if (rooms.has(room)) continue
      end()
      this.#ends.delete(room)
    }
    for (const room of rooms) {
      if (this.#ends.has(room)) continue
      const end = messages.subscribe(`${name}.${room}`, (bytes) => onMessage(room, fromBytes(bytes)))
      this.#ends.set(room, end)
    }
    messages.publish(`${name}.wants`, toBytes({ node: id, rooms: [...rooms] }))
  }
}
