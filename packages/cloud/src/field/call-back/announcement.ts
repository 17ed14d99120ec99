/** What a gateway says of itself when it calls. */
export interface Announcement {
  /** Where it answers for itself. */
  unit: number
  type: number
  version: number
  /** `02:00:5e:10:00:01` */
  mac: string
  /** It has thrown its code away and asks for another. */
  isNewCodeWanted: boolean
  /** It holds itself for bound. */
  isActivated: boolean
  /** What its code registers say: 0 when activated, else the code that it shows, or `noCode`. */
  code: number
}

/** The frame's head, its function and byte count, and registers 1000-1010. */
export const announcementBytes = 31
/** Registers 1009-1010, high word first. */
export const codeAddress = 1009
const registerCount = 11
const headBytes = 9
const flags = { isNewCodeWanted: 4, isActivated: 8 }

/**
 * Reads an unsolicited answer of function 3: any transaction, protocol 0, any unit, 22 bytes of registers; null when it is anything else.
 */
export const parseAnnouncement = (bytes: Uint8Array): Announcement | null => {
  if (bytes.length !== announcementBytes) return null
  const head = Array.from(bytes.subarray(2, headBytes))
  const [protocolHigh, protocolLow, lengthHigh, lengthLow, unit = 0, fn, count] = head
  const isHead = protocolHigh === 0 && protocolLow === 0 && lengthHigh === 0 && lengthLow === announcementBytes - 6
  if (!isHead || fn !== 3 || count !== 2 * registerCount) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + headBytes)
  const [type = 0, version = 0, ...rest] = Array.from({ length: registerCount }, (_, i) => view.getUint16(2 * i))
  const mac = macOf(rest.slice(0, 6))
  const [flagBits = 0, high = 0, low = 0] = rest.slice(6)
  if (mac === null) return null
  return {
    unit,
    type,
    version,
    mac,
    isNewCodeWanted: (flagBits & flags.isNewCodeWanted) !== 0,
    isActivated: (flagBits & flags.isActivated) !== 0,
    code: high * 65_536 + low,
  }
}

/** One byte a register; null for what cannot be the address of one station. */
const macOf = (words: readonly number[]): string | null => {
  const [first = 0] = words
  const isStation = (first & 1) === 0 && words.some((word) => word !== 0) && words.every((word) => word <= 0xff)
  return isStation ? words.map((word) => word.toString(16).padStart(2, '0')).join(':') : null
}
