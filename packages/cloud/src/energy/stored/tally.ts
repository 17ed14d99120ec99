import { type Decimal, decimalOf, multiply, subtract } from '@busbar/modbus/decimal'
import { ExactSums } from './exact-sums.ts'
import { covered, known, type PackedRow, scan } from './packed.ts'
import type { SegmentSteps } from './steps.ts'

/** What a branch comes to in each segment. */
export class Tally {
  readonly energy: ExactSums
  /** Of a branch with a main meter: what is metered below that. */
  readonly metered: ExactSums | null
  /** Sensors with a figure in the segment. */
  readonly reported: Int32Array
  /** Steps that are covered, of all sensors that the energy is made of. */
  readonly covered: Int32Array
  /** What is covered of the other steps, in steps. */
  readonly coveredParts: Float64Array
  /** Steps that are covered, of all sensors below a main meter. */
  readonly coveredBelow: Int32Array
  sensorCount = 0
  sourceCount = 0
  belowCount = 0
  readonly #lastReported: Int32Array

  constructor(segmentCount: number, hasMain: boolean) {
    this.energy = new ExactSums(segmentCount)
    this.metered = hasMain ? new ExactSums(segmentCount) : null
    this.reported = new Int32Array(segmentCount)
    this.covered = new Int32Array(segmentCount)
    this.coveredParts = new Float64Array(segmentCount)
    this.coveredBelow = new Int32Array(segmentCount)
    this.#lastReported = new Int32Array(segmentCount)
  }

  /** Counts sensors with a figure, each once, and the steps that are covered. Sensors come one after the other, by numbers from 1. */
  note(
    { length, states, parts }: PackedRow,
    segments: Int32Array,
    sensor: number,
    isSource: boolean,
    isBelowMain: boolean,
  ): void {
    const coveredSteps = isSource ? this.covered : isBelowMain ? this.coveredBelow : null
    for (let index = 0; index < length; index += 1) {
      const segment = segments[index] ?? -1
      if (segment < 0) continue
      const state = states[index] ?? 0
      if ((state & known) !== 0 && this.#lastReported[segment] !== sensor) {
        this.#lastReported[segment] = sensor
        this.reported[segment] = (this.reported[segment] ?? 0) + 1
      }
      if (coveredSteps !== null && (state & covered) !== 0) coveredSteps[segment] = (coveredSteps[segment] ?? 0) + 1
    }
    if (!isSource) return
    for (const [index, part] of parts) {
      const segment = segments[index] ?? -1
      if (segment >= 0) this.coveredParts[segment] = (this.coveredParts[segment] ?? 0) + part
    }
  }

  /** Was all that the energy is made of read all the time in a segment of so many steps? */
  isCovered(segment: number, stepCount: number): boolean {
    return this.sourceCount > 0 && this.covered[segment] === stepCount * this.sourceCount
  }

  /** The share of the time in which what the energy is made of was read. */
  coverageOf(segment: number, stepCount: number): number {
    const steps = stepCount * this.sourceCount
    return steps === 0 ? 0 : ((this.covered[segment] ?? 0) + (this.coveredParts[segment] ?? 0)) / steps
  }

  /** What the sensors below the main meter do not account for; null where one of them, or the meter, was not read all the time. */
  unmeteredAt(segment: number, stepCount: number): Decimal | null {
    const isKnown = this.belowCount > 0 && this.coveredBelow[segment] === stepCount * this.belowCount
    const [energy, metered] = [this.energy.at(segment), this.metered?.at(segment) ?? null]
    if (!isKnown || !this.isCovered(segment, stepCount) || energy === null || metered === null) return null
    return subtract(energy, metered)
  }
}

export interface TallyTarget {
  tally: Tally
  isSource: boolean
  isBelowMain: boolean
}

/** What was kept of a series, and what it means. */
export interface StoredSteps {
  text: string
  steps: SegmentSteps
  /** By which it is multiplied besides; left out: by 1. */
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
    for (const { text, steps, factor } of stored) {
      addText(number, factor === undefined ? own : multiply(own, factor), kind === 'power', text, steps, target)
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
    const segments = steps.rows.get(row.key)
    if (segments === undefined) return
    if (isSource) tally.energy.group(row.scale, factor, isPower).addRow(row, segments)
    if (isBelowMain) tally.metered?.group(row.scale, factor, isPower).addRow(row, segments)
    tally.note(row, segments, number, isSource, isBelowMain)
  })
}
