import type { BandPoints } from '@busbar/charts'
import { Sparkline } from '@busbar/charts/sparkline'
import type { TimeWindow } from '@busbar/charts/window'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import type { ParamState, Reading } from '../../readings/values/quality.rules.ts'
import { AgedValue, ValueAge, ValueQuality } from '../../readings/values/value-quality.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { type Column, DataTable, RowLink } from '../../ui/layout/table.tsx'
import { Value } from '../../ui/layout/value.tsx'

export interface ValueRow {
  id: number
  name: string
  label: string | undefined
  /** Under which its maker lists it; empty where it has none. */
  category: string
  /** Its value as it is shown. */
  text: string
  /** Undefined until it is known. */
  state: ParamState | undefined
  reading: Reading
  /** Null where there is no line to draw. */
  course: BandPoints | null
  hour: LastHour
  isWritable: boolean
}

/** A row for each parameter: its value, how good and how old it is, and the way to another value. */
export const ValuesTable = ({
  rows,
  onWrite,
}: {
  rows: readonly ValueRow[]
  onWrite: (paramId: number) => void
}): ReactNode => {
  const { common, device } = useTexts()
  const hasButtons = rows.some(({ isWritable }) => isWritable)
  const columns = useMemo((): Column<ValueRow>[] => {
    const write: Column<ValueRow> = {
      id: 'write',
      title: device.set,
      share: 0.9,
      align: 'right',
      phone: 'action',
      cell: ({ id, name, isWritable }) =>
        isWritable && (
          <Button className="min-h-8 px-2" aria-label={device.setOf({ name })} onClick={() => onWrite(id)}>
            {device.set}
          </Button>
        ),
    }
    return [
      { id: 'name', title: device.parameter, share: 2.6, cell: (row) => <Name row={row} /> },
      {
        id: 'value',
        title: common.value,
        share: 2.2,
        align: 'right',
        cell: ({ state, reading, text }) =>
          state === undefined ? (
            <Skeleton />
          ) : (
            <AgedValue state={state} reading={reading}>
              <Value text={text} />
            </AgedValue>
          ),
      },
      {
        id: 'quality',
        title: device.quality,
        share: 1.6,
        from: 'tablet',
        phone: 'detail',
        cell: ({ state, reading }) =>
          state === undefined ? <Skeleton /> : <ValueQuality state={state} reading={reading} />,
      },
      {
        id: 'age',
        title: device.age,
        from: 'tablet',
        phone: 'detail',
        cell: ({ state, reading }) =>
          state === undefined ? <Skeleton /> : <ValueAge state={state} reading={reading} />,
      },
      { id: 'hour', title: device.lastHour, share: 1.1, from: 'desktop', cell: (row) => <Course row={row} /> },
      ...(hasButtons ? [write] : []),
    ]
  }, [common, device, hasButtons, onWrite])
  const hasGroups = new Set(rows.map(({ category }) => category)).size > 1
  return (
    <DataTable
      label={device.values}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      rowPx={44}
      group={hasGroups ? ({ category }) => category : undefined}
    />
  )
}

const Name = ({ row: { id, name, label } }: { row: ValueRow }): ReactNode => (
  <span title={name}>
    <RowLink href={`/params/${id}`}>{name}</RowLink>
    {label !== undefined && <span className="block truncate font-mono text-xs text-quiet max-md:hidden">{label}</span>}
  </span>
)

const Course = ({ row: { name, course, hour } }: { row: ValueRow }): ReactNode => {
  const { charts } = useTexts()
  const { number } = useFormat()
  if (course === null) return null
  const [lows, highs] = [course.lows, course.highs].map((ends) => ends.filter((value) => value !== null))
  if (lows === undefined || highs === undefined || lows.length === 0) return null
  const label = charts.lastHour({ name, low: number(Math.min(...lows)), high: number(Math.max(...highs)) })
  return <Sparkline label={label} points={course} view={hour.view} stepMs={hour.stepMs} />
}

const hourMs = 3_600_000
const minuteMs = 60_000
const points = 60
/** Maximum number of parameters of one request; further ones have no sparkline. */
const paramsMax = 100

interface LastHour {
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
