/** More bytes are needed to tell. */
export const more = 0
/** Only silence ends it. */
export const unknownSize = -1

/** The length of the PDU that begins at `start`, told by what of it lies before `end`; or `more`, or `unknownSize`. */
export type PduSize = (bytes: Uint8Array, start: number, end: number) => number

export const fixed =
  (length: number): PduSize =>
  () =>
    length

/** A byte at `at` counts the bytes behind it. */
export const counted =
  (at: number): PduSize =>
  (bytes, start, end) =>
    start + at < end ? at + 1 + (bytes[start + at] ?? 0) : more

/** A word at `at` counts the bytes behind it. */
export const wordCounted =
  (at: number): PduSize =>
  (bytes, start, end) =>
    start + at + 1 < end ? at + 2 + (((bytes[start + at] ?? 0) << 8) | (bytes[start + at + 1] ?? 0)) : more

/** Diagnostics carry one word, except "return query data", which carries as much as it likes. */
export const queryDataSize: PduSize = (bytes, start, end) => {
  if (start + 2 >= end) return more
  return bytes[start + 1] === 0 && bytes[start + 2] === 0 ? unknownSize : 5
}

/** Identification lists objects, each with its own length; other encapsulated requests tell nothing. */
export const identitySize: PduSize = (bytes, start, end) => {
  if (start + 1 >= end) return more
  if (bytes[start + 1] !== 14) return unknownSize
  if (start + 6 >= end) return more
  let at = start + 7
  for (let left = bytes[start + 6] ?? 0; left > 0; left -= 1) {
    if (at + 1 >= end) return more
    at += 2 + (bytes[at + 1] ?? 0)
  }
  return at - start
}
