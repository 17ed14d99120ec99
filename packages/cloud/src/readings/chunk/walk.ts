import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { DamagedChunk } from './damaged.ts'
import { differences } from './differences.ts'
import { unitOf } from './integers.ts'
import { bitsOf, runsOf, widthMax } from './runs.ts'
import { climb, isSmall, unpack, unpackSmall } from './steps.ts'

// A column of integers as the steps between them. First the unit, the greatest number that divides all steps; then runs of
// steps, in units:
//   how many (varint), the width of all but the first (1 byte), the first and the least of the others (integers), and how
//   far each of the others is from the least, in `width` bits each, the lowest bits first, up to a whole byte
// and at last some zeros, because these are read four bytes at a time. What is switched on begins a run with a great first
// step; a schedule that is kept and a value that stays are one run of width 0.
const tailBytes = 3

/** Writes all but the first integer. In place: they are changed. */
export function writeWalk(to: ByteWriter, integers: Float64Array): void {
  const steps = differences(integers).subarray(1)
  const unit = unitOf(steps)
  to.varint(unit)
  for (const [start, end] of runsOf(steps, unit)) writeRun(to, steps.subarray(start, end), unit)
  to.bytes(new Uint8Array(tailBytes))
}

/**
 * Fills `walk` with the integers over `power`, or at least the first `wanted` of it: the rest is passed over. The first is given; the answer
 * is the least step.
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
  const bytes = to.room(Math.ceil((others.length * width) / 8))
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
  to.wrote(at)
}
