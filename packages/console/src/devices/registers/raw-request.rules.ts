import { decodeResponse, encodeRequest, exceptionName } from '@busbar/modbus'
import { numberIn } from './registers.rules.ts'

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

/** What is sent; null where something is missing or wrong. */
export const pduOf = ({ fn, address, number, hex }: RawDraft): Uint8Array | null => {
  if (fn === 'hex') return bytesIn(hex)
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
  const isBits = fn === '1' || fn === '2'
  const count = numberIn(number, 1, isBits ? 2000 : 125)
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

/** An answer as people read it: what it is, and its numbers or letters. */
export type RawAnswer =
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
