import { ByteReader, ByteWriter, DamagedChunk } from './bytes.ts'
import { readTimes, writeTimes } from './format/columns.ts'
import { readIntegers, writeIntegers } from './format/integers.ts'
import { seal, unseal } from './format/sealed.ts'
import { readingsMax } from './readings.ts'

/** A run of failed reads of a parameter for one reason: the first and last time it failed, and how often. */
export interface Gap {
  from: number
  till: number
  polls: number
  reason: string
}

/**
 * Returns the gaps in a sequence of polls. `reasons[i]` is the reason why the poll at `times[i]` failed, or null if it
 * returned a value. A value or another reason ends a gap.
 */
export function gapsOf(times: Float64Array, reasons: readonly (string | null)[]): Gap[] {
  if (times.length !== reasons.length) throw new RangeError(`${times.length} times have ${reasons.length} reasons`)
  const gaps: Gap[] = []
  let before: string | null = null
  for (const [index, reason] of reasons.entries()) {
    const time = times[index] ?? 0
    const last = gaps.at(-1)
    if (reason !== null && reason === before && last) {
      last.till = time
      last.polls += 1
    } else if (reason !== null) gaps.push({ from: time, till: time, polls: 1, reason })
    before = reason
  }
  return gaps
}

/** Reasons are few and short: they are names of errors. */
const reasonsMax = 256
const reasonBytesMax = 256

// Four columns of eight bytes each, the reasons, and what comes before them.
const bodyBytesMax = 32 * readingsMax + reasonsMax * (reasonBytesMax + 2) + 64

/** The gaps of a day, in order. Each reason is kept once. */
export function encodeGaps(gaps: readonly Gap[]): Uint8Array {
  if (gaps.length > readingsMax) throw new RangeError(`a day has at most ${readingsMax} gaps, not ${gaps.length}`)
  const places = new Map<string, number>()
  let before = -Infinity
  for (const gap of gaps) {
    if (!isGap(gap, before)) throw new RangeError(`no gap, or not in order: ${JSON.stringify(gap)}`)
    if (!places.has(gap.reason)) places.set(gap.reason, places.size)
    before = gap.till
  }
  const to = new ByteWriter()
  to.varint(gaps.length)
  writeReasons(to, [...places.keys()])
  const column = (of: (gap: Gap) => number): Float64Array => Float64Array.from(gaps, of)
  const froms = column(({ from }) => from)
  const lengths = column(({ from, till }) => till - from)
  const polls = column((gap) => gap.polls - 1)
  const reasons = column(({ reason }) => places.get(reason) ?? 0)
  writeTimes(to, froms)
  for (const integers of [lengths, polls, reasons]) writeIntegers(to, integers)
  return seal('gaps', to.written())
}

/** The gaps, or `DamagedChunk`. Whatever the bytes are, it makes no more than `readingsMax` gaps of them. */
export function decodeGaps(bytes: Uint8Array): Gap[] {
  const body = new ByteReader(unseal('gaps', bytes, bodyBytesMax))
  const count = body.count(readingsMax)
  const reasons = readReasons(body)
  const froms = readTimes(body, count)
  const lengths = readIntegers(body, count)
  const polls = readIntegers(body, count)
  const places = readIntegers(body, count)
  body.end()
  let before = -Infinity
  return Array.from(froms, (from, index) => {
    const reason = reasons[places[index] ?? 0]
    if (reason === undefined) throw new DamagedChunk(`a gap has reason ${places[index]} of ${reasons.length}`)
    const gap = { from, till: from + (lengths[index] ?? 0), polls: (polls[index] ?? 0) + 1, reason }
    if (!isGap(gap, before)) throw new DamagedChunk('a gap is out of range')
    before = gap.till
    return gap
  })
}

const isGap = ({ from, till, polls }: Gap, before: number): boolean =>
  from > before &&
  till >= from &&
  Number.isSafeInteger(till) &&
  Number.isInteger(polls) &&
  polls >= 1 &&
  polls <= readingsMax

function writeReasons(to: ByteWriter, reasons: readonly string[]): void {
  if (reasons.length > reasonsMax) throw new RangeError(`a day has at most ${reasonsMax} reasons`)
  to.varint(reasons.length)
  for (const reason of reasons) {
    const bytes = new TextEncoder().encode(reason)
    if (bytes.length > reasonBytesMax || !reason.isWellFormed()) {
      throw new RangeError(`a reason is text of at most ${reasonBytesMax} bytes`)
    }
    to.varint(bytes.length)
    to.bytes(bytes)
  }
}

function readReasons(from: ByteReader): string[] {
  const reasons = new Array<string>(from.count(reasonsMax))
  for (let index = 0; index < reasons.length; index += 1) {
    reasons[index] = textOf(from.take(from.count(reasonBytesMax)))
  }
  return reasons
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new DamagedChunk('a reason is no text', { cause })
  }
}
