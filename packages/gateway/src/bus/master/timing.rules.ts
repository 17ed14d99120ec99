import { at } from '@busbar/kit'
import { functionCode } from '@busbar/modbus'
import { charFormats, charTimeMs } from '@busbar/serial'
import type { BusSettings, LineSettings } from '../request.ts'

/** Default response timeout, when the setting is 0. */
const rtuAnswerMs = 500
const asciiAnswerMs = 1000

/** Units process a broadcast before they accept the next request. */
export const broadcastQuietMs = 100

/** Adapters deliver bytes with gaps that did not exist on the line. */
const gapMs = 20
const asciiCharacterGapMs = 1000

const pduBytesMax = 253
const fixedQuietAboveBaud = 19_200
const fixedQuietMs = 1.75
/** 3.5 characters of 11 bits. */
const quietBits = 38.5

/** Silence between two frames, from the last received byte. A line with infinite speed needs none. */
export const quietMs = ({ baudRate, charFormat, frameMode }: LineSettings, delayForRtuQ: number): number => {
  if (baudRate === Number.POSITIVE_INFINITY) return 0
  const bitMs = 1000 / baudRate
  const baseMs = baudRate > fixedQuietAboveBaud ? fixedQuietMs : quietBits * bitMs
  // A byte is seen at its first stop bit: the second is still on the wire.
  const secondStopMs = charFormats[charFormat].stopBits === 2 ? bitMs : 0
  return baseMs * (frameMode === 0 ? 2 ** delayForRtuQ : 1) + secondStopMs
}

/** Silence that ends a frame without a length. */
export const frameEndMs = (line: LineSettings, delayForRtuQ: number): number =>
  line.frameMode === 1 ? asciiCharacterGapMs : Math.max(gapMs, quietMs(line, delayForRtuQ))

/** Transmission time of the frame of a PDU. */
export const transferMs = (line: LineSettings, pduBytes: number): number =>
  (line.frameMode === 0 ? pduBytes + 3 : 2 * pduBytes + 7) * charTimeMs(line.baudRate, line.charFormat)

/** Response timeout of a unit until its first byte. */
export const answerMs = (
  { delayForRtuMs, delayForAsciiMs }: Pick<BusSettings, 'delayForRtuMs' | 'delayForAsciiMs'>,
  frameMode: 0 | 1,
): number => (frameMode === 0 ? delayForRtuMs || rtuAnswerMs : delayForAsciiMs || asciiAnswerMs)

/** End of the register or coil count in a request. */
const countEnd = 5

/** Length of the response PDU without an exception; undefined when the request does not determine it. */
export const answerSize = (pdu: Uint8Array): number | undefined => {
  const fn = functionCode(pdu)
  switch (fn) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 23: {
      if (pdu.length < countEnd) return undefined
      const count = (at(pdu, 3) << 8) | at(pdu, 4)
      return Math.min(pduBytesMax, 2 + (fn <= 2 ? (count + 7) >> 3 : 2 * count))
    }
    case 5:
    case 6:
    case 11:
    case 15:
    case 16:
      return 5
    case 7:
      return 2
    case 21:
    case 22:
      return pdu.length
    default:
      return undefined
  }
}

/** Time from the end of sending to the complete response. */
export const answerLimitMs = (line: LineSettings, pdu: Uint8Array, beginsMs: number): number =>
  beginsMs + transferMs(line, answerSize(pdu) ?? pduBytesMax)

/** Clocks of adapters and units may be so far from the nominal speed, and no further. */
const speedShare = 0.9

/** True if a response arrived before request and response could have passed the line. */
export const isTooEarly = (
  flight: { readonly line: LineSettings; readonly pdu: Uint8Array; readonly sentMs: number },
  answerBytes: number,
  nowMs: number,
): boolean => {
  const { line, pdu, sentMs } = flight
  return nowMs - sentMs < speedShare * (transferMs(line, pdu.length) + transferMs(line, answerBytes))
}
