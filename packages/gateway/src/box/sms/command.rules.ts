import { encodeValue, registerCount, type ValueFormat } from '@busbar/modbus'

/** A value of a device, as task files name it: `12:H40`, `12:H40.F32`. */
export interface SmsItem {
  /** As replies name it. */
  readonly name: string
  readonly unit: number
  readonly area: 'H' | 'I' | 'C' | 'D'
  readonly address: number
  readonly format: ValueFormat
  /** Words to write; undefined for a read. */
  readonly words?: readonly number[]
}

export type SmsVerb = 'R' | 'W' | 'S' | 'B'

export interface SmsCommand {
  readonly verb: SmsVerb
  readonly password: string
  /** A problem with one item refuses the whole command. */
  readonly items: readonly SmsItem[] | SmsProblem
}

/** Why items are refused: they are not understood, or a comma in a value may separate decimals or thousands. */
type SmsProblem = 'format' | 'ambiguousComma'

const itemsMax = 8
const textMax = 480
const bit: ValueFormat = { valueType: 'bit' }
const formats = {
  U16: { valueType: 'u16' },
  S16: { valueType: 's16' },
  U32: { valueType: 'u32' },
  S32: { valueType: 's32' },
  F32: { valueType: 'f32' },
  U64: { valueType: 'u64' },
  S64: { valueType: 's64' },
  F64: { valueType: 'f64' },
} as const satisfies Readonly<Record<string, ValueFormat>>

/** `R <password> <item>...`, `W <password> <item>=<value>...`, `S <password>`, `B <password>`; null for any other text. */
export const parseCommand = (text: string): SmsCommand | null => {
  if (text.length > textMax) return null
  const [first = '', password = '', ...words] = text.trim().split(/\s+/)
  const verb = first.toUpperCase()
  if (password === '' || !isVerb(verb)) return null
  return { verb, password, items: itemsOf(verb, words) }
}

const isVerb = (word: string): word is SmsVerb => ['R', 'W', 'S', 'B'].includes(word)

/** `1,500` is 1.5 in some countries and 1500 in others. */
const ambiguousComma = /=.*\d,\d{3}(?!\d)/

const itemsOf = (verb: SmsVerb, words: readonly string[]): readonly SmsItem[] | SmsProblem => {
  if (verb === 'S' || verb === 'B') return words.length === 0 ? [] : 'format'
  if (words.length === 0 || words.length > itemsMax) return 'format'
  if (words.some((word) => ambiguousComma.test(word))) return 'ambiguousComma'
  const items = words.map((word) => itemOf(verb === 'W', word))
  return items.every((item) => item !== null) ? items : 'format'
}

const itemShape = /^(\d{1,3}):([HICD])(\d{1,5})(?:\.([A-Z]\d{2}))?$/

const itemOf = (isWrite: boolean, word: string): SmsItem | null => {
  const [place = '', value, ...more] = word.split('=')
  const [, unitText, area, addressText, type] = itemShape.exec(place.toUpperCase()) ?? []
  if (more.length > 0 || isWrite !== (value !== undefined) || !isArea(area)) return null
  const isBit = area === 'C' || area === 'D'
  const [unit, address] = [Number(unitText), Number(addressText)]
  const format = formatOf(isBit, type)
  if (format === null || unit < 1 || unit > 255) return null
  if (address + (isBit ? 1 : registerCount(format)) > 65_536) return null
  const item = { name: place.toUpperCase(), unit, area, address, format }
  if (value === undefined) return item
  const words = wordsOf(isBit, format, value)
  // Discrete inputs and input registers are read-only.
  return words === null || area === 'I' || area === 'D' ? null : { ...item, words }
}

const isArea = (text: string | undefined): text is SmsItem['area'] => text !== undefined && 'HICD'.includes(text)

const formatOf = (isBit: boolean, type: string | undefined): ValueFormat | null => {
  if (isBit) return type === undefined ? bit : null
  if (type === undefined) return formats.U16
  return Object.hasOwn(formats, type) ? formats[type as keyof typeof formats] : null
}

const wordsOf = (isBit: boolean, format: ValueFormat, value: string): readonly number[] | null => {
  if (isBit) return value === '0' || value === '1' ? [Number(value)] : null
  const encoded = encodeValue(format, value.replace(',', '.'))
  return 'ok' in encoded ? Array.from(encoded.ok.words) : null
}

/** Returns a text that is safe to log when it may contain a password: the verb and the addressed item. */
export const maskText = (text: string): string =>
  text
    .trim()
    .slice(0, textMax)
    .split(/\s+/)
    .map((word, at) => {
      if (at === 0 && isVerb(word.toUpperCase())) return word.toUpperCase()
      return at > 1 && itemShape.test(word.split('=')[0]?.toUpperCase() ?? '') ? word : '***'
    })
    .join(' ')
