import { at, missingElement } from '@busbar/kit'
import { type Decimal, decimalOf, multiply, subtract } from '@busbar/modbus/decimal'
import { ExactSums } from './exact-sums.ts'
import { covered, known, millionths, type PackedRow, scan } from './packed.ts'
import type { SegmentSteps } from './steps.ts'

/** Amounts of a branch by segment. */
export class Tally {
  readonly energy: ExactSums
  /** Amounts metered below a branch with a main meter. */
  readonly metered: ExactSums | null
  /** Sensors with a figure in the segment. */
  readonly reported: Int32Array
  /** Quarter-hours of steps that are covered, of all sensors that the energy is made of. */
  readonly covered: Float64Array
  /** Covered parts of the other steps, in millionths of quarter-hours: whole numbers, so that sums are exact. */
  readonly coveredParts: Float64Array
  /** Quarter-hours of steps that are covered, of all sensors below a main meter. */
  readonly coveredBelow: Float64Array
  sensorCount = 0
  sourceCount = 0
  belowCount = 0
  readonly #lastReported: Int32Array

  constructor(segmentCount: number, hasMain: boolean) {
    this.energy = new ExactSums(segmentCount)
    this.metered = hasMain ? new ExactSums(segmentCount) : null
    this.reported = new Int32Array(segmentCount)
    this.covered = new Float64Array(segmentCount)
    this.coveredParts = new Float64Array(segmentCount)
    this.coveredBelow = new Float64Array(segmentCount)
    this.#lastReported = new Int32Array(segmentCount)
  }

  /** Counts sensors with a figure, each once, and the quarter-hours that are covered. Sensors come one after the other, by numbers from 1. */
  note(
    { length, states, parts }: PackedRow,
    segments: Int32Array,
    lengths: Int32Array,
    sensor: number,
    isSource: boolean,
    isBelowMain: boolean,
  ): void {
    const counted = isSource ? this.covered : isBelowMain ? this.coveredBelow : null
    // A row is never longer than its segments. There may be millions of steps, so the loop does without `at`.
    for (let index = 0; index < length; index += 1) {
      const segment = segments[index] ?? -1
      if (segment < 0) continue
      const state = states[index] ?? missingElement(states, index)
      if ((state & known) !== 0 && this.#lastReported[segment] !== sensor) {
        this.#lastReported[segment] = sensor
        this.reported[segment] = (this.reported[segment] ?? missingElement(this.reported, segment)) + 1
      }
      if (counted !== null && (state & covered) !== 0) {
        const quarters = lengths[index] ?? missingElement(lengths, index)
        counted[segment] = (counted[segment] ?? missingElement(counted, segment)) + quarters
      }
    }
    if (!isSource) return
    for (const [index, part] of parts) {
      const segment = at(segments, index)
      if (segment < 0) continue
      this.coveredParts[segment] = at(this.coveredParts, segment) + Math.round(part * millionths) * at(lengths, index)
    }
  }

  /** Was all that the energy is made of read all the time in a segment of so many quarter-hours? */
  isCovered(segment: number, quarterCount: number): boolean {
    return this.sourceCount > 0 && this.covered[segment] === quarterCount * this.sourceCount
  }

  /** The share of the time in which what the energy is made of was read. */
  coverageOf(segment: number, quarterCount: number): number {
    const quarters = quarterCount * this.sourceCount
    const coveredMillionths = at(this.covered, segment) * millionths + at(this.coveredParts, segment)
    return quarters === 0 ? 0 : coveredMillionths / (quarters * millionths)
  }

  /**
   * Returns the rest that the sensors below the main meter do not account for; null if one of them, or the meter, has
   * incomplete data.
   */
  unmeteredAt(segment: number, quarterCount: number): Decimal | null {
    const isKnown = this.belowCount > 0 && this.coveredBelow[segment] === quarterCount * this.belowCount
    const [energy, metered] = [this.energy.at(segment), this.metered?.at(segment) ?? null]
    if (!isKnown || !this.isCovered(segment, quarterCount) || energy === null || metered === null) return null
    return subtract(energy, metered)
  }
}

export interface TallyTarget {
  tally: Tally
  /** Converts the sensor's unit to that of the branch; null if both are the same, or one is unknown. */
  unitFactor?: Decimal | null
  isSource: boolean
  isBelowMain: boolean
}

/** Stored data of a series, and its meaning. */
export interface StoredSteps {
  text: string
  steps: SegmentSteps
  /** Additional factor; missing: 1. */
  factor?: Decimal
}

/** Adds a sensor's figures to all that they count for. */
export const addSensor = (
  number: number,
  { kind, multiplier }: { kind: 'energy' | 'power'; multiplier: number },
  stored: readonly StoredSteps[],
  targets: readonly TallyTarget[],
): void => {
  const own = decimalOf(multiplier)
  for (const target of targets) {
    target.tally.sensorCount += 1
    if (target.isSource) target.tally.sourceCount += 1
    if (target.isBelowMain) target.tally.belowCount += 1
    const inUnit = target.unitFactor ? multiply(own, target.unitFactor) : own
    for (const { text, steps, factor } of stored) {
      addText(number, factor === undefined ? inUnit : multiply(inUnit, factor), kind === 'power', text, steps, target)
    }
  }
}

const addText = (
  number: number,
  factor: Decimal,
  isPower: boolean,
  text: string,
  steps: SegmentSteps,
  { tally, isSource, isBelowMain }: TallyTarget,
): void => {
  scan(text, (row) => {
    const [segments, lengths] = [steps.rows.get(row.key), steps.lengths.get(row.key)]
    if (segments === undefined || lengths === undefined) return
    if (isSource) tally.energy.group(row.scale, factor, isPower).addRow(row, segments)
    if (isBelowMain) tally.metered?.group(row.scale, factor, isPower).addRow(row, segments)
    tally.note(row, segments, lengths, number, isSource, isBelowMain)
  })
}
