import { at } from '@busbar/kit/at'
import type { Texts } from '../texts/messages.ts'

/** The word at an index; undefined where the PDU ends before it does. */
const word = (bytes: readonly number[], index: number): number | undefined =>
  index + 1 < bytes.length ? (at(bytes, index) << 8) | at(bytes, index + 1) : undefined

const areas = { 1: 'coils', 2: 'discrete', 3: 'holding', 4: 'input' } as const
const writes = new Set([5, 6, 15, 16, 22, 23])

export const isWrite = ([fn]: readonly number[]): boolean => fn !== undefined && writes.has(fn)

/** An empty PDU is none: no response came. */
export const isException = ([fn]: readonly number[]): boolean => fn !== undefined && fn > 0x80

/** Stands where a PDU is too short to have the number. */
const missing = '–'

/** Describes a request in words. */
export const requestText = ({ frames }: Texts, request: readonly number[]): string => {
  const [fn = missing] = request
  const [from, count] = [word(request, 1), word(request, 3)]
  if (from === undefined || count === undefined) return frames.function({ fn })
  if (fn in areas) {
    const area = frames[areas[fn as keyof typeof areas]]
    return frames.read({ area, span: spanText(from, count) })
  }
  if (fn === 5) return frames.write({ area: frames.coil, span: from, values: count === 0 ? '0' : '1' })
  if (fn === 6) return frames.write({ area: frames.holding, span: from, values: count })
  if (fn === 15 || fn === 16) {
    const area = fn === 15 ? frames.coils : frames.holding
    const values = fn === 15 ? bitsText(request.slice(6), count) : wordsOf(request.slice(6)).join(', ')
    return frames.write({ area, span: spanText(from, count), values })
  }
  return frames.function({ fn })
}

const wordsOf = (bytes: readonly number[]): number[] =>
  Array.from(
    { length: Math.floor(bytes.length / 2) },
    (_, index) => (at(bytes, 2 * index) << 8) | at(bytes, 2 * index + 1),
  )

const spanText = (from: number, count: number): string => (count <= 1 ? `${from}` : `${from}–${from + count - 1}`)

/** The lowest bit of a byte is its first coil; the last byte is filled up with bits that were not asked for. */
const bitsText = (bytes: readonly number[], count: number): string => {
  const there = Math.min(count, 8 * bytes.length)
  const bits = Array.from({ length: there }, (_, bit) => (at(bytes, bit >> 3) >> (bit & 7)) & 1).join('')
  return bits.replaceAll(/.{8}(?=.)/g, '$& ')
}

const shownMax = 6

/** Describes an answer in words; of coils, as many as were requested. */
export const answerText = ({ frames }: Texts, answer: readonly number[], request: readonly number[]): string => {
  const [fn, code] = answer
  if (fn === undefined) return frames.function({ fn: missing })
  if (isException(answer)) return exceptionText(frames, code)
  if (fn === 3 || fn === 4) {
    const words = wordsOf(answer.slice(2))
    return words.length <= shownMax ? words.join(', ') : frames.registers({ count: words.length })
  }
  if (fn === 1 || fn === 2) return bitsText(answer.slice(2), word(request, 3) ?? 8 * answer.length)
  return writes.has(fn) ? frames.written : frames.function({ fn })
}

const exceptionText = (frames: Texts['frames'], code: number | undefined): string => {
  if (code === undefined) return frames.exception({ code: missing, what: '' }).trim()
  const known: Readonly<Record<number, string>> = {
    1: frames.exception1,
    2: frames.exception2,
    3: frames.exception3,
    4: frames.exception4,
    6: frames.exception6,
    10: frames.exception10,
    11: frames.exception11,
  }
  return frames.exception({ code, what: known[code] ?? '' }).trim()
}
