import { decodeResponse, encodeRequest, exceptionName } from '@busbar/modbus'

export const kinds = ['holding', 'input', 'coil', 'discrete-input'] as const
export type Kind = (typeof kinds)[number]

/** Selection in the address of the page. */
export interface RegistersSearch {
  unit?: number
  kind?: Kind
  at?: number
  count?: number
  /** Selected register. */
  pick?: number
}

export const isBits = (kind: Kind): boolean => kind === 'coil' || kind === 'discrete-input'
/** Maximum of one request; bits use the same limit. */
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

/** Parses a whole number in the range; null if it is invalid. */
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

/** Returns the indexes of registers that changed since the previous read. */
export const changedAt = (before: readonly number[] | undefined, words: readonly number[]): ReadonlySet<number> =>
  new Set(before === undefined ? [] : words.flatMap((word, i) => (before[i] === word ? [] : [i])))

/** Functions whose requests are made of a few numbers; all others are typed as bytes. */
export const madeFunctions = ['1', '2', '3', '4', '5', '6', '17', 'hex'] as const
type RawFunction = (typeof madeFunctions)[number]

export interface RawDraft {
  fn: RawFunction
  address: string
  /** How many are read, or the value that is written. */
  number: string
  hex: string
}

/** A PDU has at most so many bytes. */
const bytesMax = 253

/** Returns the request to send; null if something is missing or invalid. */
export const pduOf = ({ fn, address, number, hex: bytes }: RawDraft): Uint8Array | null => {
  if (fn === 'hex') return bytesIn(bytes)
  if (fn === '17') return encodeRequest({ fn: 17 })
  const at = numberIn(address, 0, 65_535)
  if (at === null) return null
  if (fn === '5') {
    const bit = numberIn(number, 0, 1)
    return bit === null ? null : encodeRequest({ fn: 5, address: at, on: bit === 1 })
  }
  if (fn === '6') {
    const word = numberIn(number, 0, 65_535)
    return word === null ? null : encodeRequest({ fn: 6, address: at, word })
  }
  const count = numberIn(number, 1, fn === '1' || fn === '2' ? 2000 : 125)
  if (count === null || at + count > 65_536) return null
  return encodeRequest({ fn: Number(fn) as 1 | 2 | 3 | 4, address: at, count })
}

/** Bytes as `03 00 6b 00 02`, with or without spaces. */
const bytesIn = (text: string): Uint8Array | null => {
  const digits = text.replaceAll(/[\s,]/g, '')
  return /^([0-9a-f]{2})+$/i.test(digits) && digits.length <= bytesMax * 2 ? fromHex(digits) : null
}

/** Not every browser has `Uint8Array.fromHex`. */
export const fromHex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export const hexText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')

/** A decoded answer: its meaning and its numbers or text. */
type RawAnswer =
  | { kind: 'exception'; name: string }
  | { kind: 'numbers'; numbers: readonly number[] }
  | { kind: 'text'; text: string }
  | { kind: 'bytes' }

export const answerOf = (bytes: Uint8Array): RawAnswer => {
  const decoded = decodeResponse(bytes)
  if ('err' in decoded) return { kind: 'bytes' }
  const { ok } = decoded
  if (ok.fn === 'exception') return { kind: 'exception', name: exceptionName(ok.code) }
  if ('words' in ok) return { kind: 'numbers', numbers: Array.from(ok.words) }
  if ('bits' in ok) return { kind: 'numbers', numbers: Array.from(ok.bits) }
  if ('word' in ok) return { kind: 'numbers', numbers: [ok.word] }
  if (ok.fn === 17) return { kind: 'text', text: printable(ok.data) }
  if (ok.fn === 43) return { kind: 'text', text: ok.objects.map(({ value }) => printable(value)).join(' · ') }
  return { kind: 'bytes' }
}

const printable = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
