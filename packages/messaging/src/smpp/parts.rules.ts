import { gsm7Codes, isGsm7 } from './gsm7.ts'

/** Content of one `submit_sm`. */
export interface SmsPart {
  /** 0: the alphabet of SMS; 8: UCS-2. */
  dataCoding: 0 | 8
  /** True if the bytes begin with a header that contains the number and count of parts. */
  hasHeader: boolean
  bytes: Buffer
}

/** In codes of seven bits, or in bytes of UCS-2; with the header that parts of a longer one have. */
const gsm7Max = { alone: 160, part: 153 }
const ucs2Max = { alone: 140, part: 134 }
const partsMax = 255

/** A text as so many short messages. `reference` is the same for all its parts, and another one for the next text. */
export const smsParts = (text: string, reference: number): SmsPart[] => {
  const isPlain = isGsm7(text)
  const dataCoding = isPlain ? 0 : 8
  const max = isPlain ? gsm7Max : ucs2Max
  const chars = Array.from(text, (char) => (isPlain ? Buffer.from(gsm7Codes(char) ?? []) : ucs2(char)))
  const whole = Buffer.concat(chars)
  if (whole.length <= max.alone) return [{ dataCoding, hasHeader: false, bytes: whole }]
  const parts = packed(chars, max.part).slice(0, partsMax)
  return parts.map((bytes, at) => ({
    dataCoding,
    hasHeader: true,
    bytes: Buffer.concat([Buffer.from([5, 0, 3, reference & 0xff, parts.length, at + 1]), bytes]),
  }))
}

/** Number of parts that the provider charges for. */
export const smsCount = (text: string): number => smsParts(text, 0).length

const ucs2 = (char: string): Buffer => Buffer.from(char, 'utf16le').swap16()

/** No character is cut in two: neither an escaped code nor a pair of UCS-2. */
const packed = (chars: readonly Buffer[], bytesMax: number): Buffer[] => {
  const parts: Buffer[][] = [[]]
  let length = 0
  for (const char of chars) {
    if (length + char.length > bytesMax) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(char)
    length += char.length
  }
  return parts.map((part) => Buffer.concat(part))
}
