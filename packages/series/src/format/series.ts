import { type ByteReader, ByteWriter, DamagedChunk } from '../bytes.ts'
import { readCoded, writeCoded } from '../coded/coded.ts'
import { isInReach } from '../coded/predictor.ts'
import { differences, unitOf } from './integers.ts'
import { readWalk, writeWalk } from './walk.ts'

// A column of integers: in which way they are kept (1 byte), the first (an integer, or a double where it is too great for one), and
//   even    the step from each to the next (integer)
//   walk    runs of steps: see walk.ts
//   coded   their unit, the greatest number that divides all differences (varint), and how they are from the first: see coded.ts
const encodings = { even: 0, walk: 1, coded: 2 } as const
const farFirst = 4
const nearMax = 2 ** 51
/** Such a small number of steps may be shorter as runs. */
const fewSteps = 100

/** Writes at least one whole number, whose differences must be exact. */
export function writeSeries(to: ByteWriter, integers: Float64Array): void {
  const first = integers[0] ?? 0
  const { evenStep, isCalm } = shapeOf(integers)
  if (evenStep !== null) {
    writeFirst(to, encodings.even, first)
    return to.integer(evenStep)
  }
  const coded = codedOf(integers)
  // More than a byte per integer means that there is hardly any pattern, and runs may be shorter.
  const isDear = coded === null || coded.length > integers.length
  const walk = isDear || isCalm ? walkOf(integers) : null
  const isCoded = coded !== null && (walk === null || coded.length <= walk.length)
  writeFirst(to, isCoded ? encodings.coded : encodings.walk, first)
  to.bytes(isCoded ? coded : (walk ?? noBytes))
}

const noBytes = new Uint8Array(0)

function writeFirst(to: ByteWriter, encoding: number, first: number): void {
  const isFar = Math.abs(first) > nearMax
  to.u8(encoding + (isFar ? farFirst : 0))
  if (isFar) to.f64(first)
  else to.integer(first)
}

/** Returns the single step if all are equal, and whether steps mostly repeat, which favours runs. */
function shapeOf(integers: Float64Array): { evenStep: number | null; isCalm: boolean } {
  const steps = integers.length - 1
  const evenStep = steps < 1 ? 0 : (integers[1] ?? 0) - (integers[0] ?? 0)
  let same = 0
  let before = evenStep
  for (let index = 1; index <= steps; index += 1) {
    const step = (integers[index] ?? 0) - (integers[index - 1] ?? 0)
    if (step === before) same += 1
    before = step
  }
  const isEven = same === Math.max(0, steps) && Math.abs(evenStep) <= nearMax
  return { evenStep: isEven ? evenStep : null, isCalm: 4 * same > 3 * steps || steps < fewSteps }
}

function codedOf(integers: Float64Array): Uint8Array | null {
  const first = integers[0] ?? 0
  const unit = unitOf(differences(Float64Array.from(integers)).subarray(1))
  const near = new Int32Array(integers.length)
  for (let index = 0; index < integers.length; index += 1) {
    const integer = ((integers[index] ?? 0) - first) / unit
    if (!isInReach(Math.abs(integer))) return null
    near[index] = integer
  }
  const to = new ByteWriter(2 * integers.length + 64)
  to.varint(unit)
  return writeCoded(to, near) ? to.written() : null
}

function walkOf(integers: Float64Array): Uint8Array {
  const to = new ByteWriter(2 * integers.length + 64)
  writeWalk(to, Float64Array.from(integers))
  return to.written()
}

/** Reads only the first integer of a column. */
export function readFirst(from: ByteReader): { encoding: number; first: number } {
  const encoding = from.u8()
  const first = encoding & farFirst ? from.f64() : from.integer()
  return { encoding: encoding & ~farFirst, first }
}

/**
 * Fills `column` with the integers over `power`, at least the first `wanted`; `from` is then undefined. Returns the
 * step if all are equal, else null.
 */
export function readSeries(
  from: ByteReader,
  column: Float64Array,
  power: number,
  wanted = column.length,
): number | null {
  const { encoding, first } = readFirst(from)
  if (encoding === encodings.even) {
    const step = from.integer()
    climb(column, column.length, first, step, power)
    return step
  }
  if (encoding === encodings.walk) readWalk(from, column, first, power, wanted)
  else if (encoding === encodings.coded) {
    const unit = from.varint()
    if (unit === 0) throw new DamagedChunk('a unit is 0')
    column[0] = first / power
    readCoded(from, column, first, unit, power, wanted)
  } else throw new DamagedChunk(`no integers are kept in way ${encoding}`)
  return null
}

function climb(column: Float64Array, count: number, first: number, step: number, power: number): void {
  if (step === 0) column.fill(first / power)
  else if (power === 1) for (let index = 0; index < count; index += 1) column[index] = first + index * step
  else for (let index = 0; index < count; index += 1) column[index] = (first + index * step) / power
}
