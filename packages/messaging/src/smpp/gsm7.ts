import { at } from '@busbar/kit'

/** The alphabet of SMS (3GPP TS 23.038): a character's place is its code; the one after `Ξ` announces a code of the second table. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escape = 0x1b

const second: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}
const codes = new Map<string, readonly number[]>([
  ...Array.from(basic, (char, code): [string, number[]] => [char, [code]]),
  ...Object.entries(second).map(([char, code]): [string, number[]] => [char, [escape, code]]),
])
codes.delete('\u001b')
const secondChars = new Map(Object.entries(second).map(([char, code]) => [code, char]))

export const isGsm7 = (text: string): boolean => Array.from(text).every((char) => codes.has(char))

/** The codes of one character, one or two; undefined where the alphabet does not have it. */
export const gsm7Codes = (char: string): readonly number[] | undefined => codes.get(char)

/** Decodes one code per byte, the format of SMPP. */
export const gsm7Text = (bytes: Uint8Array): string => {
  let text = ''
  for (let index = 0; index < bytes.length; index += 1) {
    const code = at(bytes, index)
    if (code === escape) {
      index += 1
      const next = bytes[index]
      // The second byte is missing where the text was cut off.
      text += (next === undefined ? undefined : secondChars.get(next)) ?? ' '
    } else text += basic[code] ?? '?'
  }
  return text
}
