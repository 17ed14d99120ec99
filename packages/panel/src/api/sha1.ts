import { at } from '@busbar/kit/at'

/** SHA-1 in hex, as the contract's login has it. A page that came over plain HTTP has no cryptography of the browser's. */
export const sha1 = (text: string): string => {
  const bytes = new TextEncoder().encode(text)
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16)
  for (const [index, byte] of bytes.entries()) add(words, index, byte)
  add(words, bytes.length, 0x80)
  words[words.length - 1] = bytes.length * 8
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  for (let start = 0; start < words.length; start += 16) state = round(state, words.subarray(start, start + 16))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

type State = [number, number, number, number, number]

const add = (words: Uint32Array, index: number, byte: number): void => {
  words[index >> 2] = at(words, index >> 2) | (byte << (24 - (index & 3) * 8))
}

const turned = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const round = (before: State, block: Uint32Array): State => {
  const w = new Int32Array(80)
  w.set(block)
  for (let i = block.length; i < w.length; i += 1)
    w[i] = turned(at(w, i - 3) ^ at(w, i - 8) ^ at(w, i - 14) ^ at(w, i - 16), 1)
  let [a, b, c, d, e] = before
  for (const [i, word] of w.entries()) {
    const [f, k] = step(i, b, c, d)
    const next = (turned(a, 5) + f + e + k + word) | 0
    ;[e, d, c, b, a] = [d, c, turned(b, 30), a, next]
  }
  return [before[0] + a, before[1] + b, before[2] + c, before[3] + d, before[4] + e].map((word) => word | 0) as State
}

const step = (index: number, b: number, c: number, d: number): [f: number, k: number] => {
  if (index < 20) return [(b & c) | (~b & d), 0x5a827999]
  if (index < 40) return [b ^ c ^ d, 0x6ed9eba1]
  if (index < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
  return [b ^ c ^ d, 0xca62c1d6]
}
