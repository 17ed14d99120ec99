import { arrange, type Layout, wordAt } from './order.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** Text up to the first NUL, without the spaces that pad it: UTF-8, or Latin-1 where it cannot be UTF-8. */
export function readText(layout: Layout, words: ArrayLike<number>, at: number): string {
  const bytes = new Uint8Array(2 * layout.registers)
  for (let index = 0; index < layout.registers; index++) {
    const word = wordAt(layout, words, at, index)
    bytes[2 * index] = word >>> 8
    bytes[2 * index + 1] = word
  }
  const end = bytes.indexOf(0)
  const used = end < 0 ? bytes : bytes.subarray(0, end)
  return decodeBytes(used).replace(/ +$/, '')
}

/** The registers of a text, padded with zeros, or null when it does not fit. */
export function writeText(layout: Layout, text: string): number[] | null {
  const bytes = new Uint8Array(2 * layout.registers)
  if (encoder.encodeInto(text, bytes).read < text.length) return null
  const pairs = new DataView(bytes.buffer)
  const words = Array.from({ length: layout.registers }, (_, index) => pairs.getUint16(2 * index))
  return arrange(layout, words)
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return String.fromCharCode(...bytes)
  }
}
