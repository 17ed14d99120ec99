/** Reply of a time server, SNTP version 4 (RFC 4330). */
export interface NtpReply {
  /** 3: its own clock is not set. */
  readonly leap: number
  readonly version: number
  /** 4: reply of a server. */
  readonly mode: number
  /** Steps from a clock that is right by itself; 0 is no time but a "kiss", 16 and more is not set. */
  readonly stratum: number
  /** Reference ID; for stratum 0 the code of the kiss-o'-death, such as `RATE`. */
  readonly reference: string
  /** Transmit time of the request. */
  readonly origin: Uint8Array
  readonly receivedMs: number
  readonly sentMs: number
}

const packetBytes = 48
/** Leap 0, version 4, mode 3: a client. */
const clientHeader = 0x23
const at = { stratum: 1, reference: 12, origin: 24, received: 32, sent: 40 }
export const cookieBytes = 8

/** From 1900 to 1970. */
const unixSec = 2_208_988_800
const eraSec = 2 ** 32
/** A time stamp of all zeros means that there is no time. */
export const noTimeMs = (eraSec - unixSec) * 1000

/**
 * The cookie replaces the transmit time, which stays private: only a server that received this request can return it.
 */
export const encodeRequest = (cookie: Uint8Array): Uint8Array => {
  const packet = new Uint8Array(packetBytes)
  packet[0] = clientHeader
  packet.set(cookie.subarray(0, cookieBytes), at.sent)
  return packet
}

/** Null for a packet that is too short. Following bytes (keys, extensions) are ignored. */
export const decodeReply = (packet: Uint8Array): NtpReply | null => {
  if (packet.length < packetBytes) return null
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength)
  const header = view.getUint8(0)
  return {
    leap: header >> 6,
    version: (header >> 3) & 7,
    mode: header & 7,
    stratum: view.getUint8(at.stratum),
    reference: String.fromCharCode(...packet.subarray(at.reference, at.reference + 4)).replaceAll(/[^ -~]/g, ''),
    origin: packet.slice(at.origin, at.origin + cookieBytes),
    receivedMs: unixMs(view, at.received),
    sentMs: unixMs(view, at.sent),
  }
}

/** The seconds wrap around in 2036: values in the lower half count from there, as in the RFC. */
const unixMs = (view: DataView, offset: number): number => {
  const sec = view.getUint32(offset)
  const fraction = view.getUint32(offset + 4)
  return ((sec < eraSec / 2 ? sec + eraSec : sec) - unixSec + fraction / eraSec) * 1000
}
