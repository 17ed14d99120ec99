import { at } from '@busbar/kit/at'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import type { ChartFormat } from '../model/bars.ts'
import {
  type BarColumn,
  type BarSeries,
  type Bars,
  colourOf,
  coverageMin,
  labelStep,
  marksWithin,
  ticksTo,
} from '../model/bars.ts'
import { unmeteredFill, unreadFill } from './hatches.tsx'
import { axisTicks, useWidth } from './measure.ts'
import { axisFontPx, ScaleMark, ValueAxis } from './value-axis.tsx'

/** Texts of a bar chart, in the language of the user. */
interface BarTexts {
  /** Name of the chart for screen readers, with the keys that move in it. */
  keys: string
  total: string
  nameOf: (series: BarSeries) => string
  readFor: (share: string) => string
  setAside: (count: number) => string
}

export interface BarChartProps {
  bars: Bars
  unit: string | null
  format: ChartFormat
  texts: BarTexts
  /** Start of a column, below it. */
  shortDate: (from: number) => string
  /** Room for such a date. */
  labelPx: number
  /** Period of a column, in the tip. */
  longDate: (from: number, till: number) => string
  /** Name of the compared period; null where nothing is compared. */
  comparedText: string | null
  /** Amounts marked on the scale. */
  marks?: readonly number[]
}

const none: readonly number[] = []
const height = 236
const [top, bottom] = [18, 24]

const fillOf = ({ kind, colour }: BarSeries): string => {
  if (kind === 'rest') return unmeteredFill
  if (kind === 'unknown') return unreadFill
  return kind === 'own' ? 'var(--muted)' : colourOf(colour)
}

/** Columns by time, stacked by branch. Arrow keys go from one to the next. */
export const BarChart = (props: BarChartProps): ReactNode => {
  const { bars, unit, format, texts, shortDate, labelPx, longDate, comparedText, marks = none } = props
  const { amount, percent } = format
  const { nameOf } = texts
  const { ref, width } = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number | null>(null)
  const { columns, series } = bars
  const shownMarks = useMemo(() => marksWithin(marks, bars.greatest), [marks, bars.greatest])
  const ticks = useMemo(() => ticksTo(Math.max(bars.greatest, ...shownMarks), 4), [bars.greatest, shownMarks])
  const axis = axisTicks(format, ticks, unit, axisFontPx)
  const { scale, widthPx: left } = axis
  const greatest = ticks.at(-1) ?? 1
  const columnPx = (width - left) / Math.max(1, columns.length)
  const y = (value: number): number => height - bottom - (Math.max(0, value) / greatest) * (height - top - bottom)
  const x = (index: number): number => left + index * columnPx
  const step = labelStep(columns.length, width - left, labelPx)
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setChosen((index) => Math.min(columns.length - 1, Math.max(0, (index ?? (by > 0 ? -1 : columns.length)) + by)))
  }
  const tip = chosen === null ? undefined : columns[chosen]
  const shown = (value: number | null): string => amount(value, unit ?? '', scale)
  const tipText = ({ values, total, coverage, setAside }: BarColumn, title: string): string =>
    [
      `${title}: ${shown(total)}`,
      ...series.flatMap((one, index) =>
        values[index] == null ? [] : [`${nameOf(one)} ${shown(values[index] ?? null)}`],
      ),
      ...(isPartlyRead(coverage) ? [texts.readFor(percent(coverage))] : []),
      ...(setAside > 0 ? [texts.setAside(setAside)] : []),
    ].join('; ')
  return (
    <div className="relative px-4 pb-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move in it, and the tip is read */}
      <div ref={ref} role="group" aria-label={texts.keys} tabIndex={0} onKeyDown={move} onBlur={() => setChosen(null)}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            className="block"
            onPointerLeave={() => setChosen(null)}
            onPointerMove={({ nativeEvent: { offsetX } }) =>
              setChosen(offsetX < left ? null : Math.min(columns.length - 1, Math.floor((offsetX - left) / columnPx)))
            }
          >
            <ValueAxis axis={axis} right={width} y={y} />
            {columns.map((column, index) => (
              <g key={column.from}>
                {index === chosen && (
                  <rect x={x(index)} y={top} width={columnPx} height={height - top - bottom} fill="var(--hover)" />
                )}
                <Column column={column} series={series} x={x(index)} width={columnPx} y={y} />
                {index % step === 0 && (
                  <text
                    x={x(index) + columnPx / 2}
                    y={height - 7}
                    fontSize={11}
                    textAnchor="middle"
                    fill="var(--faint)"
                    fontWeight={column.isRunning ? 600 : 400}
                  >
                    {shortDate(column.from)}
                  </text>
                )}
              </g>
            ))}
            {shownMarks.map((mark) => (
              <ScaleMark key={mark} text={amount(mark, unit ?? '', scale)} y={y(mark)} left={left} right={width} />
            ))}
          </svg>
        )}
      </div>
      <p className="sr-only" role="status">
        {tip === undefined ? '' : tipText(tip, longDate(tip.from, tip.till))}
      </p>
      {tip !== undefined && chosen !== null && (
        <Tip
          column={tip}
          series={series}
          shown={shown}
          title={longDate(tip.from, tip.till)}
          leftPx={x(chosen) + columnPx}
          isLeft={x(chosen) > width / 2}
          comparedText={comparedText}
          texts={texts}
          percent={percent}
        />
      )}
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-quiet">
        {series.map((one) => (
          <li key={one.key} className="inline-flex items-center gap-1.5">
            <Swatch series={one} />
            {nameOf(one)}
          </li>
        ))}
        {comparedText !== null && (
          <li className="inline-flex items-center gap-1.5">
            <span className="h-0.5 w-3 bg-ink" aria-hidden="true" />
            {comparedText}
          </li>
        )}
      </ul>
    </div>
  )
}

const Swatch = ({ series }: { series: BarSeries }): ReactNode => (
  <svg viewBox="0 0 10 10" className="size-2.5 shrink-0" aria-hidden="true">
    <rect width="10" height="10" rx="2" style={{ fill: fillOf(series) }} />
  </svg>
)

interface ColumnProps {
  column: BarColumn
  series: readonly BarSeries[]
  x: number
  width: number
  y: (value: number) => number
}

const Column = ({ column, series, x, width, y }: ColumnProps): ReactNode => {
  const { values, total, coverage, compared, isRunning, setAside } = column
  const inner = Math.max(1, width * 0.74)
  const from = x + (width - inner) / 2
  const known = series.length === 0 ? (total ?? 0) : values.reduce<number>((sum, one) => sum + Math.max(0, one ?? 0), 0)
  const isGap = coverage !== null && coverage < coverageMin
  let base = 0
  return (
    <g opacity={isRunning ? 0.62 : 1}>
      {isGap && (
        <rect
          x={from}
          y={top}
          width={inner}
          height={Math.max(0, y(known) - top)}
          style={{ fill: unreadFill }}
          opacity={0.7}
        />
      )}
      {series.length === 0 && total !== null && (
        <rect x={from} y={y(total)} width={inner} height={y(0) - y(total)} fill="var(--series-1)" />
      )}
      {series.map((one, index) => {
        // A value that was not read has no height.
        const value = Math.max(0, at(values, index) ?? 0)
        const [low, high] = [y(base), y(base + value)]
        base += value
        return value > 0 ? (
          <rect
            key={one.key}
            x={from}
            y={high}
            width={inner}
            height={Math.max(0.5, low - high)}
            style={{ fill: fillOf(one) }}
          />
        ) : null
      })}
      {compared !== null && (
        <line
          x1={from - 1}
          x2={from + inner + 1}
          y1={y(compared)}
          y2={y(compared)}
          stroke="var(--ink)"
          strokeWidth={2}
        />
      )}
      {setAside > 0 && <path d={`M${x + width / 2} ${Math.max(2, y(known) - 14)}l5.5 10h-11z`} fill="var(--warning)" />}
    </g>
  )
}

/** Returns true when readings are missing; shares that round to 100 % count as complete. */
const isPartlyRead = (coverage: number | null): coverage is number => coverage !== null && coverage < 0.9999

interface TipProps {
  column: BarColumn
  series: readonly BarSeries[]
  /** An amount in the scale of the axis. */
  shown: (value: number | null) => string
  title: string
  leftPx: number
  isLeft: boolean
  comparedText: string | null
  texts: BarTexts
  percent: ChartFormat['percent']
}

const Tip = (props: TipProps): ReactNode => {
  const { column, series, shown, title, leftPx, isLeft, comparedText, texts, percent } = props
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-4 z-10 w-max max-w-72 rounded-part border border-line-strong bg-floating px-3 py-2 text-xs shadow-menu"
      style={isLeft ? { right: `calc(100% - ${leftPx - 40}px)` } : { left: leftPx + 24 }}
    >
      <p className="font-semibold">{title}</p>
      <p className="flex justify-between gap-4">
        <span>{texts.total}</span>
        <span className="font-medium">{shown(column.total)}</span>
      </p>
      {series.map(
        (one, index) =>
          column.values[index] != null && (
            <p key={one.key} className="flex items-center justify-between gap-4 text-quiet">
              <span className="inline-flex min-w-0 items-center gap-1.5">
                <Swatch series={one} />
                <span className="max-w-40 truncate">{texts.nameOf(one)}</span>
              </span>
              <span>{shown(column.values[index] ?? null)}</span>
            </p>
          ),
      )}
      {column.compared !== null && (
        <p className="flex justify-between gap-4 text-quiet">
          <span>{comparedText}</span>
          <span>{shown(column.compared)}</span>
        </p>
      )}
      {isPartlyRead(column.coverage) && <p className="text-unknown-text">{texts.readFor(percent(column.coverage))}</p>}
      {column.setAside > 0 && <p className="text-warning-text">{texts.setAside(column.setAside)}</p>}
    </div>
  )
}
