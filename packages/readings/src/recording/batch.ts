import { setImmediate as pause } from 'node:timers/promises'
import type { Fence, Queries } from '@busbar/database'
import type { Poll, RecordedPoll } from '../poll.ts'
import { type DeviceState, type Devices, fitLayouts, type LayoutMisfit } from './devices.ts'
import { type DeviceKey, isOnePoll, type LastState, merge } from './last-values.ts'
import type { QueuedPoll } from './queue.ts'
import {
  isSameShape,
  type Layout,
  type PackedRow,
  PackedRows,
  type Row,
  rowOf,
  type Shape,
  shapeOf,
} from './row-layout.ts'

/** The parts of a poll that are always written. */
export interface StoredPoll {
  readonly poll: Pick<RecordedPoll, 'orgId' | 'deviceId' | 'readOn'>
  readonly layout: Pick<Layout, 'id'>
  readonly row: Row
  /** Texts by parameter ID. */
  readonly texts: ReadonlyMap<number, string> | null
  readonly errors: string | null
}

/** A poll as it will be written: its row is packed with those of others, or written alone. */
export interface PreparedPoll extends Omit<StoredPoll, 'row'> {
  readonly waiting: QueuedPoll
  readonly poll: RecordedPoll
  readonly packed: PackedRow | null
  readonly row: Row | null
}

/** State of a device after the batch is recorded. */
interface DeviceDraft extends TakenTimes {
  last: LastState
  /** Row with the complete last values; null if they need more than one row. */
  packed: PackedRow | null
}

export interface Batch {
  readonly rows: PackedRows
  readonly lines: readonly PreparedPoll[]
  readonly drafts: ReadonlyMap<DeviceState, DeviceDraft>
  readonly readings: number
}

/** Readings that are processed before the event loop continues. */
const sliceReadings = 2000

/**
 * Makes polls ready to be written. Polls of devices that are no more are left out. `takenTimes` has times that are known to be taken, by
 * device. Polls whose fence is lost are late; where `mayPack` is not so, each row is by itself. What is remembered of the devices changes only with `settle`.
 */
export const prepare = async (
  sql: Queries,
  devices: Devices,
  waiting: readonly QueuedPoll[],
  takenTimes: ReadonlyMap<number, ReadonlySet<number>>,
  isLost: (fence: Fence) => boolean = () => false,
  mayPack = true,
): Promise<Batch> => {
  const isLate = slices()
  await loadUnknown(sql, devices, waiting)
  const rows = new PackedRows(mayPack ? waiting.reduce((sum, { poll }) => sum + poll.values.length, 0) : 0)
  const fitted: (FittedPoll | null)[] = []
  for (const item of waiting) {
    fitted.push(fit(devices, item, mayPack ? rows : null))
    if (isLate(item)) await pause()
  }
  await fitRest(sql, devices, waiting, fitted, mayPack ? rows : null)

  const drafts = new Map<DeviceState, DeviceDraft>()
  const lines: PreparedPoll[] = []
  let readings = 0
  for (const [i, item] of waiting.entries()) {
    const one = fitted[i]
    if (one === null || one === undefined) continue
    const { state } = one
    let draft = drafts.get(state)
    if (draft === undefined) drafts.set(state, (draft = draftOf(state, takenTimes.get(state.deviceId))))
    const isOfBefore = item.poll.fence !== undefined && isLost(item.poll.fence)
    lines.push(preparedPoll(item, one, draft, isOfBefore))
    readings += item.readings
    if (isLate(item)) await pause()
  }
  return { rows, lines, drafts, readings }
}

/** Updates the devices' states after the batch was recorded. */
export const settle = ({ drafts }: Batch): void => {
  for (const [state, { last, busyFrom, busyTill }] of drafts) {
    Object.assign(state, { last, busyFrom, busyTill, version: state.version + 1 })
  }
}

interface FittedPoll {
  readonly state: DeviceState
  readonly layout: Layout
  readonly values: readonly (number | null)[]
  readonly packed: PackedRow | null
  readonly row: Row | null
}

const loadUnknown = async (sql: Queries, devices: Devices, waiting: readonly QueuedPoll[]): Promise<void> => {
  const unknown = new Map<number, DeviceKey>()
  for (const { poll } of waiting) if (devices.get(poll.deviceId) === undefined) unknown.set(poll.deviceId, poll)
  if (unknown.size > 0) await devices.load(sql, unknown)
}

/** Fits a poll into the device's current layout; null if that cannot hold it. */
const fit = (devices: Devices, { poll, aside }: QueuedPoll, rows: PackedRows | null): FittedPoll | null => {
  const { deviceId, params, values: all, errors } = poll
  const state = devices.get(deviceId)
  if (state === undefined || state.layout === null || state.shape === null) return null
  if (state.params !== params) {
    if (!isSameShape(state.shape, shapeOf(params))) return null
    state.params = params
  }
  const { layout, shape } = state
  return fitIn(state, layout, numbersIn(shape, all), errors === null && aside === null ? rows : null)
}

/** Packs the poll's row if `rows` are given and no value is missing; null if the layout cannot hold it. */
const fitIn = (
  state: DeviceState,
  layout: Layout,
  values: readonly (number | null)[],
  rows: PackedRows | null,
): FittedPoll | null => {
  const packed = rows && rows.add(layout.cells, values)
  if (packed !== null) return { state, layout, values, packed, row: null }
  const row = rowOf(layout.cells, values)
  return row && { state, layout, values, packed, row }
}

const fitRest = async (
  sql: Queries,
  devices: Devices,
  waiting: readonly QueuedPoll[],
  fitted: (FittedPoll | null)[],
  rows: PackedRows | null,
): Promise<void> => {
  const misfits = new Map<DeviceState, LayoutMisfit[]>()
  const misfitOf = new Map<number, LayoutMisfit>()
  for (const [i, { poll }] of waiting.entries()) {
    const state = devices.get(poll.deviceId)
    if (fitted[i] !== null || state === undefined) continue
    const shape = shapeOf(poll.params)
    const ofState = misfits.get(state) ?? []
    const misfit = ofState.find((known) => isSameShape(known.shape, shape)) ?? { state, shape, rows: [] }
    if (misfit.rows.length === 0) misfits.set(state, [...ofState, misfit])
    misfit.rows.push(numbersIn(shape, poll.values))
    misfitOf.set(i, misfit)
  }
  if (misfits.size === 0) return
  const layouts = await fitLayouts(sql, [...misfits.values()].flat())
  for (const [i, misfit] of misfitOf) {
    const { state, shape } = misfit
    const layout = layouts.get(misfit)
    const item = waiting[i]
    if (layout === undefined || item === undefined) continue
    const { poll, aside } = item
    Object.assign(state, { params: poll.params, shape, layout })
    const isWhole = poll.errors === null && aside === null
    const one = fitIn(state, layout, numbersIn(shape, poll.values), isWhole ? rows : null)
    if (one === null) throw new Error(`layout ${layout.id} does not fit its own polls`)
    fitted[i] = one
  }
}

const draftOf = ({ last, busyFrom, busyTill }: DeviceState, taken: ReadonlySet<number> | undefined): DeviceDraft => ({
  last,
  busyFrom,
  busyTill,
  others: new Set(taken),
  packed: null,
})

const preparedPoll = (
  waiting: QueuedPoll,
  { state, layout, values, packed, row }: FittedPoll,
  draft: DeviceDraft,
  isLate: boolean,
): PreparedPoll => {
  const { poll } = waiting
  const texts = textsOf(poll)
  const errors = errorsOf(poll)
  const { aside } = waiting
  const version = state.version + 1
  const readOn = aside === null ? takeTime(draft, poll.readOn) : tenthOf(poll.readOn)
  if (isLate) return { waiting, poll: { ...poll, readOn, aside, isLate, version }, layout, packed, row, texts, errors }
  draft.last = merge(draft.last, { readOn, layout, values, texts, errors })
  draft.packed = isOnePoll(draft.last) ? packed : null
  return { waiting, poll: { ...poll, readOn, aside, version }, layout, packed, row, texts, errors }
}

const numbersIn = ({ at }: Shape, values: readonly (number | null)[]): readonly (number | null)[] =>
  at === null ? values : at.map((i) => values[i] ?? null)

const textsOf = ({ params, texts }: Poll): Map<number, string> | null =>
  texts === null || texts.size === 0 ? null : new Map([...texts].flatMap(([i, text]) => byId(params, i, text)))

const errorsOf = ({ params, errors }: Poll): string | null => {
  if (errors === null) return null
  if (typeof errors === 'string') return JSON.stringify({ '': errors })
  if (errors.size === 0) return null
  return JSON.stringify(Object.fromEntries([...errors].flatMap(([i, reason]) => byId(params, i, reason))))
}

const byId = (params: Poll['params'], i: number, text: string): [number, string][] => {
  const id = params[i]?.id
  return id === undefined ? [] : [[id, text]]
}

/** Returns a function that reports when the event loop should continue. */
const slices = (): ((item: QueuedPoll) => boolean) => {
  let readings = 0
  return ({ poll }) => {
    readings += poll.values.length
    if (readings < sliceReadings) return false
    readings = 0
    return true
  }
}

/** Times are recorded in tenths of a second. */
const stepMs = 100

/** Known taken times of a device, as Unix times in milliseconds. */
export interface TakenTimes {
  /** All steps in this range are taken; both are null before the first poll. */
  busyFrom: number | null
  busyTill: number | null
  /** Further taken times. */
  readonly others: Set<number>
}

/** Rounds a time down to a tenth of a second. */
const tenthOf = (readOn: number): number => Math.floor(readOn / stepMs) * stepMs

/** Takes the tenth of a second of a poll, or the next free one. */
export const takeTime = (taken: TakenTimes, readOn: number): number => {
  let time = tenthOf(readOn)
  for (;;) {
    const { busyFrom, busyTill } = taken
    if (busyFrom !== null && busyTill !== null && time >= busyFrom && time <= busyTill) time = busyTill + stepMs
    else if (taken.others.has(time)) time += stepMs
    else break
  }
  taken.others.add(time)
  if (taken.busyTill === null || time > taken.busyTill) {
    if (time - stepMs !== taken.busyTill) taken.busyFrom = time
    taken.busyTill = time
  }
  return time
}
