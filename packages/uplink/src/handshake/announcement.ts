/** Registers 1000-1010: identification that a gateway sends to the cloud when it connects. */
export interface Announcement {
  /** Unit ID of the gateway itself. */
  unit: number
  type: number
  version: number
  /** `02:00:5e:10:00:01` */
  mac: string
  /** The MAC was assigned by a manufacturer, so it is unique. */
  isMacUnique: boolean
  /** It shows a code. */
  isCodeSet: boolean
  /** The gateway discarded its code and requests another. */
  isNewCodeWanted: boolean
  /** It holds itself for bound. */
  isActivated: boolean
  /** Value of the code registers: 0 when activated, otherwise the shown code, or `noCode`. */
  code: number
}

/** The frame's head, its function and byte count, and registers 1000-1010. */
export const announcementBytes = 31
export const announcementAddress = 1000
/** Registers 1009-1010, high word first. */
export const codeAddress = 1009
const registerCount = 11
const headBytes = 9
const flags = { isMacUnique: 1, isCodeSet: 2, isNewCodeWanted: 4, isActivated: 8 } as const

/** Activation codes have eight digits: from `codeMin` to below `codeEnd`. */
export const [codeMin, codeEnd] = [10_000_000, 100_000_000]
/** In the code registers: the gateway is activated, or has no code. */
export const [activated, noCode] = [0, 100_000_000]

export const isCode = (code: number): boolean => code >= codeMin && code < codeEnd

/** Registers 1000-1010. */
export const announcementWords = (announcement: Omit<Announcement, 'unit'>): number[] => {
  const { type, version, mac, code } = announcement
  const names = Object.keys(flags) as (keyof typeof flags)[]
  const flagBits = names.reduce((bits, name) => bits | (announcement[name] ? flags[name] : 0), 0)
  const bytes = mac.split(':').map((digits) => Number.parseInt(digits, 16))
  return [type, version, ...bytes, flagBits, code >>> 16, code & 0xffff]
}

/**
 * Parses an unsolicited response of function 3: any transaction, protocol 0, any unit, 22 bytes of registers; null for
 * anything else.
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
    isMacUnique: (flagBits & flags.isMacUnique) !== 0,
    isCodeSet: (flagBits & flags.isCodeSet) !== 0,
    isNewCodeWanted: (flagBits & flags.isNewCodeWanted) !== 0,
    isActivated: (flagBits & flags.isActivated) !== 0,
    code: high * 65_536 + low,
  }
}

/** Decodes a MAC with one byte per register; null when it is not the address of a single station. */
const macOf = (words: readonly number[]): string | null => {
  const [first = 0] = words
  const isStation = (first & 1) === 0 && words.some((word) => word !== 0) && words.every((word) => word <= 0xff)
  return isStation ? words.map((word) => word.toString(16).padStart(2, '0')).join(':') : null
}
