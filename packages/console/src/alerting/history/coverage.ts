import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { Alert } from '../alert/alert-frame.tsx'
import type { Timeline } from './history.rules.ts'

export interface Coverage {
  /** From when on occurrences are known, in milliseconds; null where they are not logged. */
  knownFrom: number | null
  /** How often the alert was active, and since when that is known where it is not the whole span. */
  text: string
}

/** What a timeline covers; undefined until it is loaded. */
export const useCoverage = (logAs: Alert['logAs'], timeline: Timeline | undefined): Coverage | undefined => {
  const { alerts } = useTexts()
  const { time } = useFormat()
  if (timeline === undefined) return undefined
  if (logAs === 'none' && timeline.total === 0) return { knownFrom: null, text: alerts.levels.none }
  const { createdOn, from, total } = timeline
  const knownFrom = Date.parse(createdOn ?? from)
  const isPartial = createdOn !== undefined && knownFrom > Date.parse(from)
  return {
    knownFrom,
    text: isPartial
      ? `${alerts.times({ count: total })}, ${alerts.createdOn({ time: time(createdOn) })}`
      : alerts.times({ count: total }),
  }
}
