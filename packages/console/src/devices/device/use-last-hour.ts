import type { TimeWindow } from '@busbar/charts/window'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useNow } from '../../data/format/use-now.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const points = 60
/** One question for all; of a device with more, the rest have no line. */
const paramsMax = 100

export interface LastHour {
  rows: AnswerOf<'readings', 'minMeanMax'>
  paramIds: readonly number[]
  view: TimeWindow
  stepMs: number
}

/** A point for each minute of the last hour, loaded again every minute. */
export const useLastHour = (all: readonly number[]): LastHour => {
  const till = Math.ceil(useNow() / minuteMs) * minuteMs
  const paramIds = all.slice(0, paramsMax)
  const view = { from: till - hourMs, till }
  const found = useQuery({
    ...apiQuery('readings', 'minMeanMax', { paramIds, from: new Date(view.from), till: new Date(till), points }),
    enabled: paramIds.length > 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  return { rows: found.data ?? none, paramIds, view, stepMs: hourMs / points }
}

const none: AnswerOf<'readings', 'minMeanMax'> = []
