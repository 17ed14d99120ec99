import { pduSize } from './pdu.ts'

const u16 = (pdu: Uint8Array, at: number): number => ((pdu[at] ?? 0) << 8) | (pdu[at + 1] ?? 0)

/** Do the first `count` bytes agree? */
const alike = (a: Uint8Array, b: Uint8Array, count: number): boolean => {
  for (let i = 0; i < count; i += 1) if (a[i] !== b[i]) return false
  return true
}

type Rule = (ask: Uint8Array, answer: Uint8Array) => boolean
const bitCount: Rule = (ask, answer) => answer[1] === (u16(ask, 3) + 7) >> 3
const wordCount: Rule = (ask, answer) => answer[1] === 2 * u16(ask, 3)
const echo: Rule = (ask, answer) => ask.length === answer.length && alike(ask, answer, ask.length)
const head =
  (bytes: number): Rule =>
  (ask, answer) =>
    alike(ask, answer, bytes)

/** What an answer repeats of its request. A function without a row repeats its code only. */
const rules: Readonly<Record<number, Rule>> = {
  1: bitCount,
  2: bitCount,
  3: wordCount,
  4: wordCount,
  5: echo,
  6: echo,
  8: (ask, answer) => (u16(ask, 1) === 0 ? echo(ask, answer) : head(3)(ask, answer)),
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
  return (size < 0 || size === answer.length) && (rules[code]?.(ask, answer) ?? true)
}

/** Functions that a broadcast may carry, with the bytes of the request that their echo repeats. */
const broadcastable: ReadonlyMap<number, number> = new Map([
  [5, 5],
  [6, 5],
  [15, 5],
  [16, 5],
  [21, 253],
  [22, 7],
])

/** Nobody answers a broadcast: the echo that stands for "sent", or null where the function may not be broadcast. */
export const broadcastEcho = (ask: Uint8Array): Uint8Array | null => {
  const bytes = broadcastable.get(ask[0] ?? 0)
  return bytes === undefined ? null : ask.slice(0, bytes)
}
