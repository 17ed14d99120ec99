import type { Layout, Row } from './layout.ts'

/** What is known of a parameter, and since when, in milliseconds since 1970. */
type Known<T> = ReadonlyMap<number, readonly [T, number]>

/** The last good value of every parameter of a device, and the latest failure. Never changed, only replaced. */
export interface LastState {
  /** The newest poll that read something; its values go by its layout. */
  readonly readOn: number | null
  readonly layout: Layout | null
  readonly values: readonly (number | null)[]
  readonly row: Row | null
  /** Values from before that poll. */
  readonly older: Known<number> | null
  readonly texts: Known<string> | null
  /** The latest poll's failures, as they are stored. */
  readonly errors: string | null
  readonly failedOn: number | null
}

/** What one poll says. */
export interface Heard {
  readonly readOn: number
  readonly layout: Layout
  /** By the layout. */
  readonly values: readonly (number | null)[]
  readonly row: Row
  /** By the parameter's id. */
  readonly texts: ReadonlyMap<number, string> | null
  readonly errors: string | null
}

export const nothingKnown: LastState = {
  readOn: null,
  layout: null,
  values: [],
  row: null,
  older: null,
  texts: null,
  errors: null,
  failedOn: null,
}

/** When the device was last heard of; null for never. */
export const latestOf = ({ readOn, failedOn }: LastState): number | null =>
  readOn === null || failedOn === null ? (readOn ?? failedOn) : Math.max(readOn, failedOn)

/** A failure erases nothing, nor does a poll of other parameters, and what comes late does not displace what is newer. */
export const merge = (last: LastState, heard: Heard): LastState => {
  const isLatest = heard.readOn > (latestOf(last) ?? -Infinity)
  if (isLatest && isPlain(last, heard)) {
    const { readOn, layout, values, row } = heard
    return { readOn, layout, values, row, older: null, texts: null, errors: null, failedOn: null }
  }
  const hasRead = heard.texts !== null || heard.values.some((value) => value !== null)
  const isBase = hasRead && heard.readOn > (last.readOn ?? -Infinity)
  const { readOn, layout, values, row } = isBase ? heard : last
  return {
    readOn,
    layout,
    values,
    row,
    older: mergedNumbers(last, heard, readOn),
    texts: mergedTexts(last, heard),
    errors: isLatest ? heard.errors : last.errors,
    failedOn: isLatest ? (heard.errors === null ? null : heard.readOn) : last.failedOn,
  }
}

/** Without what is known of parameters that are no more. */
export const pruned = (last: LastState, paramIds: ReadonlySet<number>): LastState => ({
  ...last,
  older: orNull(new Map([...(last.older ?? [])].filter(([id]) => paramIds.has(id)))),
  texts: orNull(new Map([...(last.texts ?? [])].filter(([id]) => paramIds.has(id)))),
})

/** Nearly every poll: the same parameters as before, all read, and nothing else known. */
const isPlain = (last: LastState, { layout, values, texts, errors }: Heard): boolean =>
  last.older === null &&
  last.texts === null &&
  texts === null &&
  errors === null &&
  (last.layout === null || last.layout.paramIds === layout.paramIds) &&
  values.length > 0 &&
  !values.includes(null)

const numbersOf = ({ readOn, layout, values, older }: LastState): Map<number, readonly [number, number]> => {
  const numbers = new Map(older)
  layout?.paramIds.forEach((id, i) => {
    const value = values[i] ?? null
    if (value !== null && readOn !== null) numbers.set(id, [value, readOn])
  })
  return numbers
}

/** No two polls share a time: the values of the newest are those of its time. */
const mergedNumbers = (last: LastState, heard: Heard, baseOn: number | null): Known<number> | null => {
  const numbers = numbersOf(last)
  heard.layout.paramIds.forEach((id, i) => {
    const value = heard.values[i] ?? null
    const knownOn = numbers.get(id)?.[1] ?? -Infinity
    if (value !== null && knownOn < heard.readOn) numbers.set(id, [value, heard.readOn])
  })
  for (const [id, [, on]] of numbers) if (on === baseOn) numbers.delete(id)
  return orNull(numbers)
}

/** The digits of a number go when a newer number has none. */
const mergedTexts = (last: LastState, heard: Heard): Known<string> | null => {
  const texts = new Map(last.texts)
  const isNewer = (id: number): boolean => (texts.get(id)?.[1] ?? -Infinity) < heard.readOn
  heard.layout.paramIds.forEach((id, i) => {
    if ((heard.values[i] ?? null) !== null && isNewer(id)) texts.delete(id)
  })
  for (const [id, text] of heard.texts ?? []) if (isNewer(id)) texts.set(id, [text, heard.readOn])
  return orNull(texts)
}

const orNull = <T>(map: Map<number, T>): Map<number, T> | null => (map.size === 0 ? null : map)
