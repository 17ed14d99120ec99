import { axisTicks, tickGapPx } from '@busbar/charts/bars'
import type { Locale } from '@busbar/ui/locale'
import { ChartColumn } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useFormat, useLocale } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import type { BoardHistory, WidgetOf } from '../values/board.ts'
import { useBoardSource, useBoardValue } from '../values/board-context.tsx'
import { defineWidget } from './define-widget.ts'
import { MissingValue, missingOf, useDeviceText, WidgetFrame } from './widget-frame.tsx'
import { axisOf, isNamed, ticksOf } from './widgets.rules.ts'

type Bar = BoardHistory['bars'][string][number]
type BarPeriod = WidgetOf<'bars'>['settings']['per']

type DateOptions = Intl.DateTimeFormatOptions

const namesOf = ({ locale, clock }: Locale, per: BarPeriod, timeZone: string) => {
  const { minute: _minute, ...hour } = clock
  const parts: Readonly<Record<BarPeriod, DateOptions>> = { hour, day: { day: 'numeric' }, month: { month: 'short' } }
  const longFormats: Readonly<Record<BarPeriod, DateOptions>> = {
    hour: { ...clock, day: 'numeric', month: 'short' },
    day: { day: 'numeric', month: 'short' },
    month: { month: 'long', year: 'numeric' },
  }
  const [short, long] = [parts[per], longFormats[per]].map(
    (dateOptions) => new Intl.DateTimeFormat(locale, { ...dateOptions, timeZone }),
  )
  return {
    short: ({ from }: Bar): string => short?.format(new Date(from)) ?? '',
    long: ({ from }: Bar): string => long?.format(new Date(from)) ?? '',
  }
}

/** Bars of a value by interval. The current bar is pale, an incomplete one hatched, and an unknown one missing. */
const BarsWidget = ({ widget }: { widget: WidgetOf<'bars'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { value: ref, per } = widget.settings
  const one = useBoardValue(ref)
  const deviceText = useDeviceText()
  const { history } = useBoardSource()
  const bars = history?.bars[widget.id]
  const title = widget.title || (one === undefined ? dashboards.kinds.bars : one.param.name)
  const unit = one?.param.unitName
  return (
    <WidgetFrame
      title={title}
      deviceLabel={widget.title === '' && one !== undefined ? deviceText(one) : undefined}
      href={one === undefined ? undefined : `/params/${one.param.paramId}`}
      aside={<span className="text-faint">{dashboards.per[per]}</span>}
    >
      {one === undefined ? (
        <MissingValue missing={missingOf(ref)} />
      ) : bars === undefined ? (
        <ListSkeleton />
      ) : (
        <Bars bars={bars} per={per} timeZone={history?.timeZone ?? 'UTC'} unit={unit} label={title} />
      )}
    </WidgetFrame>
  )
}

interface BarsProps {
  bars: readonly Bar[]
  per: BarPeriod
  timeZone: string
  unit: string | undefined
  label: string
}

const box = { width: 360, height: 150, bottom: 18, top: 18 }
const fontPx = 11
const namesMax = 8

const Bars = ({ bars, per, timeZone, unit, label }: BarsProps): ReactNode => {
  const { dashboards } = useTexts()
  const format = useFormat()
  const { quantity } = format
  const hatchId = useId()
  const { short, long } = namesOf(useLocale(), per, timeZone)
  const axis = axisOf(bars.flatMap(({ value }) => value ?? []))
  const { ticks, unit: shownUnit, scale, widthPx: left } = axisTicks(format, ticksOf(axis), unit, fontPx)
  const y = (value: number): number =>
    box.top + ((axis.greatest - value) / (axis.greatest - axis.least)) * (box.height - box.bottom - box.top)
  const slot = (box.width - left) / Math.max(1, bars.length)
  const barText = (bar: Bar): string => {
    const value =
      bar.value === null ? dashboards.noData : quantity(bar.value, { unit, decimals: { min: 0, max: 3 }, scale })
    const notes = [bar.isRunning && dashboards.running, bar.isIncomplete && dashboards.incomplete].filter(Boolean)
    return [`${long(bar)}: ${value}`, ...notes].join(', ')
  }
  return (
    <>
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        className="min-h-0 w-full flex-1 text-[11px]"
        role="img"
        aria-label={dashboards.barsOf({ name: label, count: bars.length })}
      >
        <pattern id={hatchId} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.5" height="5" fill="var(--series-1)" />
        </pattern>
        <text x={left - tickGapPx} y={fontPx - 1} textAnchor="end" className="fill-faint">
          {shownUnit}
        </text>
        {ticks.map(({ value, label: text }) => (
          <g key={value}>
            <path d={`M${left} ${y(value)}H${box.width}`} className="stroke-line" />
            <text x={left - tickGapPx} y={y(value) + 4} textAnchor="end" className="fill-faint" data-tick={text}>
              {text}
            </text>
          </g>
        ))}
        {bars.map((bar, at) => {
          const x = left + at * slot
          const top = y(Math.max(0, bar.value ?? 0))
          return (
            <g key={bar.from}>
              <title>{barText(bar)}</title>
              <rect
                x={x}
                y={box.top}
                width={slot}
                height={box.height - box.top - box.bottom}
                className="fill-transparent"
              />
              {bar.value !== null && (
                <rect
                  x={x + slot * 0.12}
                  y={top}
                  width={slot * 0.76}
                  height={Math.max(1, y(Math.min(0, bar.value)) - top)}
                  rx="1.5"
                  fill={bar.isIncomplete ? `url(#${CSS.escape(hatchId)})` : 'var(--series-1)'}
                  stroke={bar.isIncomplete ? 'var(--series-1)' : 'none'}
                  opacity={bar.isRunning ? 0.5 : 1}
                />
              )}
              {bar.value === null && (
                <path d={`M${x + slot * 0.3} ${y(0) - 3}h${slot * 0.4}`} className="stroke-unknown" strokeWidth="2" />
              )}
              {isNamed(at, bars.length, namesMax) && (
                <text x={x + slot / 2} y={box.height - 4} textAnchor="middle" className="fill-faint">
                  {short(bar)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <ul className="sr-only">
        {bars.map((bar) => (
          <li key={bar.from}>{barText(bar)}</li>
        ))}
      </ul>
    </>
  )
}

export const bars = defineWidget({
  kind: 'bars',
  icon: ChartColumn,
  size: { width: 4, height: 4 },
  phoneClass: 'max-md:col-span-2 max-md:h-56',
  needs: 'value',
  initial: (value) => ({ value, of: 'counter', per: 'day', count: 14 }),
  firstValue: ({ value }) => value,
  isNamedByValue: true,
  fields: [{ type: 'value' }],
  look: [
    {
      type: 'choice',
      key: 'per',
      label: ({ dashboards }) => dashboards.interval,
      options: [
        ['hour', ({ dashboards }) => dashboards.per.hour],
        ['day', ({ dashboards }) => dashboards.per.day],
        ['month', ({ dashboards }) => dashboards.per.month],
      ],
    },
    {
      type: 'choice',
      key: 'of',
      label: ({ dashboards }) => dashboards.barOf,
      options: [
        ['counter', ({ dashboards }) => dashboards.ofCounter],
        ['rate', ({ dashboards }) => dashboards.ofRate],
      ],
    },
    { type: 'number', key: 'count', label: ({ dashboards }) => dashboards.barCount, min: 2, max: 62, isWhole: true },
  ],
  draw: BarsWidget,
})
