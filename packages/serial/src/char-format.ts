/** Parity and stop bits of a character with eight data bits, numbered as in the setting `charFormat` of the gateway. */
export type CharFormat = 0 | 1 | 2 | 3 | 4 | 5

interface CharBits {
  readonly parity: 'even' | 'odd' | 'space' | 'none'
  /** When sending. A receiver looks at the first one only. */
  readonly stopBits: 1 | 2
}

export const charFormats: Record<CharFormat, CharBits> = {
  0: { parity: 'even', stopBits: 1 },
  1: { parity: 'odd', stopBits: 1 },
  2: { parity: 'space', stopBits: 1 },
  // A mark for parity and a first stop bit look the same on the wire.
  3: { parity: 'none', stopBits: 2 },
  4: { parity: 'none', stopBits: 1 },
  // Automatic: hears one stop bit, sends two.
  5: { parity: 'none', stopBits: 2 },
}

/** Bits of one character as sent, start bit included: 10 or 11. */
function bitsPerChar(format: CharFormat): number {
  const { parity, stopBits } = charFormats[format]
  return 1 + 8 + (parity === 'none' ? 0 : 1) + stopBits
}

/** Time that one character takes on the wire; 0 at an infinite speed. */
export function charTimeMs(baud: number, format: CharFormat): number {
  return (bitsPerChar(format) / baud) * 1000
}
