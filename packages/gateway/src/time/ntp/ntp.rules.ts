import { decodeReply, noTimeMs } from './ntp-packet.ts'

/** One measurement. */
export interface Sample {
  /** What our clock lacks. */
  readonly offsetMs: number
  /** How long the way took, both ways; the offset is wrong by half of it at most. */
  readonly delayMs: number
}

/** When, by our clock, the request left and the answer came. */
export interface RoundTrip {
  readonly sentMs: number
  readonly cameMs: number
}

/** Words of a server that wants to be left alone, and for how many hours it is. */
const kissHours = { DENY: 24, RSTR: 24, RATE: 1 }

type Kiss = keyof typeof kissHours

export type NtpVerdict = { ok: Sample } | { err: 'unset' | 'nonsense' } | { err: 'kiss'; code: Kiss; hours: number }

const [serverMode, unsetLeap, stratumMax] = [4, 3, 15]
const versions = [3, 4]

const isKiss = (code: string): code is Kiss => Object.hasOwn(kissHours, code)

/** Null for what is no answer to that request: the true one may still come. */
export const judge = (packet: Uint8Array, cookie: Uint8Array, flight: RoundTrip): NtpVerdict | null => {
  const reply = decodeReply(packet)
  if (reply === null || reply.mode !== serverMode || !versions.includes(reply.version)) return null
  if (Buffer.compare(reply.origin, cookie) !== 0) return null
  const { stratum, leap, reference: code } = reply
  if (stratum === 0 && isKiss(code)) return { err: 'kiss', code, hours: kissHours[code] }
  if (stratum === 0 || stratum > stratumMax || leap === unsetLeap || reply.sentMs === noTimeMs) return { err: 'unset' }
  const sample = sampleOf(flight, reply)
  return reply.sentMs < reply.receivedMs || sample.delayMs < 0 ? { err: 'nonsense' } : { ok: sample }
}

/** From four times: the request left us and came there, the answer left there and came to us. */
const sampleOf = (ours: RoundTrip, theirs: { readonly receivedMs: number; readonly sentMs: number }): Sample => ({
  offsetMs: (theirs.receivedMs - ours.sentMs + (theirs.sentMs - ours.cameMs)) / 2,
  delayMs: roundedUp(ours.cameMs - ours.sentMs - (theirs.sentMs - theirs.receivedMs)),
})

const roundingMs = 1

/** Clocks that count whole milliseconds make a short way look shorter than nothing. */
const roundedUp = (delayMs: number): number => (delayMs < 0 && delayMs > -roundingMs ? 0 : delayMs)

/** The one with the least delay tells the most. */
export const bestOf = (samples: readonly Sample[]): Sample | undefined =>
  samples.toSorted((a, b) => a.delayMs - b.delayMs)[0]
