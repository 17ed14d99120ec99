import { type Comparison, comparisons } from '@busbar/charts/ranges'
import { chosenStep, stepFor, stepsFor } from '@busbar/charts/tiles'
import { panned, type SpanName, spans, type TimeRange, type TimeWindow, zoomed } from '@busbar/charts/window'
import { ChevronLeft, ChevronRight, Play, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, type ButtonProps } from '../../ui/actions/button.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import type { ZoneName } from './search.rules.ts'
import { TimePicker } from './time-picker.tsx'
import type { ChartControl } from './use-chart-control.ts'

export interface TimeBarProps {
  range: TimeRange
  now: number
  control: ChartControl
  zones: Readonly<Record<ZoneName, string>>
  onRange: (range: TimeRange) => void
  /** Beside them, at the right. */
  children?: ReactNode
}

/** How much time is shown, when, beside which other time, and whether it goes on. */
export const TimeBar = ({ range, now, control, zones, onRange, children }: TimeBarProps): ReactNode => {
  const { charts } = useTexts()
  const { search, change } = control
  const names = Object.keys(spans) as SpanName[]
  const isFollowing = range.till === null
  const toSpan = (span: (typeof search)['span']): void => change({ span, from: undefined, till: undefined })
  const pan = (part: number): void => onRange(panned(range, range.spanMs * part, now))
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <div
        role="group"
        aria-label={charts.span}
        className="flex overflow-hidden rounded-part border border-line-strong max-md:w-full"
      >
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={isFollowing && typeof search.span !== 'string' && range.spanMs === spans[name]}
            onClick={() => toSpan(spans[name] / 1000)}
            className="min-h-7.5 bg-surface px-2.5 text-sm font-medium whitespace-nowrap text-quiet not-last:border-r not-last:border-line hover:bg-hover aria-pressed:bg-selected aria-pressed:text-accent max-md:min-h-10 max-md:flex-1 max-md:px-1"
          >
            {charts.spans[name]}
          </button>
        ))}
      </div>
      <TimePicker
        range={range}
        now={now}
        search={search}
        zones={zones}
        onRange={onRange}
        onSpan={toSpan}
        onZone={(zone) => change({ zone: zone === 'mine' ? undefined : zone })}
      />
      <div className="flex">
        <Tool label={charts.earlier} icon={ChevronLeft} className="rounded-r-none" onClick={() => pan(-0.5)} />
        <Tool
          label={charts.later}
          icon={ChevronRight}
          className="-ml-px rounded-none"
          disabled={isFollowing}
          onClick={() => pan(0.5)}
        />
        <Tool
          label={charts.zoomOut}
          icon={ZoomOut}
          className="-ml-px rounded-none"
          onClick={() => onRange(zoomed(range, 2, null, now))}
        />
        <Tool
          label={charts.zoomIn}
          icon={ZoomIn}
          className="-ml-px rounded-l-none"
          onClick={() => onRange(zoomed(range, 0.5, null, now))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:contents md:ml-auto">
        <Choice<Comparison | 'none'>
          label={charts.compare}
          isLabelHidden
          value={search.vs ?? 'none'}
          options={[['none', charts.notCompared], ...comparisons.map((one) => [one, charts.before[one]] as const)]}
          onChange={(vs) => change({ vs: vs === 'none' ? undefined : vs })}
        />
        <Button
          icon={Play}
          aria-pressed={isFollowing}
          className="aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:text-accent"
          onClick={() => (isFollowing ? onRange({ ...range, till: now }) : toSpan(Math.round(range.spanMs / 1000)))}
        >
          {charts.follow}
        </Button>
        {children}
      </div>
    </div>
  )
}

/** A button that shows its sign alone. */
export const Tool = ({ label, className = '', ...button }: ButtonProps & { label: string }): ReactNode => (
  <Button aria-label={label} title={label} className={`px-2 ${className}`} {...button} />
)

interface IntervalChoiceProps {
  view: TimeWindow
  widthPx: number
  /** Chosen interval; without it the width decides. */
  everySec: number | undefined
  onChange: (everySec: number | undefined) => void
}

/** Over how long a point is the mean. */
export const IntervalChoice = ({ view, widthPx, everySec, onChange }: IntervalChoiceProps): ReactNode => {
  const { charts } = useTexts()
  const { span } = useFormat()
  const isChosen = everySec !== undefined && chosenStep(view, widthPx, everySec) === everySec * 1000
  return (
    <Choice<number>
      label={charts.interval}
      isLabelHidden
      value={isChosen ? everySec : 0}
      options={[
        [0, widthPx === 0 ? charts.auto : charts.autoOf({ span: span(stepFor(view, widthPx)) })],
        ...stepsFor(view).map((stepMs) => [stepMs / 1000, span(stepMs)] as const),
      ]}
      onChange={(every) => onChange(every === 0 ? undefined : every)}
    />
  )
}
