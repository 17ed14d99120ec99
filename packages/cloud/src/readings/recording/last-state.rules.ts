import type { Layout, Row } from './layout.ts'

/** What is known of a parameter, and since when, in milliseconds since 1970. */
type Known<T> = ReadonlyMap<number, readonly [T, number]>

/**
 * The last good value of every parameter of a device, and the latest failure. Never changed, only replaced. Last is what was recorded
 * last: a clock that was set may have given what came before a later time.
 */
export interface LastState {
  /** Of the last poll that read something; its values go by its layout. */
  readonly readOn: number | null
  readonly layout: Layout | null
  readonly values: readonly (number | null)[]
  readonly row: Row | null
  /** Values that were recorded before that poll. */
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

/** A failure erases nothing, nor does a poll of other parameters. */
export const merge = (last: LastState, heard: Heard): LastState => {
  const failedOn = heard.errors === null ? null : heard.readOn
  if (isPlain(last, heard)) {
    const { readOn, layout, values, row } = heard
    return { readOn, layout, values, row, older: null, texts: null, errors: null, failedOn }
  }
  const hasRead = heard.texts !== null || heard.values.some((value) => value !== null)
  if (!hasRead) return { ...last, errors: heard.errors, failedOn }
  const { readOn, layout, values, row, errors } = heard
  return {
    readOn,
    layout,
    values,
    row,
    older: olderNumbers(last, heard),
    texts: mergedTexts(last, heard),
    errors,
    failedOn,
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

/** What was known, but for what the poll says anew: a parameter has its number or its text from one poll. */
const olderNumbers = ({ readOn, layout, values, older }: LastState, heard: Heard): Known<number> | null => {
  const numbers = new Map(older)
  layout?.paramIds.forEach((id, i) => {
    const value = values[i] ?? null
    if (value !== null && readOn !== null) numbers.set(id, [value, readOn])
  })
  for (const id of numbersIn(heard)) numbers.delete(id)
  for (const id of heard.texts?.keys() ?? []) numbers.delete(id)
  return orNull(numbers)
}

/** The digits of a number go when the next number has none. */
const mergedTexts = (last: LastState, heard: Heard): Known<string> | null => {
  const texts = new Map(last.texts)
  for (const id of numbersIn(heard)) texts.delete(id)
  for (const [id, text] of heard.texts ?? []) texts.set(id, [text, heard.readOn])
  return orNull(texts)
}

const numbersIn = ({ layout, values }: Heard): number[] =>
  layout.paramIds.filter((_, i) => (values[i] ?? null) !== null)

const orNull = <T>(map: Map<number, T>): Map<number, T> | null => (map.size === 0 ? null : map)
