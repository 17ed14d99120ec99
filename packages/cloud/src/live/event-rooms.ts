import { Readable } from 'node:stream'
import type { Clock } from '@busbar/kit'
import { encoded, type NamedEvent, Ring, type RingLimits } from './ring.ts'

/** Maximum buffer of a client: more than a ring stores, so that a client that catches up is not closed as too slow. */
const waitingBytesMax = 4_194_304

/**
 * Stream to one client. Events that are sent together leave as one packet, because a packet for each event would cost
 * more than the event. A client that is too slow is disconnected.
 */
class LiveStream extends Readable {
  #pending: Buffer[] = []

  constructor() {
    super({ highWaterMark: waitingBytesMax })
  }

  // Events are pushed, so there is nothing to read.
  override _read(): void {}

  send(bytes: Buffer): void {
    this.#pending.push(bytes)
    if (this.#pending.length === 1) queueMicrotask(() => this.#flush())
  }

  /** Ends the stream if it is being read, and otherwise destroys it. */
  finish(): void {
    this.#flush()
    if (this.readableLength > 0) this.destroy()
    else this.push(null)
  }

  #flush(): void {
    const pieces = this.#pending
    this.#pending = []
    if (pieces.length === 0 || this.destroyed || this.readableEnded) return
    const [first, ...more] = pieces
    this.push(more.length === 0 ? first : Buffer.concat(pieces))
    // A slow client is not an error worth logging: it reconnects and catches up.
    if (this.readableLength > waitingBytesMax) this.destroy()
  }
}

export interface EventRoomsOptions {
  clock: Clock
  now: () => Date
  /** Creates a unique short prefix of event IDs, without a hyphen. */
  newBoot: () => string
}

/** Limits of a room. */
export interface RoomLimits {
  ring: RingLimits
  /** Maximum number of listeners, not counting share links. */
  streams: number
}

export interface RoomListener<E extends NamedEvent = NamedEvent> {
  /** Last event that the client received before it reconnected. */
  lastEventId: string | undefined
  /** Checks whether the listener still has access; called when rights change and from time to time. */
  isAllowed: () => Promise<boolean>
  /** Limits the events of a share link. */
  part?: SharedPart<E>
}

/** The part of the events that a share link opens. Its listeners never catch up but start again. */
interface SharedPart<E extends NamedEvent> {
  linkId: number
  /** Returns the visible part of an event; null if nothing is visible. */
  filter: (event: E) => E | null
}

/** Listeners of the same rooms on other nodes. */
export interface RemoteRooms<E extends NamedEvent> {
  /** Called when another room gets its first listener. */
  changed(): void
  isWanted(roomId: number): boolean
  publish(roomId: number, event: E): void
}

/** The listeners of one room and its recent events. */
interface EventRoom<E extends NamedEvent> {
  ring: Ring
  streams: Map<LiveStream, RoomListener<E>>
  /** Time at which the last listener left. */
  emptySinceMs: number
}

/** Additional streams for share links: per organization and per link. */
const linkStreamsMax = { org: 100, link: 25 } as const
/** Heartbeat interval. A client that receives nothing for twice this time treats the connection as lost. */
const beatMs = 5000
/** Access is checked after this many heartbeats. */
const beatsPerCheck = 6
const retryMs = 3000
/** Heartbeat with the server time, from which clients compute ages. Sent as a comment, which other clients ignore. */
const timeComment = (now: Date): string => `: time ${now.toISOString()}\n\n`

/**
 * Distributes events to the listeners of each room. Events are encoded and stored only while a room has listeners, and
 * for a short time after the last one.
 */
export class EventRooms<E extends NamedEvent> {
  readonly #clock: Clock
  readonly #now: () => Date
  readonly #newBoot: () => string
  readonly #limits: RoomLimits
  readonly #rooms = new Map<number, EventRoom<E>>()
  #cancel: () => void = () => {}
  #beats = 0
  #isStopped = false
  /** Rooms whose listeners must be checked; null means all. */
  #toCheck: Set<number> | null = new Set()
  #isChecking = false
  /** Null where one node has all listeners. */
  remoteRooms: RemoteRooms<E> | null = null

  constructor({ clock, now, newBoot }: EventRoomsOptions, limits: RoomLimits) {
    this.#limits = limits
    this.#clock = clock
    this.#now = now
    this.#newBoot = newBoot
  }

  start(): void {
    this.#cancel = this.#clock.after(beatMs, () => this.#heartbeat())
  }

  /** Ends every stream at once. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
    for (const { streams } of this.#rooms.values()) for (const stream of streams.keys()) stream.finish()
    this.#rooms.clear()
  }

  /** Opens a stream of server-sent events; null if the room has too many listeners. */
  open(roomId: number, listener: RoomListener<E>): Readable | null {
    const known = this.#rooms.get(roomId)
    const room = known ?? this.#newRoom()
    if (this.#isStopped || !hasRoom(room, listener, this.#limits.streams)) return null
    this.#rooms.set(roomId, room)
    if (known === undefined) this.remoteRooms?.changed()
    room.ring.forgetOld(this.#clock.now())
    const stream = new LiveStream()
    for (const bytes of greeting(room.ring, listener)) stream.send(bytes)
    stream.send(Buffer.from(timeComment(this.#now())))
    room.streams.set(stream, listener)
    stream.once('close', () => {
      room.streams.delete(stream)
      room.emptySinceMs = this.#clock.now()
    })
    return stream
  }

  /**
   * Closes the streams of listeners that lost access to a room, or to any room for null. Consecutive calls are
   * combined.
   */
  recheck(roomId: number | null): void {
    if (roomId === null) this.#toCheck = null
    else if (this.#rooms.has(roomId)) this.#toCheck?.add(roomId)
    if (!this.#isChecking) void this.#checkWhileWanted()
  }

  /** `event` is called only if there are listeners. */
  publish(roomId: number, event: () => E): void {
    const room = this.#rooms.get(roomId)
    const isWanted = this.remoteRooms?.isWanted(roomId) ?? false
    if (room === undefined && !isWanted) return
    const published = event()
    if (room !== undefined) this.#send(room, published)
    if (isWanted) this.remoteRooms?.publish(roomId, published)
  }

  /** Delivers an event that another node published. */
  deliver(roomId: number, event: E): void {
    const room = this.#rooms.get(roomId)
    if (room !== undefined) this.#send(room, event)
  }

  /** True if an event in this room has any receiver. */
  hasListeners(roomId: number): boolean {
    return this.#rooms.has(roomId) || (this.remoteRooms?.isWanted(roomId) ?? false)
  }

  /** Rooms with listeners on this node. */
  activeRooms(): Iterable<number> {
    return this.#rooms.keys()
  }

  /** Restarts all streams after missed events. */
  reset(): void {
    for (const room of this.#rooms.values()) {
      room.ring = new Ring(this.#newBoot(), this.#limits.ring)
      for (const stream of room.streams.keys()) stream.send(Buffer.from(resetOf(room.ring)))
    }
  }

  status(): { streams: number; rooms: number } {
    const rooms = [...this.#rooms.values()]
    return { streams: rooms.reduce((sum, { streams }) => sum + streams.size, 0), rooms: rooms.length }
  }

  #newRoom(): EventRoom<E> {
    return { ring: new Ring(this.#newBoot(), this.#limits.ring), streams: new Map(), emptySinceMs: this.#clock.now() }
  }

  #send({ ring, streams }: EventRoom<E>, event: E): void {
    const bytes = ring.add(event, this.#clock.now())
    for (const [stream, { part }] of streams) {
      const visible = part === undefined ? event : part.filter(event)
      if (visible !== null) stream.send(visible === event ? bytes : encoded(ring.lastId, visible))
    }
  }

  async #checkWhileWanted(): Promise<void> {
    this.#isChecking = true
    while (this.#toCheck === null || this.#toCheck.size > 0) {
      const roomIds = this.#toCheck ?? this.#rooms.keys()
      const all = [...roomIds].flatMap((roomId) => [...(this.#rooms.get(roomId)?.streams ?? [])])
      this.#toCheck = new Set()
      await Promise.all(all.map(([stream, { isAllowed }]) => endUnless(stream, isAllowed)))
    }
    this.#isChecking = false
  }

  #heartbeat(): void {
    this.#cancel = this.#clock.after(beatMs, () => this.#heartbeat())
    this.#beats += 1
    const nowMs = this.#clock.now()
    const heartbeat = Buffer.from(timeComment(this.#now()))
    for (const [roomId, { ring, streams, emptySinceMs }] of this.#rooms) {
      ring.forgetOld(nowMs)
      for (const [stream, { isAllowed }] of streams) {
        stream.send(heartbeat)
        if (this.#beats % beatsPerCheck === 0) void endUnless(stream, isAllowed)
      }
      if (streams.size === 0 && nowMs - emptySinceMs > this.#limits.ring.ageMs) this.#rooms.delete(roomId)
    }
  }
}

const hasRoom = <E extends NamedEvent>(
  { streams }: EventRoom<E>,
  { part }: RoomListener<E>,
  streamsMax: number,
): boolean => {
  const ofLinks = [...streams.values()].flatMap((one) => one.part ?? [])
  if (part === undefined) return streams.size - ofLinks.length < streamsMax
  const ofLink = ofLinks.filter(({ linkId }) => linkId === part.linkId)
  return ofLinks.length < linkStreamsMax.org && ofLink.length < linkStreamsMax.link
}

/**
 * The first data of a stream. It contains an ID, so that a client can resume even if it disconnects before the first
 * event.
 */
const greeting = <E extends NamedEvent>(ring: Ring, { lastEventId, part }: RoomListener<E>): Buffer[] => {
  const begin = `retry: ${retryMs}\n`
  if (lastEventId === undefined) return [Buffer.from(`${begin}id: ${ring.lastId}\n\n`)]
  const missed = part === undefined ? ring.after(lastEventId) : null
  if (missed === null) return [Buffer.from(`${begin}${resetOf(ring)}`)]
  // Each event has its own ID, so an interrupted client resumes after the last one received.
  return [Buffer.from(`${begin}\n`), ...missed]
}

const resetOf = (ring: Ring): string => `id: ${ring.lastId}\nevent: reset\ndata: {}\n\n`

/** A failed check also closes the stream: a client that is still allowed reconnects. */
const endUnless = async (stream: LiveStream, isAllowed: () => Promise<boolean>): Promise<void> => {
  if (!(await isAllowed().catch(() => false))) stream.finish()
}
