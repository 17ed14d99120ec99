import { at } from '@busbar/kit'
import { isoTime } from '../../fields/iso-time.ts'
import { figureOf, figureText } from '../figures.ts'
import type { Tally } from '../stored/tally.ts'
import type { Segment } from './energy.contract.ts'

/** A tally as an answer. */
export const segmentsOf = (tally: Tally, quarterCounts: Int32Array, edges: readonly number[], now: Date): Segment[] =>
  edges.slice(1).map((till, index) => {
    const quarterCount = at(quarterCounts, index)
    const energy = tally.energy.at(index)
    const metered = tally.metered?.at(index) ?? null
    return {
      from: isoTime(at(edges, index)),
      till: isoTime(till),
      energy: figureOf(energy),
      ...figureText('energyText', energy),
      ...(tally.metered !== null && {
        metered: figureOf(metered),
        ...figureText('meteredText', metered),
        unmetered: figureOf(tally.unmeteredAt(index, quarterCount)),
      }),
      isComplete: tally.isCovered(index, quarterCount) && till <= now.getTime(),
      coverage: Math.floor(tally.coverageOf(index, quarterCount) * 1e6) / 1e6,
      sensorsReported: at(tally.reported, index),
      sensorsTotal: tally.sensorCount,
    }
  })
