/** Functions that change nothing in a device: whatever else there is may. */
const reading: ReadonlySet<number> = new Set([1, 2, 3, 4, 7, 11, 12, 17, 20, 24])
const identification = [43, 14] as const

/** Returns whether the PDU of a request only reads. */
export const isReading = (pdu: Uint8Array): boolean =>
  reading.has(pdu[0] ?? 0) || identification.every((byte, place) => pdu[place] === byte)
