import { at } from '@busbar/kit'
import type { ModbusClient } from '@busbar/polling'
import { type EventField, type EventLayout, eventFields, templates } from '@busbar/templates'
import { readHolding } from './controller.ts'
import { controllerRegisters } from './controller-registers.ts'
import { type Result, readWithErrorText } from './read-registers.ts'

export type RelayEvent = Record<EventField | 'eventAddress', number> & {
  astronomicTimes: { sunset: number; sunrise: number }
}

export interface EventsQuery {
  numberOfEvents: number
  /** From the first record on, or from the last one back. */
  startWithFirst: boolean
  /** Asked of the device where it is not given. */
  deviceVersion: number | undefined
}

const { version } = controllerRegisters
const emptyType = 0

/** The events of a time relay that are set, with the sun's times of its day. */
export const readRelayEvents = async (
  client: ModbusClient,
  unit: number,
  { numberOfEvents, startWithFirst, deviceVersion }: EventsQuery,
): Promise<Result<RelayEvent[]>> => {
  const found = await layoutOf(client, unit, deviceVersion)
  if ('err' in found) return found
  const layout = found.ok
  const sun = await readHolding(client, unit, [
    { address: layout.sunrise, count: 2 },
    { address: layout.sunset, count: 2 },
  ])
  if ('err' in sun) return sun
  const word = (address: number): number => sun.ok.get(address) ?? 0
  const astronomicTimes = { sunset: s32(word, layout.sunset), sunrise: s32(word, layout.sunrise) }
  const records = await readRecords(client, unit, layout, numberOfEvents, startWithFirst)
  return 'err' in records ? records : { ok: records.ok.map((record) => ({ ...record, astronomicTimes })) }
}

/** Reads the event layout of the device's version. */
const layoutOf = async (
  client: ModbusClient,
  unit: number,
  deviceVersion: number | undefined,
): Promise<Result<EventLayout>> => {
  const layouts = templates().get('em130')?.events ?? {}
  const result = deviceVersion === undefined ? await readHolding(client, unit, [version]) : null
  if (result !== null && 'err' in result) return result
  const wanted = deviceVersion ?? result?.ok.get(version.address) ?? 0
  const layout = Object.entries(layouts).find(([known]) => Number(known) === wanted)?.[1]
  const known = Object.keys(layouts).join(', ')
  return layout === undefined ? { err: `version ${wanted} is not known; known are ${known}` } : { ok: layout }
}

type EventRecord = Omit<RelayEvent, 'astronomicTimes'>

/** As many records as are wanted and set, in as few requests as the device allows. */
const readRecords = async (
  client: ModbusClient,
  unit: number,
  layout: EventLayout,
  wanted: number,
  startWithFirst: boolean,
): Promise<Result<EventRecord[]>> => {
  const { base, recordSize, recordCount } = layout
  const perRequest = Math.max(1, Math.floor((templates().get('em130')?.readGroupSize ?? 1) / recordSize))
  const records: EventRecord[] = []
  for (let n = 0; n < recordCount && records.length < wanted; n += perRequest) {
    const size = Math.min(perRequest, recordCount - n)
    const first = startWithFirst ? n : recordCount - n - size
    const range = { unit, kind: 'holding', address: base + first * recordSize, count: size * recordSize } as const
    const result = await readWithErrorText(client, range)
    if ('err' in result) return result
    const read = Array.from({ length: size }, (_, i) => recordAt(layout, first + i, result.ok.slice(i * recordSize)))
    records.push(...(startWithFirst ? read : read.toReversed()).filter(({ eventType }) => eventType !== emptyType))
  }
  return { ok: records.slice(0, wanted) }
}

const recordAt = ({ base, recordSize, fields }: EventLayout, n: number, words: readonly number[]): EventRecord => {
  const word = (offset: number): number => at(words, offset)
  const valueOf = (name: EventField): number => {
    const { offset, valueType } = fields[name]
    return valueType === 's32' ? s32(word, offset) : word(offset)
  }
  const values = eventFields.map((name) => [name, valueOf(name)] as const)
  return { eventAddress: base + n * recordSize, ...(Object.fromEntries(values) as Record<EventField, number>) }
}

/** The high word first. */
const s32 = (word: (offset: number) => number, offset: number): number => (word(offset) << 16) | word(offset + 1)
