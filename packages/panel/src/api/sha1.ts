/** SHA-1 in hex, as the contract's login has it. A page that came over plain HTTP has no cryptography of the browser's. */
export const sha1 = (text: string): string => {
  const bytes = new TextEncoder().encode(text)
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16)
  for (const [at, byte] of bytes.entries()) add(words, at, byte)
  add(words, bytes.length, 0x80)
  words[words.length - 1] = bytes.length * 8
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  for (let at = 0; at < words.length; at += 16) state = round(state, words.subarray(at, at + 16))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

type State = [number, number, number, number, number]

const add = (words: Uint32Array, at: number, byte: number): void => {
  words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at & 3) * 8))
}

const turned = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const round = (before: State, block: Uint32Array): State => {
  const w = new Int32Array(80)
  for (let at = 0; at < 80; at += 1) {
    const mixed = (w[at - 3] ?? 0) ^ (w[at - 8] ?? 0) ^ (w[at - 14] ?? 0) ^ (w[at - 16] ?? 0)
    w[at] = at < 16 ? (block[at] ?? 0) : turned(mixed, 1)
  }
  let [a, b, c, d, e] = before
  for (let at = 0; at < 80; at += 1) {
    const [f, k] = step(at, b, c, d)
    const next = (turned(a, 5) + f + e + k + (w[at] ?? 0)) | 0
    ;[e, d, c, b, a] = [d, c, turned(b, 30), a, next]
  }
  return [before[0] + a, before[1] + b, before[2] + c, before[3] + d, before[4] + e].map((word) => word | 0) as State
}

const step = (at: number, b: number, c: number, d: number): [f: number, k: number] => {
  if (at < 20) return [(b & c) | (~b & d), 0x5a827999]
  if (at < 40) return [b ^ c ^ d, 0x6ed9eba1]
  if (at < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
  return [b ^ c ^ d, 0xca62c1d6]
}
