import { decimalsOf } from '@busbar/ui/quantity'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { useExtremes, useParamStates } from '../../readings/values/param-states.ts'
import { paramText, useTileText } from '../../readings/values/param-text.ts'
import type { PolledDevice } from '../../readings/values/trouble.rules.ts'
import { AgedValue } from '../../readings/values/value-quality.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { type DayCourse, dayCourse } from '../day-line.rules.ts'
import { DayLine } from '../day-line.tsx'

type Param = AnswerOf<'devices', 'params'>[number]

export interface FirstValuesProps {
  device: AnswerOf<'devices', 'get'>
  polled: PolledDevice | undefined
  params: readonly Param[]
}

const shownMax = 4
const dayMs = 86_400_000
const steps = 96
const stepMs = dayMs / steps
/** Extremes of a reading that arrives in between are seen at once. */
const refetchInterval = 60_000

/** Numbers that are recorded: the first ones of a device are what its makers show first. */
export const firstNumbers = (params: readonly Param[], count: number): readonly Param[] =>
  params
    .filter((one) => one.isTracked && one.valueType !== 'string' && one.valueType !== 'bit' && one.enum === undefined)
    .slice(0, count)

/** Returns values of different categories first: a voltage beside a power is more useful than a second voltage. */
const tellingNumbers = (params: readonly Param[], count: number): readonly Param[] => {
  const numbers = firstNumbers(params, params.length)
  const groups = [...Map.groupBy(numbers, ({ category = '' }) => paramText(category, 'en')).values()]
  const firsts = groups.flatMap(([first]) => (first === undefined ? [] : [first]))
  const chosen = new Set([...firsts, ...numbers].slice(0, count))
  return numbers.filter((one) => chosen.has(one))
}

/** The first values of a device, large, with their day. */
export const FirstValues = ({ device, polled, params }: FirstValuesProps): ReactNode => {
  const shown = useMemo(() => tellingNumbers(params, shownMax), [params])
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])
  const states = useParamStates(device.id, ids)
  const till = Math.ceil(useNow() / stepMs) * stepMs
  const day = useQuery({
    ...apiQuery('readings', 'minMeanMax', {
      paramIds: ids,
      from: new Date(till - dayMs),
      till: new Date(till),
      points: steps,
    }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval,
    refetchOnWindowFocus: false,
  }).data
  const days = useMemo(
    () => ids.map((_, column) => day && dayCourse(day, column, till - dayMs, stepMs, steps)),
    [ids, day],
  )
  const valueText = useTileText()
  const language = useLanguage()
  if (shown.length < 2) return null
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {shown.map((param, i) => {
        const state = states.data === undefined ? undefined : (states.data[param.id] ?? {})
        return (
          <li key={param.id} className="flex min-w-0 flex-col gap-0.5 bg-surface px-4 py-3">
            <span className="text-xs text-quiet">
              <RowLink href={`/params/${param.id}`}>{paramText(param.name, language)}</RowLink>
            </span>
            {state === undefined ? (
              <Skeleton className="h-7 w-24" />
            ) : (
              <AgedValue
                state={state}
                reading={{ isTracked: true, updatePeriodSec: device.updatePeriodSec, device: polled }}
              >
                <Value text={valueText(param, state)} size="card" />
              </AgedValue>
            )}
            <Day param={param} day={days[i]} value={state?.value} />
          </li>
        )
      })}
    </ul>
  )
}

const Day = ({
  param,
  day,
  value,
}: {
  param: Param
  day: DayCourse | undefined
  value: string | undefined
}): ReactNode => {
  const { device } = useTexts()
  const { range } = useFormat()
  const extremes = useExtremes(day?.extremes, value)
  if (day === undefined || extremes === undefined) return <span className="h-13" />
  const { least, greatest } = extremes
  const decimals = decimalsOf(param, Math.max(Math.abs(least), Math.abs(greatest)))
  const [low, high] = range(least, greatest, { unit: param.unitName, decimals })
  return (
    <>
      <DayLine values={day.values} className="h-9 w-full" />
      <span className="text-xs text-faint">{device.dayRange({ low, high })}</span>
    </>
  )
}
