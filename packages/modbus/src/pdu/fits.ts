import { pduSize } from './pdu.ts'

const u16 = (pdu: Uint8Array, at: number): number => ((pdu[at] ?? 0) << 8) | (pdu[at + 1] ?? 0)

/** Do the first `count` bytes agree? */
const alike = (a: Uint8Array, b: Uint8Array, count: number): boolean => {
  for (let i = 0; i < count; i += 1) if (a[i] !== b[i]) return false
  return true
}

/**
 * The part of a request that its answer repeats: a check that it does, and a check whether two requests share that
 * part.
 */
interface EchoRule {
  fits(ask: Uint8Array, answer: Uint8Array): boolean
  isShared(one: Uint8Array, other: Uint8Array): boolean
}

const bitBytes = (ask: Uint8Array): number => (u16(ask, 3) + 7) >> 3
const bitCount: EchoRule = {
  fits: (ask, answer) => answer[1] === bitBytes(ask),
  isShared: (one, other) => bitBytes(one) === bitBytes(other),
}
const wordCount: EchoRule = {
  fits: (ask, answer) => answer[1] === 2 * u16(ask, 3),
  isShared: (one, other) => u16(one, 3) === u16(other, 3),
}
const isEcho = (ask: Uint8Array, answer: Uint8Array): boolean =>
  ask.length === answer.length && alike(ask, answer, ask.length)
const echo: EchoRule = { fits: isEcho, isShared: isEcho }
const head = (bytes: number): EchoRule => {
  const isHead = (ask: Uint8Array, answer: Uint8Array): boolean => alike(ask, answer, bytes)
  return { fits: isHead, isShared: isHead }
}
const isDiagnosis = (ask: Uint8Array, answer: Uint8Array): boolean =>
  u16(ask, 1) === 0 ? isEcho(ask, answer) : alike(ask, answer, 3)

/** A function without a row repeats its code only. */
const rules: Readonly<Record<number, EchoRule>> = {
  1: bitCount,
  2: bitCount,
  3: wordCount,
  4: wordCount,
  5: echo,
  6: echo,
  8: { fits: isDiagnosis, isShared: isDiagnosis },
  15: head(5),
  16: head(5),
  21: echo,
  22: echo,
  23: wordCount,
  43: head(2),
}

/** May `answer` be the reply to `ask`? Function, length, counts and echoes must agree. */
export const fits = (ask: Uint8Array, answer: Uint8Array): boolean => {
  const code = ask[0] ?? 0
  if (answer[0] === (code | 0x80)) return answer.length === 2
  if (answer[0] !== code) return false
  const size = pduSize('answer', answer, 0, answer.length)
  return (size < 0 || size === answer.length) && (rules[code]?.fits(ask, answer) ?? true)
}

/** May one and the same answer, other than an exception, be the reply to both? */
export const mayShareAnswer = (one: Uint8Array, other: Uint8Array): boolean =>
  one[0] === other[0] && (rules[one[0] ?? 0]?.isShared(one, other) ?? true)

/** Functions that a broadcast may carry, with the bytes of the request that their echo repeats. */
const broadcastable: ReadonlyMap<number, number> = new Map([
  [5, 5],
  [6, 5],
  [15, 5],
  [16, 5],
  [21, 253],
  [22, 7],
])

/** A broadcast has no answer: the echo that stands for "sent", or null where the function may not be broadcast. */
export const broadcastEcho = (ask: Uint8Array): Uint8Array | null => {
  const bytes = broadcastable.get(ask[0] ?? 0)
  return bytes === undefined ? null : ask.slice(0, bytes)
}
