import type { Readings } from '@busbar/series'
import type { RecordedPoll } from '../../poll.ts'
import { lowerBound, within } from '../join.rules.ts'
import type { RecentKey } from './recent.sql.ts'

/** Of one parameter; one with more is not kept. */
export const recentReadingsMax = 20_000
/** Of all together: sixteen bytes each. */
const readingsMax = 3_000_000
/** Parameters of which is known that they were asked for. */
const requestsMax = 10_000

/** All readings of a parameter from the beginning of a day on, as they were when it was read and with what was recorded since. */
export interface RecentColumn extends RecentKey {
  readonly deviceId: number
  /** Where they begin. */
  readonly day: number
  /** How often the device was recorded. */
  version: number
  /** Which chunks there are, as `recentState` says it behind the version. */
  readonly chunks: string
  /** With room for more. */
  times: Float64Array
  values: Float64Array
  count: number
}

/**
 * The readings of some hours, of parameters that are asked for again and again, so that what is hot need not be read row by row each time.
 * Who uses them compares `stateOf` with what the database says in the same statement as all else: if anything has changed that this was not told of, they are
 * forgotten. Only devices that are recorded here are kept: of others each poll would be such a change.
 */
export class RecentReadings {
  readonly #columns = new Map<number, RecentColumn>()
  readonly #byDevice = new Map<number, Set<RecentColumn>>()
  /** Devices whose polls are told. */
  readonly #recordedDevices = new Set<number>()
  /** Parameters that were asked for once, or that are not kept. */
  readonly #requests = new Map<number, 'once' | 'never'>()
  readonly #readingsMax: number
  #readings = 0

  constructor(max = readingsMax) {
    this.#readingsMax = max
  }

  get readings(): number {
    return this.#readings
  }

  /** The one that was used last is forgotten last. */
  find({ orgId, paramId }: RecentKey): RecentColumn | null {
    const recent = this.#columns.get(paramId)
    if (recent === undefined || recent.orgId !== orgId) return null
    this.#columns.delete(paramId)
    this.#columns.set(paramId, recent)
    return recent
  }

  /** Whether it is worth being kept: it was asked for before. */
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

  /** It is not kept, however often it is asked for. */
  refuse(paramId: number): void {
    this.#note(paramId, 'never')
  }

  forget(paramId: number): void {
    this.#drop(this.#columns.get(paramId))
  }

  /** Polls that were recorded, in their order. */
  addRecorded(polls: readonly RecordedPoll[]): void {
    for (const poll of polls) {
      const { deviceId } = poll
      if (!this.#recordedDevices.has(deviceId)) this.#addDevice(deviceId)
      for (const recent of this.#byDevice.get(deviceId) ?? []) if (!this.#add(recent, poll)) this.#drop(recent)
    }
    this.#shrink()
  }

  /** A device may have come from elsewhere. */
  #addDevice(deviceId: number): void {
    this.#recordedDevices.add(deviceId)
    for (const [paramId, state] of this.#requests) if (state === 'never') this.#requests.delete(paramId)
  }

  /** Whether it is complete with the poll. */
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

/** As `recentState` says it. */
const stateOf = ({ version, chunks }: RecentColumn): string => `${version} ${chunks}`

/** What is kept right now: what is told later comes behind it. */
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

/** The readings of a span, if what is kept is what the database says there is: now, or when it was looked at; else null. */
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

/** A copy: who gets them may do with them as he likes. */
const readingsWithin = ({ times, values }: RecentColumn, count: number, from: number, till: number): Readings => {
  const found = within({ times: times.subarray(0, count), values: values.subarray(0, count) }, from, till)
  return { times: found.times.slice(), values: found.values.slice() }
}

/** Makes room for a quarter more; the answer is how much. */
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
