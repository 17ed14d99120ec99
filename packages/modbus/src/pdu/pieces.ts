/** V8 keeps so many bytes beside their object; more are memory of their own, which costs more than what lies in it. */
const ownBytesMax = 64
const pieceBytes = 8192

/** Long ones lie in it one behind the other. Nothing is handed out twice: who keeps one keeps its piece, and nobody writes to it again. */
let piece = new ArrayBuffer(pieceBytes)
let used = 0

/** Sees to room in the piece; gives where it begins, which suits words too. */
const reserve = (bytes: number): number => {
  if (used + bytes > pieceBytes) {
    piece = new ArrayBuffer(pieceBytes)
    used = 0
  }
  const at = used
  used += bytes + (bytes & 1)
  return at
}

/** Zeros, at most a few kilobytes of them, for what is short-lived. Short ones pin nothing when they are kept for long. */
export const newBytes = (length: number): Uint8Array => {
  if (length <= ownBytesMax) return new Uint8Array(length)
  const at = reserve(length)
  return new Uint8Array(piece, at, length)
}

/** The same for words. */
export const newWords = (length: number): Uint16Array => {
  if (2 * length <= ownBytesMax) return new Uint16Array(length)
  const at = reserve(2 * length)
  return new Uint16Array(piece, at, length)
}
