const bitsMax = 2000
const wordsMax = 125
const addresses = 65_536

const u16 = (pdu: Uint8Array, at: number): number => ((pdu[at] ?? 0) << 8) | (pdu[at + 1] ?? 0)
const isBits = (pdu: Uint8Array): boolean => pdu[0] === 1 || pdu[0] === 2
const isRead = (pdu: Uint8Array): boolean => (pdu[0] ?? 0) >= 1 && (pdu[0] ?? 0) <= 4 && pdu.length === 5

/**
 * The same read, longer by so many registers, or bytes of bits, behind what it wants: its answer has another length. Null where that
 * cannot be.
 */
export const stretchRead = (pdu: Uint8Array, by: number): Uint8Array | null => {
  if (!isRead(pdu)) return null
  const count = u16(pdu, 3) + (isBits(pdu) ? 8 * by : by)
  if (count > (isBits(pdu) ? bitsMax : wordsMax) || u16(pdu, 1) + count > addresses) return null
  return Uint8Array.of(pdu[0] ?? 0, pdu[1] ?? 0, pdu[2] ?? 0, count >> 8, count & 0xff)
}

/** The answer that the read itself would have had. An exception is one for both. */
export const trimAnswer = (pdu: Uint8Array, answer: Uint8Array): Uint8Array => {
  if (answer[0] !== pdu[0]) return answer
  const count = u16(pdu, 3)
  const bytes = isBits(pdu) ? (count + 7) >> 3 : 2 * count
  const trimmed = answer.slice(0, 2 + bytes)
  trimmed[1] = bytes
  // The remaining bits of the last byte are padding.
  if (isBits(pdu) && count % 8 > 0) trimmed[1 + bytes] = (trimmed[1 + bytes] ?? 0) & ((1 << (count % 8)) - 1)
  return trimmed
}
