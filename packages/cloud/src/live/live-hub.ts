import type { Readable } from 'node:stream'
import type { Clock } from '@busbar/kit'
import type { Poll } from '../readings/poll.ts'
import {
  type AlertChange,
  alertEvent,
  type ConnectionChange,
  connectionEvent,
  type LiveEvent,
  readingsEvent,
} from './live-event.ts'
import { LiveStream } from './live-stream.ts'
import { encoded, Ring } from './ring.ts'

export interface LiveHubOptions {
  clock: Clock
  /** A short word that was never there before, without a dash. */
  newBoot: () => string
}

export interface Listening {
  /** The last event that the listener knows, when it was here before. */
  lastEventId: string | undefined
  /** Asked when rights change, and now and then: whether the listener may still hear this. */
  isAllowed: () => Promise<boolean>
  /** Of who hears only a part. */
  part?: HeardPart
}

/** The part of an organization's events that a share link opens. Who listens to one never catches up: it begins anew. */
interface HeardPart {
  linkId: number
  /** What of an event is heard; null is nothing. */
  of: (event: LiveEvent) => LiveEvent | null
}

/** Who listens to an organization, and what was said lately. */
interface Room {
  ring: Ring
  streams: Map<LiveStream, Listening>
  /** When the last listener left. */
  emptySinceMs: number
}

export const streamsPerOrgMax = 100
/** By share links, besides: of all of them, and of one. */
const linkStreamsMax = { org: 100, link: 25 } as const
const ringLimits = { events: 10_000, bytes: 2_097_152, ageMs: 300_000 }
/** Who hears nothing for twice as long knows that the line is dead. */
const beatMs = 5000
/** Every so many beats it is asked whether the listeners are still allowed. */
const beatsPerCheck = 6
const retryMs = 3000
const heartbeat = Buffer.from(': \n\n')

/**
 * Events of an organization, for all who listen. An organization costs nothing until there is a listener, and again when none
 * did for a while: only then events are encoded and kept.
 */
export class LiveHub {
  readonly #clock: Clock
  readonly #newBoot: () => string
  readonly #rooms = new Map<number, Room>()
  #cancel: () => void = () => {}
  #beats = 0
  #isStopped = false
  /** The organizations whose listeners are to be asked about; null is all. */
  #toCheck: Set<number> | null = new Set()
  #isChecking = false

  constructor({ clock, newBoot }: LiveHubOptions) {
    this.#clock = clock
    this.#newBoot = newBoot
  }

  start(): void {
    this.#cancel = this.#clock.after(beatMs, () => this.#beat())
  }

  /** Ends every stream at once. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
    for (const { streams } of this.#rooms.values()) for (const stream of streams.keys()) stream.finish()
    this.#rooms.clear()
  }

  /** Server-sent events of an organization; null when it has as many listeners as it may have. */
  open(orgId: number, listening: Listening): Readable | null {
    const room = this.#rooms.get(orgId) ?? this.#newRoom()
    if (this.#isStopped || !hasRoom(room, listening)) return null
    this.#rooms.set(orgId, room)
    room.ring.forgetOld(this.#clock.now())
    const stream = new LiveStream()
    for (const bytes of greeting(room.ring, listening)) stream.send(bytes)
    room.streams.set(stream, listening)
    stream.once('close', () => {
      room.streams.delete(stream)
      room.emptySinceMs = this.#clock.now()
    })
    return stream
  }

  /** Ends at once the streams of those who may no longer listen to an organization; null is any. Many calls in a row are one. */
  recheck(orgId: number | null): void {
    if (orgId === null) this.#toCheck = null
    else if (this.#rooms.has(orgId)) this.#toCheck?.add(orgId)
    if (!this.#isChecking) void this.#checkWhileWanted()
  }

  /** To be called when they are stored, not before. */
  tellReadings(polls: readonly Poll[]): void {
    for (const poll of polls) {
      const room = this.#rooms.get(poll.orgId)
      if (room !== undefined) this.#tell(room, readingsEvent(poll))
    }
  }

  tellConnection(change: ConnectionChange): void {
    const room = this.#rooms.get(change.orgId)
    if (room !== undefined) this.#tell(room, connectionEvent(change))
  }

  /** To be called when it is stored, not before. */
  tellAlert(change: AlertChange): void {
    const room = this.#rooms.get(change.orgId)
    if (room !== undefined) this.#tell(room, alertEvent(change))
  }

  /** Whether it makes a difference to tell an organization anything. */
  isHeard(orgId: number): boolean {
    return this.#rooms.has(orgId)
  }

  status(): { streams: number; organizations: number } {
    const rooms = [...this.#rooms.values()]
    return { streams: rooms.reduce((sum, { streams }) => sum + streams.size, 0), organizations: rooms.length }
  }

  #newRoom(): Room {
    return { ring: new Ring(this.#newBoot(), ringLimits), streams: new Map(), emptySinceMs: this.#clock.now() }
  }

  #tell({ ring, streams }: Room, event: LiveEvent): void {
    const bytes = ring.add(event, this.#clock.now())
    for (const [stream, { part }] of streams) {
      const heard = part === undefined ? event : part.of(event)
      if (heard !== null) stream.send(heard === event ? bytes : encoded(ring.lastId, heard))
    }
  }

  async #checkWhileWanted(): Promise<void> {
    this.#isChecking = true
    while (this.#toCheck === null || this.#toCheck.size > 0) {
      const orgIds = this.#toCheck ?? this.#rooms.keys()
      const all = [...orgIds].flatMap((orgId) => [...(this.#rooms.get(orgId)?.streams ?? [])])
      this.#toCheck = new Set()
      await Promise.all(all.map(([stream, { isAllowed }]) => endUnless(stream, isAllowed)))
    }
    this.#isChecking = false
  }

  #beat(): void {
    this.#cancel = this.#clock.after(beatMs, () => this.#beat())
    this.#beats += 1
    const nowMs = this.#clock.now()
    for (const [orgId, { ring, streams, emptySinceMs }] of this.#rooms) {
      ring.forgetOld(nowMs)
      for (const [stream, { isAllowed }] of streams) {
        stream.send(heartbeat)
        if (this.#beats % beatsPerCheck === 0) void endUnless(stream, isAllowed)
      }
      if (streams.size === 0 && nowMs - emptySinceMs > ringLimits.ageMs) this.#rooms.delete(orgId)
    }
  }
}

const hasRoom = ({ streams }: Room, { part }: Listening): boolean => {
  const ofLinks = [...streams.values()].flatMap((one) => one.part ?? [])
  if (part === undefined) return streams.size - ofLinks.length < streamsPerOrgMax
  const ofLink = ofLinks.filter(({ linkId }) => linkId === part.linkId)
  return ofLinks.length < linkStreamsMax.org && ofLink.length < linkStreamsMax.link
}

/** What a listener hears first: with an id, so that who is cut off before anything happens can come again with it. */
const greeting = (ring: Ring, { lastEventId, part }: Listening): Buffer[] => {
  const begin = `retry: ${retryMs}\n`
  if (lastEventId === undefined) return [Buffer.from(`${begin}id: ${ring.lastId}\n\n`)]
  const missed = part === undefined ? ring.after(lastEventId) : null
  if (missed === null) return [Buffer.from(`${begin}id: ${ring.lastId}\nevent: reset\ndata: {}\n\n`)]
  // Each of them has its own id: who is cut off among them goes on from there.
  return [Buffer.from(`${begin}\n`), ...missed]
}

/** Who cannot be asked about is let go as well: a listener that is still allowed comes again. */
const endUnless = async (stream: LiveStream, isAllowed: () => Promise<boolean>): Promise<void> => {
  if (!(await isAllowed().catch(() => false))) stream.finish()
}
