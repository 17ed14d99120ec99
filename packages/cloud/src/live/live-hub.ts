import type { Poll } from '@busbar/readings'
import { EventRooms, type EventRoomsOptions } from './event-rooms.ts'
import {
  type AlertChange,
  alertEvent,
  type ConnectionChange,
  connectionEvent,
  type LiveEvent,
  readingsEvent,
} from './live-event.ts'

export const streamsPerOrgMax = 100
const limits = { ring: { events: 10_000, bytes: 2_097_152, ageMs: 300_000 }, streams: streamsPerOrgMax }

/** Receives the events of an organization within this process. */
export interface Follower {
  readings(poll: Poll): void
  connection(change: ConnectionChange): void
  alert(change: AlertChange): void
  /** Called when another node may have stored readings of a device, or any device for null, without sending them. */
  missed(deviceId: number | null): void
}

/** Listeners on other nodes. */
export interface RemoteListeners {
  /** Called when another organization gets its first listener. */
  changed(): void
  readings(poll: Poll): void
  connection(change: ConnectionChange): void
}

/** Distributes the events of organizations to their listeners. */
export class LiveHub extends EventRooms<LiveEvent> {
  readonly #followers = new Map<number, Set<Follower>>()
  /** Null where one node has all listeners. */
  remoteListeners: RemoteListeners | null = null

  constructor(options: EventRoomsOptions) {
    super(options, limits)
  }

  /** Returns the function that ends it. */
  follow(orgId: number, follower: Follower): () => void {
    const followers = this.#followers.get(orgId) ?? new Set()
    this.#followers.set(orgId, followers.add(follower))
    this.remoteListeners?.changed()
    return () => {
      followers.delete(follower)
      if (followers.size === 0) this.#followers.delete(orgId)
    }
  }

  isFollowed(orgId: number): boolean {
    return this.#followers.has(orgId)
  }

  /** Reports that readings of other nodes were missed: of a device, or any device for null. */
  missed(orgId: number, deviceId: number | null): void {
    for (const follower of this.#followers.get(orgId) ?? []) follower.missed(deviceId)
  }

  override reset(): void {
    super.reset()
    for (const orgId of this.#followers.keys()) this.missed(orgId, null)
  }

  override open(
    orgId: number,
    listener: Parameters<EventRooms<LiveEvent>['open']>[1],
  ): ReturnType<EventRooms<LiveEvent>['open']> {
    const stream = super.open(orgId, listener)
    this.remoteListeners?.changed()
    return stream
  }

  override hasListeners(orgId: number): boolean {
    return super.hasListeners(orgId) || this.#followers.has(orgId)
  }

  override activeRooms(): Iterable<number> {
    return new Set([...super.activeRooms(), ...this.#followers.keys()])
  }

  /** Must be called only after the readings are stored. */
  publishReadings(polls: readonly Poll[]): void {
    this.deliverReadings(polls)
    if (this.remoteListeners !== null) for (const poll of polls) this.remoteListeners.readings(poll)
  }

  /** Delivers polls of this node and of other nodes. */
  deliverReadings(polls: readonly Poll[]): void {
    for (const poll of polls) {
      this.publish(poll.orgId, () => readingsEvent(poll))
      for (const follower of this.#followers.get(poll.orgId) ?? []) follower.readings(poll)
    }
  }

  publishConnection(change: ConnectionChange): void {
    this.deliverConnection(change)
    this.remoteListeners?.connection(change)
  }

  deliverConnection(change: ConnectionChange): void {
    this.publish(change.orgId, () => connectionEvent(change))
    for (const follower of this.#followers.get(change.orgId) ?? []) follower.connection(change)
  }

  /** Must be called only after the change is stored. */
  publishAlert(change: AlertChange): void {
    this.publish(change.orgId, () => alertEvent(change))
    for (const follower of this.#followers.get(change.orgId) ?? []) follower.alert(change)
  }
}
