import type { Queries } from '@busbar/database'
import { ArrayText } from '@busbar/database/arrays'
import { plainNumber } from '@busbar/kit'
import { type Layout, placesOf } from './row-layout.ts'

/** Last value of each parameter with its Unix time in milliseconds. */
type LastByParam<T> = ReadonlyMap<number, readonly [T, number]>

/**
 * Last good value of every parameter of a device, and the latest failure. Immutable. The last value is the one recorded
 * last, even if an earlier one has a later time because the clock was set.
 */
export interface LastState {
  /** Time of the last poll that read a value; its values are in the order of its layout. */
  readonly readOn: number | null
  readonly layout: Layout | null
  readonly values: readonly (number | null)[]
  /** Values recorded before that poll. */
  readonly older: LastByParam<number> | null
  readonly texts: LastByParam<string> | null
  /** Failures of the latest poll, as stored. */
  readonly errors: string | null
  readonly failedOn: number | null
}

/** Contents of one poll. */
export interface PolledValues {
  readonly readOn: number
  readonly layout: Layout
  /** Values in the order of the layout. */
  readonly values: readonly (number | null)[]
  /** Texts by parameter ID. */
  readonly texts: ReadonlyMap<number, string> | null
  readonly errors: string | null
}

export const noLastState: LastState = {
  readOn: null,
  layout: null,
  values: [],
  older: null,
  texts: null,
  errors: null,
  failedOn: null,
}

/** Merges a poll. Neither a failure nor a poll of other parameters clears a value. */
export const merge = (last: LastState, polled: PolledValues): LastState => {
  const failedOn = polled.errors === null ? null : polled.readOn
  if (isPlain(last, polled)) {
    const { readOn, layout, values } = polled
    return { readOn, layout, values, older: null, texts: null, errors: null, failedOn }
  }
  const hasRead = polled.texts !== null || polled.values.some((value) => value !== null)
  if (!hasRead) return { ...last, errors: polled.errors, failedOn }
  const { readOn, layout, values, errors } = polled
  return {
    readOn,
    layout,
    values,
    older: olderNumbers(last, polled),
    texts: mergedTexts(last, polled),
    errors,
    failedOn,
  }
}

/** Removes values of deleted parameters. */
export const pruned = (last: LastState, paramIds: ReadonlySet<number>): LastState => ({
  ...last,
  older: orNull(new Map([...(last.older ?? [])].filter(([id]) => paramIds.has(id)))),
  texts: orNull(new Map([...(last.texts ?? [])].filter(([id]) => paramIds.has(id)))),
})

/** Returns whether the state consists of a single poll's values. */
export const isOnePoll = ({ older, texts, errors, failedOn }: LastState): boolean =>
  older === null && texts === null && errors === null && failedOn === null

/** The usual poll: the same parameters as before, all read, and no other values stored. */
const isPlain = (last: LastState, { layout, values, texts, errors }: PolledValues): boolean =>
  last.older === null &&
  last.texts === null &&
  texts === null &&
  errors === null &&
  (last.layout === null || last.layout.paramIds === layout.paramIds) &&
  values.length > 0 &&
  !values.includes(null)

/** Returns older values that the poll does not replace. A parameter's number and text come from the same poll. */
const olderNumbers = (
  { readOn, layout, values, older }: LastState,
  polled: PolledValues,
): LastByParam<number> | null => {
  const numbers = new Map(older)
  layout?.paramIds.forEach((id, i) => {
    const value = values[i] ?? null
    if (value !== null && readOn !== null) numbers.set(id, [value, readOn])
  })
  for (const id of numbersIn(polled)) numbers.delete(id)
  for (const id of polled.texts?.keys() ?? []) numbers.delete(id)
  return orNull(numbers)
}

/** Digits of a number are dropped if the next number has none. */
const mergedTexts = (last: LastState, polled: PolledValues): LastByParam<string> | null => {
  const texts = new Map(last.texts)
  for (const id of numbersIn(polled)) texts.delete(id)
  for (const [id, text] of polled.texts ?? []) texts.set(id, [text, polled.readOn])
  return orNull(texts)
}

const numbersIn = ({ layout, values }: PolledValues): number[] =>
  layout.paramIds.filter((_, i) => (values[i] ?? null) !== null)

const orNull = <T>(map: Map<number, T>): Map<number, T> | null => (map.size === 0 ? null : map)

export interface LastReading {
  /** Last good value; null if there is none. */
  last: LastValue | null
  /** Failure of the latest poll; null if it succeeded. */
  error: { reason: string; on: number } | null
}

export interface LastValue {
  /** Decimal with all digits, or text. */
  value: string
  /** Nearest double; null for texts. */
  number: number | null
  /** Unix time in milliseconds. */
  readOn: number
}

interface ParamKey extends DeviceKey {
  readonly id: number
}

/** Returns the last value and latest failure of each parameter. Parameters of devices without polls are omitted. */
export const lastReadings = (sql: Queries, params: readonly ParamKey[]): Promise<Map<number, LastReading>> =>
  readingsBy(readerOf, sql, params)

/** Returns the same without imported readings, which alerts ignore. */
export const lastPolledReadings = (sql: Queries, params: readonly ParamKey[]): Promise<Map<number, LastReading>> =>
  readingsBy(polledReaderOf, sql, params)

const readingsBy = async (
  reader: typeof readerOf,
  sql: Queries,
  params: readonly ParamKey[],
): Promise<Map<number, LastReading>> => {
  const devices = new Map(params.map((param) => [param.deviceId, param]))
  const readings = new Map<number, LastReading>()
  if (devices.size === 0) return readings
  const rows = new Map((await findLast(sql, devices.values())).map((row) => [row.deviceId, reader(row)]))
  for (const { id, deviceId } of params) {
    const reading = rows.get(deviceId)?.(id)
    if (reading !== undefined) readings.set(id, reading)
  }
  return readings
}

/** Returns a reader of parameters from a device's row. */
export const readerOf = (row: LastRow): ((id: number) => LastReading) => {
  const polledOf = polledReaderOf(row)
  return (id) => {
    const polled = polledOf(id)
    const imported = row.imported?.[id]
    const isNewer = imported !== undefined && (polled.last === null || imported.readOn > polled.last.readOn)
    return isNewer ? { ...polled, last: imported } : polled
  }
}

const polledReaderOf = (row: LastRow): ((id: number) => LastReading) => {
  const { errors, failedOn } = row
  const places = placesOf(row.paramIds ?? [], row.cells ?? '')
  const numberOf = (id: number): [number, number] | undefined => {
    const place = places.get(id)
    const raw = place && row[place.column]?.[place.index - 1]
    return place === undefined || raw === undefined || raw === null || row.readOn === null
      ? row.older?.[id]
      : [place.decode(raw), row.readOn]
  }
  return (id) => {
    const reason = errors?.[id] ?? errors?.['']
    return {
      last: lastOf(numberOf(id), row.texts?.[id]),
      error: reason === undefined || failedOn === null ? null : { reason, on: failedOn },
    }
  }
}

/** Chooses between number and text: a text of the same poll has the number's digits; otherwise the later one counts. */
const lastOf = (number: [number, number] | undefined, text: [string, number] | undefined): LastValue | null => {
  if (text !== undefined) {
    return { value: text[0], number: number?.[1] === text[1] ? number[0] : null, readOn: text[1] }
  }
  return number === undefined ? null : { value: plainNumber(number[0]), number: number[0], readOn: number[1] }
}

export interface DeviceKey {
  readonly orgId: number
  readonly deviceId: number
}

/** A device's row of `last_poll`, with the layout of its values. */
export interface LastRow {
  deviceId: number
  readOn: number | null
  layoutId: number | null
  paramIds: number[] | null
  cells: string | null
  narrow: (number | null)[] | null
  wide: (number | null)[] | null
  older: Record<string, [number, number]> | null
  texts: Record<string, [string, number]> | null
  /** The newest imported reading of each parameter. */
  imported: Record<string, LastValue> | null
  errors: Record<string, string> | null
  failedOn: number | null
  version: number
}

/** Two columns for `unnest`. */
export const keyColumns = (keys: Iterable<DeviceKey>): [orgs: string, devices: string] => {
  const orgs = new ArrayText()
  const devices = new ArrayText()
  for (const { orgId, deviceId } of keys) {
    orgs.add(orgId)
    devices.add(deviceId)
  }
  return [orgs.toString(), devices.toString()]
}

/** Arrays are read as JSON, because the client parses a null in an array as NaN. */
export const findLast = (sql: Queries, keys: Iterable<DeviceKey>): Promise<LastRow[]> => {
  const [orgs, devices] = keyColumns(keys)
  return sql<LastRow[]>`
    select p.device_id as "deviceId", (extract(epoch from p.read_on) * 1000)::bigint as "readOn", p.layout_id as "layoutId",
      to_json(y.param_ids) as "paramIds", y.cells, to_json(p.narrow) as narrow, to_json(p.wide) as wide, p.older, p.texts, p.imported, p.errors,
      (extract(epoch from p.failed_on) * 1000)::bigint as "failedOn", p.version
    from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    join last_poll p on p.org_id = u.org_id and p.device_id = u.device_id
    left join layout y on y.org_id = p.org_id and y.id = p.layout_id`
}
