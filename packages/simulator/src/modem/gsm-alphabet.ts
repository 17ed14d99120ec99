import { at } from '@busbar/kit'

/** The letters of short messages, seven bits each (3GPP TS 23.038), without national variants. */
const letters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escape = 27
const further: ReadonlyMap<string, number> = new Map([
  ['^', 20],
  ['{', 40],
  ['}', 41],
  ['\\', 47],
  ['[', 60],
  ['~', 61],
  [']', 62],
  ['|', 64],
  ['€', 101],
])
const furtherLetters = new Map(Array.from(further, ([letter, code]) => [code, letter]))

/** Seven bits each; nothing where a letter has none. */
export const septetsOf = (text: string): readonly number[] | undefined => {
  const codes = Array.from(text, (letter) => {
    const code = letters.indexOf(letter)
    const second = further.get(letter)
    return second === undefined ? [code] : [escape, second]
  }).flat()
  return codes.includes(-1) ? undefined : codes
}

export const textOf = (septets: readonly number[]): string => {
  let text = ''
  for (let index = 0; index < septets.length; index += 1) {
    const code = at(septets, index)
    if (code !== escape) text += letters[code] ?? ''
    else {
      index += 1
      const next = septets[index]
      text += (next === undefined ? undefined : furtherLetters.get(next)) ?? ' '
    }
  }
  return text
}

/** Eight letters in seven bytes, the low bits first. */
export const pack = (septets: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil((septets.length * 7) / 8))
  for (const [place, septet] of septets.entries()) {
    const bit = place * 7
    const [index, shift] = [bit >> 3, bit & 7]
    bytes[index] = at(bytes, index) | ((septet << shift) & 0xff)
    if (shift > 1) bytes[index + 1] = septet >> (8 - shift)
  }
  return bytes
}

export const unpack = (bytes: Uint8Array, count: number, skip = 0): readonly number[] =>
  Array.from({ length: count - skip }, (_, place) => {
    const bit = (place + skip) * 7
    const [index, shift] = [bit >> 3, bit & 7]
    // The last septet may end with the last byte.
    const next = index + 1 < bytes.length ? at(bytes, index + 1) : 0
    return ((at(bytes, index) | (next << 8)) >> shift) & 0x7f
  })
