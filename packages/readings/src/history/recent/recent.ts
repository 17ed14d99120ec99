import type { Readings } from '@busbar/series'
import type { RecordedPoll } from '../../poll.ts'
import { lowerBound, within } from '../join.rules.ts'
import type { RecentKey } from './recent.sql.ts'

/** Limit for one parameter; larger ones are not cached. */
export const recentReadingsMax = 20_000
/** Limit for all parameters, sixteen bytes per reading. */
const readingsMax = 3_000_000
/** Limit of parameters that are remembered as requested. */
const requestsMax = 10_000

/** All readings of a parameter since the start of a day: as read from the database, plus the polls recorded since. */
export interface RecentColumn extends RecentKey {
  readonly deviceId: number
  /** Day on which the cached readings start. */
  readonly day: number
  /** Version of the device's row. */
  version: number
  /** Chunks of the parameter, as `recentState` writes them after the version. */
  readonly chunks: string
  /** Times, with spare capacity. */
  times: Float64Array
  values: Float64Array
  count: number
}

/**
 * Caches the readings of some hours for parameters that are requested repeatedly, so that hot rows need not be read
 * each time. Readers compare `stateOf` with the database's state within their own statement and drop the cache if it
 * missed a change. Only devices that are recorded by this process are cached: every poll of another device would be
 * such a change.
 */
export class RecentReadings {
  readonly #columns = new Map<number, RecentColumn>()
  readonly #byDevice = new Map<number, Set<RecentColumn>>()
  /** Devices whose polls are added. */
  readonly #recordedDevices = new Set<number>()
  /** Parameters that were requested once, or that are never cached. */
  readonly #requests = new Map<number, 'once' | 'never'>()
  readonly #readingsMax: number
  #readings = 0

  constructor(max = readingsMax) {
    this.#readingsMax = max
  }

  get readings(): number {
    return this.#readings
  }

  /** Finds a cached parameter and makes it the most recently used one. */
  find({ orgId, paramId }: RecentKey): RecentColumn | null {
    const recent = this.#columns.get(paramId)
    if (recent === undefined || recent.orgId !== orgId) return null
    this.#columns.delete(paramId)
    this.#columns.set(paramId, recent)
    return recent
  }

  /** Returns whether caching pays off, because the parameter was requested before. */
  ask(paramId: number): boolean {
    const before = this.#requests.get(paramId)
    if (before === undefined) this.#note(paramId, 'once')
    return before === 'once' && this.#recordedDevices.size > 0
  }

  put(recent: RecentColumn): void {
    const { paramId, deviceId } = recent
    if (!this.#recordedDevices.has(deviceId) || recent.count > recentReadingsMax) return this.refuse(paramId)
    this.#drop(this.#columns.get(paramId))
    this.#columns.set(paramId, recent)
    const ofDevice = this.#byDevice.get(deviceId)
    if (ofDevice === undefined) this.#byDevice.set(deviceId, new Set([recent]))
    else ofDevice.add(recent)
    this.#readings += recent.times.length
    this.#shrink()
  }

  /** Never caches the parameter, however often it is requested. */
  refuse(paramId: number): void {
    this.#note(paramId, 'never')
  }

  forget(paramId: number): void {
    this.#drop(this.#columns.get(paramId))
  }

  /** Adds recorded polls in their order. */
  addRecorded(polls: readonly RecordedPoll[]): void {
    for (const poll of polls) {
      const { deviceId } = poll
      if (!this.#recordedDevices.has(deviceId)) this.#addDevice(deviceId)
      for (const recent of this.#byDevice.get(deviceId) ?? []) if (!this.#add(recent, poll)) this.#drop(recent)
    }
    this.#shrink()
  }

  /** Drops cached parameters of a device that another node recorded before. */
  #addDevice(deviceId: number): void {
    this.#recordedDevices.add(deviceId)
    for (const [paramId, state] of this.#requests) if (state === 'never') this.#requests.delete(paramId)
  }

  /** Adds a poll. Returns whether the cached readings are still complete. */
  #add(recent: RecentColumn, { version, readOn, params, values, aside }: RecordedPoll): boolean {
    if (version === undefined || (version !== recent.version && version !== recent.version + 1)) return false
    recent.version = version
    const place = params.findIndex(({ id }) => id === recent.paramId)
    const value = place < 0 ? null : (values[place] ?? null)
    if (value === null || params[place]?.valueType === 'string' || aside) return true
    if (readOn <= (recent.times[recent.count - 1] ?? recent.day - 1) || recent.count === recentReadingsMax) return false
    if (recent.count === recent.times.length) this.#readings += grow(recent)
    recent.times[recent.count] = readOn
    recent.values[recent.count] = value
    recent.count += 1
    return true
  }

  #note(paramId: number, state: 'once' | 'never'): void {
    this.#requests.delete(paramId)
    this.#requests.set(paramId, state)
    if (this.#requests.size <= requestsMax) return
    for (const first of this.#requests.keys()) return void this.#requests.delete(first)
  }

  #shrink(): void {
    for (const oldest of this.#columns.values()) {
      if (this.#readings <= this.#readingsMax) return
      this.#drop(oldest)
    }
  }

  #drop(recent: RecentColumn | undefined): void {
    if (recent === undefined) return
    this.#columns.delete(recent.paramId)
    this.#readings -= recent.times.length
    const ofDevice = this.#byDevice.get(recent.deviceId)
    ofDevice?.delete(recent)
    if (ofDevice?.size === 0) this.#byDevice.delete(recent.deviceId)
  }
}

/** State in the form of `recentState`. */
const stateOf = ({ version, chunks }: RecentColumn): string => `${version} ${chunks}`

/** The cached readings at one moment; later ones are appended behind them. */
export interface RecentSnapshot {
  readonly recent: RecentColumn
  readonly state: string
  readonly count: number
}

export const snapshotOf = (recent: RecentColumn): RecentSnapshot => ({
  recent,
  state: stateOf(recent),
  count: recent.count,
})

/**
 * Returns the readings of a span if the cached state equals that of the database, now or when the snapshot was taken;
 * else null.
 */
export function confirmed(
  { recent, state, count }: RecentSnapshot,
  found: Uint8Array | null,
  from: number,
  till: number,
) {
  const text = found === null ? null : new TextDecoder().decode(found)
  const isNow = text === stateOf(recent)
  return isNow || text === state ? readingsWithin(recent, isNow ? recent.count : count, from, till) : null
}

export const countWithin = ({ recent, count }: RecentSnapshot, from: number, till: number): number =>
  lowerBound(recent.times.subarray(0, count), till + 1) - lowerBound(recent.times.subarray(0, count), from)

/** Copies the readings, so that callers may change them. */
const readingsWithin = ({ times, values }: RecentColumn, count: number, from: number, till: number): Readings => {
  const found = within({ times: times.subarray(0, count), values: values.subarray(0, count) }, from, till)
  return { times: found.times.slice(), values: found.values.slice() }
}

/** Grows the capacity by a quarter and returns the increase. */
const grow = (recent: RecentColumn): number => {
  const before = recent.times.length
  const added = Math.max(64, before >> 2)
  for (const column of ['times', 'values'] as const) {
    const longer = new Float64Array(before + added)
    longer.set(recent[column])
    recent[column] = longer
  }
  return added
}
