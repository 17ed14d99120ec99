import type { BandPoints, ChartSeries } from '@busbar/charts'
import { type Gap, gapsOfLine } from '@busbar/charts/gaps'
import type { Limit, Mark } from '@busbar/charts/plot'
import { coarse, type TimeWindow } from '@busbar/charts/window'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { shareToken } from '../../data/state/share-link.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { shownValue } from '../charts/shown-value.ts'

type Annotations = AnswerOf<'annotations', 'list'>

/** Overlays beside lines. */
export interface ChartOverlays {
  /** Gaps of each series. */
  gaps: readonly (readonly Gap[])[]
  /** False until the recorded gaps are loaded. */
  areGapsKnown: boolean
  limits: readonly Limit[]
  marks: readonly Mark[]
  annotations: Annotations
}

const none: Annotations = { conditions: [], episodes: [], writes: [] }
/** Interval at which data up to the present is reloaded. */
const refetchMs = 60_000
const options = { placeholderData: keepPreviousData, refetchOnWindowFocus: false } as const

/** Kinds of conditions that are a line across. */
const lineKinds: ReadonlySet<string> = new Set(['g', 'ge', 'l', 'le', 'eq'])

/** Why lines break, limits of alerts, and what happened in a view. */
export const useOverlays = (
  series: readonly ChartSeries[],
  lines: readonly BandPoints[],
  view: TimeWindow,
  now: number,
  stepMs: number,
): ChartOverlays => {
  const { charts } = useTexts()
  const format = useFormat()
  const { from, till } = coarse(view)
  const request = { paramIds: series.map(({ paramId }) => paramId), from: new Date(from), till: new Date(till) }
  const isNow = till > now - refetchMs
  const common = { ...options, enabled: series.length > 0, refetchInterval: isNow ? refetchMs : (false as const) }
  const recorded = useQuery({ ...apiQuery('readings', 'gaps', request), ...common })
  // They name people: a share link does not open them.
  const isMember = shareToken() === null
  const { data: annotations = none } = useQuery({
    ...apiQuery('annotations', 'list', request),
    ...common,
    enabled: common.enabled && isMember,
  })
  const end = Math.min(view.till, now)
  const gaps = useMemo(
    () =>
      series.map(({ paramId }, i) => {
        const line = lines[i]
        if (line === undefined || recorded.data === undefined) return []
        return gapsOfLine(line, recorded.data[paramId] ?? [], stepMs, end).filter(
          (gap) => gap.till >= view.from && gap.from <= view.till,
        )
      }),
    [series, lines, recorded.data, stepMs, view, end],
  )
  const limits = useMemo(
    () =>
      annotations.conditions.flatMap(({ paramId, name, kind, value, logAs, isEnabled }): Limit[] => {
        const one = series.find((each) => each.paramId === paramId)
        if (one === undefined || !isEnabled || !lineKinds.has(kind)) return []
        return [{ paramId, value, tone: alertTone(logAs), label: `${name} · ${shownValue(one, value, format)}` }]
      }),
    [annotations, series, format],
  )
  const marks = useMemo(
    (): Mark[] => [
      ...annotations.episodes.map(({ startedOn, name, logAs }) => ({
        on: Date.parse(startedOn),
        kind: 'alarm' as const,
        tone: alertTone(logAs),
        label: name,
      })),
      ...annotations.writes.map(({ on, userName, before, value }) => ({
        on: Date.parse(on),
        kind: 'write' as const,
        tone: 'muted' as const,
        label: charts.wrote({ who: userName === '' ? charts.alertWriter : userName, before: before ?? '—', value }),
      })),
    ],
    [annotations, charts],
  )
  return { gaps, areGapsKnown: recorded.data !== undefined, limits, marks, annotations }
}
