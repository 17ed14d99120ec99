import type { Texts } from '../texts/texts.ts'
import { fill } from '../texts/texts.ts'

const word = (bytes: readonly number[], at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

const areas = { 1: 'coils', 2: 'discrete', 3: 'holding', 4: 'input' } as const
const writes = new Set([5, 6, 15, 16, 22, 23])

export const isWrite = (request: readonly number[]): boolean => writes.has(request[0] ?? 0)

/** What a request asks, in words. */
export const requestText = ({ frames }: Texts, request: readonly number[]): string => {
  const fn = request[0] ?? 0
  const [from, count] = [word(request, 1), word(request, 3)]
  if (fn in areas) {
    const area = frames[areas[fn as keyof typeof areas]]
    return fill(frames.read, { area, span: spanText(from, count) })
  }
  if (fn === 5) return fill(frames.write, { area: frames.coil, span: from, values: count === 0 ? '0' : '1' })
  if (fn === 6) return fill(frames.write, { area: frames.holding, span: from, values: count })
  if (fn === 15 || fn === 16) {
    const area = fn === 15 ? frames.coils : frames.holding
    const values = fn === 15 ? bitsText(request.slice(6), count) : wordsOf(request.slice(6)).join(', ')
    return fill(frames.write, { area, span: spanText(from, count), values })
  }
  return fill(frames.function, { fn })
}

const wordsOf = (bytes: readonly number[]): number[] =>
  Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) => word(bytes, 2 * at))

const spanText = (from: number, count: number): string => (count <= 1 ? `${from}` : `${from}–${from + count - 1}`)

/** The lowest bit of a byte is its first coil; the last byte is filled up with bits that were not asked for. */
const bitsText = (bytes: readonly number[], count: number): string => {
  const there = Math.min(count, 8 * bytes.length)
  const bits = Array.from({ length: there }, (_, at) => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1).join('')
  return bits.replaceAll(/.{8}(?=.)/g, '$& ')
}

const shownMax = 6

/** What came back, in words: of coils as many as the request has asked for. */
export const answerText = ({ frames }: Texts, answer: readonly number[], request: readonly number[]): string => {
  const fn = answer[0] ?? 0
  if (fn > 0x80) return exceptionText(frames, answer[1] ?? 0)
  if (fn === 3 || fn === 4) {
    const words = wordsOf(answer.slice(2))
    return words.length <= shownMax ? words.join(', ') : fill(frames.registers, { count: words.length })
  }
  if (fn === 1 || fn === 2) return bitsText(answer.slice(2), word(request, 3))
  return writes.has(fn) ? frames.written : fill(frames.function, { fn })
}

const exceptionText = (frames: Texts['frames'], code: number): string => {
  const known: Readonly<Record<number, string>> = {
    1: frames.exception1,
    2: frames.exception2,
    3: frames.exception3,
    4: frames.exception4,
    6: frames.exception6,
    10: frames.exception10,
    11: frames.exception11,
  }
  return fill(frames.exception, { code, what: known[code] ?? '' }).trim()
}
