import { type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import type { Diagnosis, UnitFigures } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { StateShape } from '../../ui/feedback/state-mark.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable, RowLink } from '../../ui/layout/table.tsx'
import { logPosition, type StripTone, slotsPaths, unitTone, worstFirst } from './unit-strip.rules.ts'

const slots = 96
const none = { min: 0, max: 0 }
const two = { min: 2, max: 2 }

/** Each unit of the line: how fast it answers, how often not, its day, and what it takes of the line. */
export const UnitsPanel = ({ found }: { found: Diagnosis }): ReactNode => {
  const { diagnosis: texts, net } = useTexts()
  const { number, decimal } = useFormat()
  const levels = new Map(found.findings.flatMap(({ unit, level }) => (unit === undefined ? [] : [[unit, level]])))
  const ms = (value: number | null): string => (value === null ? '—' : number(Math.round(value), 'ms'))
  const percent = (part: number, total: number): string =>
    total === 0 ? '—' : decimal((part / total) * 100, part === 0 ? none : two, '%')
  const rows = useMemo(() => worstFirst(found.units), [found.units])
  const columns: Column<UnitFigures>[] = [
    {
      id: 'unit',
      title: texts.unitTitle,
      share: 2.4,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <StateShape tone={unitTone(row, levels)} isQuiet={row.requests === 0} />
          <span className="w-7 shrink-0 text-quiet">{number(row.unit)}</span>
          <UnitName row={row} />
        </span>
      ),
    },
    {
      id: 'times',
      title: texts.answerTimes,
      share: 2,
      from: 'desktop',
      cell: (row) => <AnswerTimes row={row} timeoutMs={found.timeoutMs} />,
    },
    { id: 'mean', title: texts.mean, align: 'right', cell: ({ meanMs }) => ms(meanMs) },
    { id: 'slowest', title: texts.slowest, align: 'right', from: 'tablet', cell: ({ slowestMs }) => ms(slowestMs) },
    {
      id: 'failed',
      title: texts.failed,
      align: 'right',
      phone: 'detail',
      cell: ({ failed, requests }) => (
        <span className={failed > requests / 100 ? 'font-medium text-warning-text' : ''}>
          {percent(failed, requests)}
        </span>
      ),
    },
    { id: 'day', title: texts.day, share: 2.6, from: 'tablet', cell: (row) => <UnitStrip row={row} found={found} /> },
    { id: 'share', title: texts.share, align: 'right', from: 'tablet', cell: ({ share }) => percent(share, 1) },
  ]
  return (
    <Panel title={texts.units}>
      {rows.length === 0 ? (
        <EmptyState title={net.noDevices} help={net.noDevicesHelp} />
      ) : (
        <DataTable label={texts.units} rows={rows} columns={columns} rowKey={({ unit }) => unit} />
      )}
    </Panel>
  )
}

const UnitName = ({ row: { devices } }: { row: UnitFigures }): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const [device] = devices
  if (device === undefined) return <span className="truncate text-quiet">{texts.noDevice}</span>
  const names = devices.map(({ name }) => name).join(', ')
  return (
    <span className="truncate" title={names}>
      <RowLink href={`/devices/${device.deviceId}/diagnostics`}>{names}</RowLink>
    </span>
  )
}

/** From the fastest to the slowest answer on a logarithmic scale, with the mean as a mark. */
const AnswerTimes = ({ row, timeoutMs }: { row: UnitFigures; timeoutMs: number }): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const { number } = useFormat()
  const { fastestMs, meanMs, slowestMs } = row
  if (fastestMs === null || meanMs === null || slowestMs === null) {
    return (
      <span className={`text-xs ${row.requests === 0 ? 'text-faint' : 'text-unknown-text'}`}>
        {row.requests === 0 ? texts.notAsked : texts.noAnswerHour}
      </span>
    )
  }
  const [from, till, usual] = [logPosition(fastestMs), logPosition(slowestMs), logPosition(meanMs)]
  const ms = (value: number): string => number(Math.round(value), 'ms')
  return (
    <span
      role="img"
      aria-label={texts.answerTimesOf({ fastest: ms(fastestMs), mean: ms(meanMs), slowest: ms(slowestMs) })}
      title={texts.answerTimesOf({ fastest: ms(fastestMs), mean: ms(meanMs), slowest: ms(slowestMs) })}
      className="relative block h-4"
    >
      <span className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 bg-pressed" />
      <span
        className="absolute top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-muted-line"
        style={{ left: `${from}%`, width: `${Math.max(1, till - from)}%` }}
      />
      <span className="absolute top-0.5 h-3 w-0.5 bg-ink" style={{ left: `${usual}%` }} />
      <span
        className="absolute top-0 h-4 border-l border-dashed border-warning"
        style={{ left: `${logPosition(timeoutMs)}%` }}
      />
    </span>
  )
}

const fills: Readonly<Record<StripTone, string>> = {
  ok: 'fill-strip-ok',
  warning: 'fill-warning',
  unknown: 'fill-unknown',
  muted: 'fill-muted-line',
}

/** The last day of a unit in bars of 15 minutes. Pointing at a bar shows the outcome of its requests. */
const UnitStrip = ({ row, found }: { row: UnitFigures; found: Diagnosis }): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const { number, time } = useFormat()
  const [at, setAt] = useState<number | null>(null)
  const paths = useMemo(() => slotsPaths(row.slots, slots), [row.slots])
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.min(slots - 1, Math.max(0, Math.floor(((clientX - left) / width) * slots))))
  }
  const slot = row.slots.find((one) => one.at === at)
  const counts = (['timeouts', 'damaged', 'exceptions', 'late'] as const).flatMap((name) =>
    slot?.[name] === undefined ? [] : [`${texts.slotCounts[name]}: ${number(slot[name])}`],
  )
  const tip = at !== null && [
    time(new Date(Date.parse(found.from) + at * found.slotSec * 1000).toISOString()),
    slot === undefined
      ? texts.notAsked
      : texts.slotAnswers({ answers: number(slot.answers), requests: number(slot.requests) }),
    ...counts,
    ...(slot?.meanMs === undefined ? [] : [texts.slotMean({ ms: number(Math.round(slot.meanMs), 'ms') })]),
  ]
  const sum = (of: 'answers' | 'requests'): string => number(row.slots.reduce((all, one) => all + one[of], 0))
  return (
    <svg
      viewBox={`0 0 ${slots} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${texts.unit({ unit: number(row.unit) })}, ${texts.day}: ${texts.slotAnswers({ answers: sum('answers'), requests: sum('requests') })}`}
      onPointerMove={point}
      onPointerLeave={() => setAt(null)}
      className="h-3.5 w-full min-w-0"
    >
      {tip !== false && <title>{tip.join('\n')}</title>}
      {[...paths].map(([tone, path]) => (
        <path key={tone} d={path} className={fills[tone]} />
      ))}
    </svg>
  )
}
