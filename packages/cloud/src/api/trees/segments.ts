import { type Decimal, toNumber } from '@busbar/modbus/decimal'
import { isoTime } from '../readings/iso-time.ts'
import type { Segment } from './energy.contract.ts'
import type { Tally } from './tally.ts'

/** A tally as an answer. */
export const segmentsOf = (tally: Tally, stepCounts: Int32Array, edges: readonly number[], now: Date): Segment[] =>
  edges.slice(1).map((till, at) => {
    const { energy, metered, reported, covered, sensorCount, sourceCount } = tally
    const isCovered = sourceCount > 0 && covered[at] === (stepCounts[at] ?? 0) * sourceCount
    return {
      from: isoTime(edges[at] ?? 0),
      till: isoTime(till),
      energy: figureOf(energy.at(at)),
      ...(metered !== null && { metered: figureOf(metered.at(at)) }),
      isComplete: isCovered && till <= now.getTime(),
      sensorsReported: reported[at] ?? 0,
      sensorsTotal: sensorCount,
    }
  })

/** As JSON has it; what is beyond a double is not known. */
const figureOf = (value: Decimal | null): number | null => {
  const number = value === null ? Number.NaN : toNumber(value)
  return Number.isFinite(number) ? number : null
}
