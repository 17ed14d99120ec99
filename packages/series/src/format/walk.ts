import { type ByteReader, type ByteWriter, DamagedChunk } from '../bytes.ts'
import { differences, unitOf } from './integers.ts'

// A column of integers as the steps between them. First the unit, the greatest number that divides all steps; then runs of
// steps, in units:
//   how many (varint), the width of all but the first (1 byte), the first and the least of the others (integers), and how
//   far each of the others is from the least, in `width` bits each, the lowest bits first, up to a whole byte
// and at last some zeros, because these are read four bytes at a time. What is switched on begins a run with a great first
// step; a schedule that is kept and a value that stays are one run of width 0.
const tailBytes = 3

/** Writes all but the first integer. Changes the array in place. */
export function writeWalk(to: ByteWriter, integers: Float64Array): void {
  const steps = differences(integers).subarray(1)
  const unit = unitOf(steps)
  to.varint(unit)
  for (const [start, end] of runsOf(steps, unit)) writeRun(to, steps.subarray(start, end), unit)
  to.bytes(new Uint8Array(tailBytes))
}

/**
 * Fills `walk` with the integers over `power`, at least the first `wanted`, and skips the rest. The first is given;
 * returns the least step.
 */
export function readWalk(
  from: ByteReader,
  walk: Float64Array,
  first: number,
  power: number,
  wanted = walk.length,
): number {
  const unit = from.varint()
  if (unit === 0) throw new DamagedChunk('a unit is 0')
  const { bytes } = from
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = walk.length
  let integer = first
  let leastStep = Infinity
  if (count > 0) walk[0] = first / power
  for (let index = 1; index < count; ) {
    const end = index + (from.count(count - index) | 0)
    const width = from.u8()
    const jump = from.integer() * unit
    const least = from.integer() * unit
    if (end === index) throw new DamagedChunk('a run is empty')
    if (width > widthMax) throw new DamagedChunk(`a run is ${width} bits wide`)
    integer += jump
    walk[index] = integer / power
    index += 1
    leastStep = Math.min(leastStep, jump, index < end ? least : jump)
    const { at } = from
    from.skip(((end - index) * width + 7) >> 3)
    if (from.at + tailBytes > bytes.length) throw new DamagedChunk('the bytes end early')
    const till = Math.min(end, wanted)
    if (width === 0) {
      climb(walk, index, till, integer, least, power)
      integer += (end - index) * least
    } else if (unit === 1 && isSmall(end - index, integer, least, width)) {
      integer = unpackSmall(walk, index, till, integer, least, power, view, at, width)
    } else integer = unpack(walk, index, till, integer, least, power, view, at, width, unit)
    index = end
  }
  from.skip(tailBytes)
  return leastStep
}

function writeRun(to: ByteWriter, steps: Float64Array, unit: number): void {
  const others = steps.subarray(1)
  let least = others[0] ?? 0
  let greatest = least
  for (let index = 1; index < others.length; index += 1) {
    const step = others[index] ?? 0
    if (step < least) least = step
    if (step > greatest) greatest = step
  }
  const width = bitsOf((greatest - least) / unit)
  to.varint(steps.length)
  to.u8(width)
  to.integer((steps[0] ?? 0) / unit)
  to.integer(least / unit)
  if (width === 0) return
  const bytes = to.freeBytes(Math.ceil((others.length * width) / 8))
  let at = 0
  let held = 0
  let filled = 0
  for (let index = 0; index < others.length; index += 1) {
    held |= (((others[index] ?? 0) - least) / unit) << filled
    for (filled += width; filled >= 8; filled -= 8) {
      bytes[at++] = held & 255
      held >>>= 8
    }
  }
  if (filled > 0) bytes[at++] = held
  to.advance(at)
}

/** Largest width that four bytes can hold at any bit offset. */
const widthMax = 24
const narrowEnd = 2 ** widthMax

/** How many bits a whole number from 0 on needs; more than `widthMax` where that is too few. */
const bitsOf = (whole: number): number => (whole < narrowEnd ? 32 - Math.clz32(whole) : widthMax + 1)

/** Approximate cost of another run. */
const runBits = 36
/** Number of steps that share a width. */
const groupSize = 32
/** Size of the sample for the median. */
const samples = 31

/**
 * Parts steps into runs that are of about the same width, which is how far they are from their middle. A step that is too
 * far off for its run begins another: only the first of a run may be anywhere.
 */
function* runsOf(steps: Float64Array, unit: number): Generator<[start: number, end: number]> {
  const widths = widthsOf(steps, unit)
  let start = 0
  let width = 0
  for (let group = 0; group < widths.length; group += groupSize) {
    const end = Math.min(widths.length, group + groupSize)
    const next = widthFor(widths.subarray(group, end), width)
    if (next !== width && group > start) {
      yield [start, group]
      start = group
    }
    width = next
    for (let index = Math.max(group, start + 1); index < end; index += 1) {
      if ((widths[index] ?? 0) <= width) continue
      yield [start, index]
      start = index
    }
  }
  if (start < widths.length) yield [start, widths.length]
}

/** The width of each step: a bit for the side of the middle that it is on, and those for how far. */
function widthsOf(steps: Float64Array, unit: number): Uint8Array {
  const middle = middleOf(steps)
  const widths = new Uint8Array(steps.length)
  for (let index = 0; index < steps.length; index += 1) {
    const off = ((steps[index] ?? 0) - middle) / unit
    widths[index] = bitsOf(off >= 0 ? 2 * off : -2 * off - 1)
  }
  return widths
}

function middleOf(steps: Float64Array): number {
  const every = Math.max(1, Math.ceil(steps.length / samples))
  const some = Float64Array.from({ length: Math.floor(steps.length / every) }, (_, at) => steps[at * every] ?? 0)
  return some.toSorted()[some.length >> 1] ?? 0
}

/** The width that costs the least, with those that it does not hold as runs of their own; another than before is a run too. */
function widthFor(widths: Uint8Array, before: number): number {
  const counts = new Uint8Array(widthMax + 2)
  for (let index = 0; index < widths.length; index += 1) {
    const width = widths[index] ?? 0
    counts[width] = (counts[width] ?? 0) + 1
  }
  let best = before
  let bestBits = Infinity
  let wider = widths.length
  for (let width = 0; width <= widthMax; width += 1) {
    wider -= counts[width] ?? 0
    const bits = widths.length * width + wider * runBits + (width === before ? 0 : runBits)
    if (bits < bestBits) {
      best = width
      bestBits = bits
    }
    if (wider === 0 && width >= before) break
  }
  return best
}

// These loops account for nearly all of the cost of reading. Each is a separate function with its numbers in local
// variables, marked as 32 bits where they fit: the engine adds integers stored as doubles at a quarter of the speed.

const int32End = 2 ** 31

/** Fills `walk` from one place up to another with integers over `power`, each `step` more than the one before. */
function climb(walk: Float64Array, from: number, till: number, before: number, step: number, power: number): void {
  let integer = before
  for (let index = from; index < till; index += 1) {
    integer += step
    walk[index] = integer / power
  }
}

/** Returns whether steps of this width, counted from `least`, stay within 32 bits. */
export const isSmall = (count: number, before: number, least: number, width: number): boolean =>
  Math.abs(before) + count * (Math.abs(least) + 2 ** width) < int32End

/** As `climb`, but each step is `least` and as much as the next `width` bits say. The answer is the last integer. */
function unpackSmall(
  walk: Float64Array,
  from: number,
  till: number,
  before: number,
  least: number,
  power: number,
  view: DataView,
  at: number,
  width: number,
): number {
  const mask = (1 << width) - 1
  const base = least | 0
  let integer = before | 0
  let bit = at << 3
  for (let index = from | 0; index < (till | 0); index = (index + 1) | 0) {
    const token = (view.getInt32(bit >> 3, true) >>> (bit & 7)) & mask
    integer = (integer + base + token) | 0
    walk[index] = integer / power
    bit = (bit + width) | 0
  }
  return integer
}

/** The same for integers of any size, and in units. */
function unpack(
  walk: Float64Array,
  from: number,
  till: number,
  before: number,
  least: number,
  power: number,
  view: DataView,
  at: number,
  width: number,
  unit: number,
): number {
  const mask = (1 << width) - 1
  let integer = before
  let bit = at << 3
  for (let index = from; index < till; index += 1) {
    const token = (view.getInt32(bit >> 3, true) >>> (bit & 7)) & mask
    integer += least + token * unit
    walk[index] = integer / power
    bit += width
  }
  return integer
}
