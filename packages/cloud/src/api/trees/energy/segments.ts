import { figureOf, figureText } from '../../../energy/figures.ts'
import type { Tally } from '../../../energy/stored/tally.ts'
import { isoTime } from '../../readings/format/iso-time.ts'
import type { Segment } from './energy.contract.ts'

/** A tally as an answer. */
export const segmentsOf = (tally: Tally, quarterCounts: Int32Array, edges: readonly number[], now: Date): Segment[] =>
  edges.slice(1).map((till, at) => {
    const quarterCount = quarterCounts[at] ?? 0
    const energy = tally.energy.at(at)
    const metered = tally.metered?.at(at) ?? null
    return {
      from: isoTime(edges[at] ?? 0),
      till: isoTime(till),
      energy: figureOf(energy),
      ...figureText('energyText', energy),
      ...(tally.metered !== null && {
        metered: figureOf(metered),
        ...figureText('meteredText', metered),
        unmetered: figureOf(tally.unmeteredAt(at, quarterCount)),
      }),
      isComplete: tally.isCovered(at, quarterCount) && till <= now.getTime(),
      coverage: Math.floor(tally.coverageOf(at, quarterCount) * 1e6) / 1e6,
      sensorsReported: tally.reported[at] ?? 0,
      sensorsTotal: tally.sensorCount,
    }
  })
