import type { PictureValues, Vis, VisBinding } from '@busbar/diagrams'
import { Drawing, type DrawingProps, inputsOf, spaced } from '@busbar/diagrams/viewer'
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { apiQuery, keyOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLiveEvents } from '../../data/live/use-live.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useReadBacks } from '../../readings/values/param-states.ts'
import type { ReadBack } from '../../readings/values/quality.rules.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useElements } from './use-elements.ts'

export interface PictureProps {
  visId: number
  /** Called with the chosen element; without it the diagram is read-only. */
  onPick?: (code: string) => void
  picked?: string | undefined
  className?: string
}

/** A picture by its id, live, for wherever one is wanted. */
export const Picture = ({ visId, ...rest }: PictureProps): ReactNode => {
  const vis = useQuery(apiQuery('visualizations', 'get', { visId }))
  return <Loaded query={vis}>{(found) => <LivePicture vis={found} {...rest} />}</Loaded>
}

const LivePicture = ({
  vis,
  onPick,
  picked,
  className = '',
}: Omit<PictureProps, 'visId'> & { vis: Vis }): ReactNode => {
  const values = usePictureValues(vis)
  const elements = useElements(vis)
  return (
    <LiveDrawing
      name={vis.name}
      source={vis.source}
      values={values.data}
      {...(onPick !== undefined && { elements, onPick })}
      picked={picked}
      className={className}
    />
  )
}

/** Many values of a picture change at once: they are asked for together. */
const togetherMs = 1000
/** Values become old without an event, so they are requested again. */
const againMsMin = 5000
const againMsMax = 60_000

/** Loads the values of a diagram, again after new readings and at intervals. */
export const usePictureValues = (vis: Vis): UseQueryResult<PictureValues> => {
  const client = useQueryClient()
  const request = { visId: vis.id, lang: serviceLanguage(useLanguage()) }
  // A share link has no access to the inputs, so every reading refreshes it.
  const inputs = useMemo(() => inputsOf(vis), [vis])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents((events) => {
    const isNew = events.some(
      (event) =>
        event.kind === 'reset' ||
        (event.kind === 'readings' &&
          (event.error !== undefined ||
            [event.values, event.errors ?? {}].some((of) =>
              Object.keys(of).some((id) => inputs.size === 0 || inputs.has(Number(id))),
            ))),
    )
    if (!isNew || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      void client.invalidateQueries({ queryKey: keyOf('visualizations', 'values', request) })
    }, togetherMs)
  })
  const readBacks = useReadBacks()
  const select = useCallback(
    (values: PictureValues) => spaced(withReadBacks(values, vis.bindings, readBacks)),
    [vis, readBacks],
  )
  return useQuery({
    ...apiQuery('visualizations', 'values', request),
    placeholderData: keepPreviousData,
    select,
    refetchInterval: Math.min(againMsMax, Math.max(againMsMin, vis.updatePeriodSec * 1000)),
  })
}

/** Values that were read back after a write stand in for older ones. How a formula, a format or a rule shows them, only the service knows. */
const withReadBacks = (
  values: PictureValues,
  bindings: readonly VisBinding[],
  readBacks: ReadonlyMap<number, ReadBack>,
): PictureValues => {
  const changed = bindings.flatMap(({ code, param, formula, format, rules }) => {
    const [readBack, value] = [readBacks.get(param ?? 0), values[code]]
    const isPlain = formula === undefined && format === undefined && (rules ?? []).length === 0
    if (readBack === undefined || value === undefined || !isPlain || readBack.readOn < (value.readOn ?? '')) return []
    const { reason: _, ...rest } = value
    const number = Number(readBack.value)
    const { formattedValue: text, readOn } = readBack
    return [[code, { ...rest, text, readOn, quality: 'good' as const, ...(Number.isFinite(number) && { number }) }]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

/** A drawing whose values show their age in the language of the user. */
export const LiveDrawing = (props: Omit<DrawingProps, 'ageOf'>): ReactNode => {
  const { ago } = useFormat()
  const now = useNow()
  const ageOf = useCallback((readOn: string) => ago(readOn, now), [ago, now])
  return <Drawing {...props} ageOf={ageOf} />
}
