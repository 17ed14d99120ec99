import { scaleOf } from '@busbar/ui/quantity'
import { type ReactNode, useMemo, useState } from 'react'
import type { ChartFormat } from '../model/bars.ts'
import { coverageMin, labelStep } from '../model/bars.ts'
import { unreadFill } from './hatches.tsx'
import { useWidth } from './measure.ts'

/** An hour of a day. */
export interface HeatCell {
  column: number
  hour: number
  /** Position among the cells of an hour that occurs twice when clocks are set back. */
  nth: number
  of: number
  from: number
  till: number
  value: number | null
  /** Null: it is still to come. */
  coverage: number | null
}

export interface HeatDay {
  day: string
  from: number
  /** 23 or 25 where the clocks are set. */
  hours: number
}

export interface HeatGrid {
  days: HeatDay[]
  cells: HeatCell[]
  least: number
  greatest: number
}

/** Texts of a heat map, in the language of the user. */
interface HeatTexts {
  title: string
  range: (least: string, greatest: string) => string
  readFor: (share: string) => string
  /** A day on which the clocks change. */
  oddDay: (day: string, hours: number) => string
}

export interface HeatMapProps {
  heat: HeatGrid
  unit: string | null
  format: ChartFormat
  texts: HeatTexts
  /** Date below a column; of many days only the month has room. */
  shortDate: (from: number, isMonth: boolean) => string
  /** Date and hours of a cell. */
  longDate: (from: number, till: number) => string
  day: (from: number) => string
}

const [left, top, bottom] = [42, 2, 20]
const rowPx = 10
const shades = 10

/** From the ground to the accent, in so many steps. */
const shadeOf = (level: number): string =>
  `color-mix(in oklab, var(--accent) ${8 + (level / (shades - 1)) * 84}%, var(--surface))`

/** Hours against days: when energy is needed. One hue, the darker the more. */
export const HeatMap = (props: HeatMapProps): ReactNode => {
  const { heat, unit, format, texts, shortDate, longDate, day } = props
  const { amount, percent } = format
  const { ref, width } = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<HeatCell | null>(null)
  const columnPx = (width - left) / Math.max(1, heat.days.length)
  const paths = useMemo(() => pathsOf(heat, columnPx), [heat, columnPx])
  const step = labelStep(heat.days.length, width - left, heat.days.length > 40 ? 48 : 20)
  const height = top + 24 * rowPx + bottom
  const find = (offsetX: number, offsetY: number): HeatCell | null => {
    const column = Math.floor((offsetX - left) / columnPx)
    const part = (offsetY - top) / rowPx
    const found = heat.cells.filter((cell) => cell.column === column && cell.hour === Math.floor(part))
    return found[Math.min(found.length - 1, Math.floor((part % 1) * found.length))] ?? null
  }
  const odd = heat.days.filter(({ hours }, at) => at < heat.days.length - 1 && hours !== 24)
  const scale = scaleOf(unit, heat.least, heat.greatest)
  const range = texts.range(amount(heat.least, null, scale), amount(heat.greatest, unit ?? '', scale))
  return (
    <div className="px-4 pb-3">
      <div ref={ref} className="relative">
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${texts.title}. ${range}`}
            className="block"
            onPointerLeave={() => setChosen(null)}
            onPointerMove={({ nativeEvent: { offsetX, offsetY } }) => setChosen(find(offsetX, offsetY))}
          >
            {[0, 6, 12, 18].map((hour) => (
              <text
                key={hour}
                x={left - 6}
                y={top + hour * rowPx + 9}
                fontSize={11}
                textAnchor="end"
                fill="var(--faint)"
              >
                {`${String(hour).padStart(2, '0')}:00`}
              </text>
            ))}
            {paths.map(({ key, path, fill }) => (
              <path key={key} d={path} style={{ fill }} />
            ))}
            {chosen !== null && (
              <path d={cellPath(chosen, columnPx)} fill="none" stroke="var(--ink)" strokeWidth={1.5} />
            )}
            {heat.days.map(({ day: key, from }, at) =>
              at % step === 0 ? (
                <text
                  key={key}
                  x={left + (at + 0.5) * columnPx}
                  y={height - 5}
                  fontSize={11}
                  textAnchor="middle"
                  fill="var(--faint)"
                >
                  {shortDate(from, heat.days.length > 40)}
                </text>
              ) : null,
            )}
          </svg>
        )}
        {chosen !== null && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute z-10 w-max rounded-part border border-line-strong bg-floating px-3 py-2 text-xs shadow-menu"
            style={{
              top: top + chosen.hour * rowPx + 16,
              ...(chosen.column > heat.days.length / 2
                ? { right: width - left - chosen.column * columnPx + 6 }
                : { left: left + (chosen.column + 1) * columnPx + 6 }),
            }}
          >
            <p className="font-semibold">{longDate(chosen.from, chosen.till)}</p>
            <p>{amount(chosen.value, unit ?? '', scale)}</p>
            {chosen.coverage !== null && chosen.coverage < 0.9999 && (
              <p className="text-unknown-text">{texts.readFor(percent(chosen.coverage))}</p>
            )}
          </div>
        )}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-quiet">
        <span className="flex" aria-hidden="true">
          {Array.from({ length: shades }, (_, level) => level).map((level) => (
            <span key={level} className="h-2 w-3" style={{ background: shadeOf(level) }} />
          ))}
        </span>
        <span>{range}</span>
        {odd.map(({ day: key, from, hours }) => (
          <span key={key}>{texts.oddDay(day(from), hours)}</span>
        ))}
      </div>
    </div>
  )
}

const cellPath = ({ column, hour, nth, of }: HeatCell, columnPx: number): string => {
  const gap = columnPx > 5 ? 1 : 0
  const height = rowPx / of
  const [x, y] = [left + column * columnPx, top + hour * rowPx + nth * height]
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${(columnPx - gap).toFixed(1)}v${(height - 1).toFixed(1)}h${(gap - columnPx).toFixed(1)}z`
}

const levelOf = (value: number, least: number, greatest: number): number => {
  const share = greatest > least ? (value - least) / (greatest - least) : 0
  return Math.round(Math.min(1, Math.max(0, share)) * (shades - 1))
}

/** Draws one path for each shade: a year has thousands of hours. */
const pathsOf = ({ cells, least, greatest }: HeatGrid, columnPx: number) => {
  const found = new Map<string, string[]>()
  const put = (key: string, cell: HeatCell): void => {
    const list = found.get(key) ?? []
    list.push(cellPath(cell, columnPx))
    found.set(key, list)
  }
  for (const cell of cells) {
    if (cell.coverage === null) continue
    const { value } = cell
    if (value === null || cell.coverage < coverageMin) put('unread', cell)
    else put(String(levelOf(value, least, greatest)), cell)
  }
  return [...found].map(([key, list]) => ({
    key,
    path: list.join(''),
    fill: key === 'unread' ? unreadFill : shadeOf(Number(key)),
  }))
}
