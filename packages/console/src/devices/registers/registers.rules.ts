export const kinds = ['holding', 'input', 'coil', 'discrete-input'] as const
export type Kind = (typeof kinds)[number]

/** What is looked at, as the address of the page has it. */
export interface RegistersSearch {
  unit?: number
  kind?: Kind
  at?: number
  count?: number
  /** The register that is looked at closely. */
  pick?: number
}

export const isBits = (kind: Kind): boolean => kind === 'coil' || kind === 'discrete-input'
/** The most that one request reads; of bits as many as still can be looked at. */
export const countMax = 125
const addresses = 65_536

const integerIn = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined

export const readRegistersSearch = ({ unit, kind, at, count, pick }: Record<string, unknown>): RegistersSearch => {
  const found = {
    unit: integerIn(unit, 1, 255),
    kind: kinds.find((one) => one === kind),
    at: integerIn(at, 0, addresses - 1),
    count: integerIn(count, 1, countMax),
    pick: integerIn(pick, 0, addresses - 1),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** What is typed as a number, and what is wrong with it is null. */
export const numberIn = (text: string, min: number, max: number): number | null => {
  const value = /^0x[0-9a-f]{1,4}$/i.test(text.trim())
    ? Number.parseInt(text.trim().slice(2), 16)
    : /^\d{1,5}$/.test(text.trim())
      ? Number(text.trim())
      : Number.NaN
  return value >= min && value <= max ? value : null
}

/** No register lies past the last one. */
export const countFrom = (at: number, count: number): number => Math.min(count, addresses - at)

/**
 * Words to write: numbers separated by spaces or commas, decimal or `0x`; negative ones in two's complement. Null for any other text,
 * also for `1,500`, which may mean one number or two.
 */
export const wordsIn = (text: string, kind: Kind): number[] | null => {
  if (text.split(/[\s;]+/).some((part) => /^-?\d{1,3}(,\d{3})+$/.test(part))) return null
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const words = parts.map((part) => {
    const negative = /^-\d{1,5}$/.test(part) ? Number(part) : Number.NaN
    if (negative >= -32_768 && negative < 0) return negative + addresses
    return numberIn(part, 0, isBits(kind) ? 1 : addresses - 1)
  })
  return words.length > 0 && words.length <= 16 && words.every((word) => word !== null) ? words : null
}

/** Rows of ten, as people count. */
export const rowsOf = (at: number, words: readonly number[]): { from: number; words: readonly number[] }[] =>
  Array.from({ length: Math.ceil(words.length / 10) }, (_, row) => ({
    from: at + row * 10,
    words: words.slice(row * 10, row * 10 + 10),
  }))

export const hex = (word: number): string => word.toString(16).toUpperCase().padStart(4, '0')

/** Where something else stands than at the look before. */
export const changedAt = (before: readonly number[] | undefined, words: readonly number[]): ReadonlySet<number> =>
  new Set(before === undefined ? [] : words.flatMap((word, i) => (before[i] === word ? [] : [i])))
