import { decimalsOf } from '@busbar/ui/quantity'
import { Hash } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useExtremes } from '../../readings/values/param-states.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import type { Limit, WidgetOf } from '../values/board.ts'
import { useBoardSource, useBoardValue } from '../values/board-context.tsx'
import type { BoardValue } from '../values/board-values.ts'
import { limitOf } from '../values/board-values.ts'
import { useValueText } from '../values/value-text.ts'
import { defineWidget } from './define-widget.ts'
import { MissingValue, missingOf, ShownValue, useDeviceText, ValueTrouble, WidgetFrame } from './widget-frame.tsx'
import { trendArea, trendPath } from './widgets.rules.ts'

/** A value with its state and its last 24 hours. */
const NumberWidget = ({ widget }: { widget: WidgetOf<'number'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { value: ref, limits, hasTrend } = widget.settings
  const one = useBoardValue(ref)
  const deviceText = useDeviceText()
  const { history } = useBoardSource()
  if (one === undefined) {
    return (
      <WidgetFrame title={widget.title || dashboards.kinds.number}>
        <MissingValue missing={missingOf(ref)} />
      </WidgetFrame>
    )
  }
  const { param, state } = one
  const limit = limitOf(limits, state.value)
  const day = history?.days[param.paramId]
  const title = widget.title || param.name
  return (
    <WidgetFrame
      title={title}
      deviceLabel={widget.title === '' ? deviceText(one) : undefined}
      href={`/params/${param.paramId}`}
      tone={limit?.level ?? 'normal'}
    >
      <p
        className={`pt-0.5 ${limit === null ? '' : limit.level === 'critical' ? 'text-critical-text' : 'text-warning-text'}`}
      >
        <ShownValue one={one} size="tile" />
      </p>
      <ValueTrouble one={one} />
      {limit !== null && <LimitText one={one} limit={limit} />}
      {hasTrend && day !== undefined && (
        <>
          <DayRange one={one} least={day.least} greatest={day.greatest} />
          <Trend label={dashboards.lastDay({ name: title })} values={day.means} tone={limit?.level} />
        </>
      )}
    </WidgetFrame>
  )
}

/** In words: above this, below that, or between both. */
const LimitText = ({ one: { param }, limit: { from, till, level } }: { one: BoardValue; limit: Limit }): ReactNode => {
  const { dashboards } = useTexts()
  const text = useValueText()
  const [low, high] = [from, till].map((end) => (end === undefined ? undefined : text(param, end)))
  const words =
    low !== undefined && high !== undefined
      ? dashboards.between({ from: low, till: high })
      : low !== undefined
        ? dashboards.above({ limit: low })
        : dashboards.below({ limit: high ?? '' })
  return (
    <p className="text-xs">
      <StateMark tone={level}>{words}</StateMark>
    </p>
  )
}

interface DayRangeProps {
  one: BoardValue
  least: number | undefined
  greatest: number | undefined
}

/** From the least to the greatest of the last day, with what was read since that was asked; states have none. */
const DayRange = ({ one: { param, state }, least, greatest }: DayRangeProps): ReactNode => {
  const { dashboards } = useTexts()
  const { range } = useFormat()
  const extremes = useExtremes(
    least === undefined || greatest === undefined ? undefined : { least, greatest },
    state.value,
  )
  if (extremes === undefined || param.states !== undefined) return null
  const decimals = decimalsOf(param, Math.max(Math.abs(extremes.least), Math.abs(extremes.greatest)))
  const [low, high] = range(extremes.least, extremes.greatest, { unit: param.unitName, decimals })
  return <p className="text-xs text-faint">{dashboards.dayRange({ least: low, greatest: high })}</p>
}

const box = { width: 240, height: 48 }

const strokes = { warning: 'stroke-warning', critical: 'stroke-critical' } as const
const fills = { warning: 'fill-warning-soft', critical: 'fill-critical-soft' } as const

interface TrendProps {
  label: string
  values: readonly (number | null)[]
  /** Tone of an abnormal value. */
  tone?: keyof typeof strokes | undefined
}

const PlainTrend = ({ label, values, tone }: TrendProps): ReactNode => (
  <svg
    viewBox={`0 0 ${box.width} ${box.height}`}
    preserveAspectRatio="none"
    className="mt-1.5 min-h-8 w-full flex-1"
    role="img"
    aria-label={label}
  >
    <path d={trendArea(values, box)} className={tone === undefined ? 'fill-hover' : fills[tone]} />
    <path
      d={trendPath(values, box)}
      className={`fill-none ${tone === undefined ? 'stroke-faint' : strokes[tone]}`}
      strokeWidth="1.5"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)

/** The course of a value in the last day; it takes the room that is left. It changes seldom, while its value changes all the time. */
const Trend = memo(PlainTrend)

export const number = defineWidget({
  kind: 'number',
  icon: Hash,
  size: { width: 3, height: 4 },
  phoneClass: 'max-md:min-h-44',
  needs: 'value',
  initial: (value) => ({ value, hasTrend: true, limits: [] }),
  firstValue: ({ value }) => value,
  isNamedByValue: true,
  fields: [{ type: 'value' }],
  look: [{ type: 'checkbox', key: 'hasTrend', label: ({ dashboards }) => dashboards.hasTrend }],
  draw: NumberWidget,
})
