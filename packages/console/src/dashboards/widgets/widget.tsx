import { scaleOf } from '@busbar/ui/quantity'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, type ReactNode, Suspense, useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { isFresh, qualityOf } from '../../readings/values/quality.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Picture } from '../diagrams/picture.tsx'
import type { Widget, WidgetOf } from '../values/board.ts'
import { useBoardAnswer, useBoardValue } from '../values/board-context.tsx'
import { limitOf } from '../values/board-values.ts'
import { AlarmsWidget } from './alarms-widget.tsx'
import { BarsWidget } from './bars-widget.tsx'
import { SetpointWidget, SwitchWidget } from './control-widget.tsx'
import { NumberWidget } from './number-widget.tsx'
import { TableWidget } from './table-widget.tsx'
import { TimelineWidget } from './timeline-widget.tsx'
import {
  MissingValue,
  missingOf,
  readingOf,
  ShownValue,
  useDeviceText,
  ValueTrouble,
  WidgetFrame,
} from './widget-frame.tsx'
import { arcPath, blocksOf, fractionOf, type MarkupBlock, type MarkupRun, zonesOf } from './widgets.rules.ts'

/** Charts draw with a library of their own, which only boards with charts load. */
const ChartWidget = lazy(async () => ({ default: (await import('./chart-widget.tsx')).ChartWidget }))

const PlainWidget = ({ widget }: { widget: Widget }): ReactNode => {
  switch (widget.kind) {
    case 'number':
      return <NumberWidget widget={widget} />
    case 'chart':
      return (
        <Suspense fallback={<ListSkeleton />}>
          <ChartWidget widget={widget} />
        </Suspense>
      )
    case 'gauge':
      return <GaugeWidget widget={widget} />
    case 'bars':
      return <BarsWidget widget={widget} />
    case 'timeline':
      return <TimelineWidget widget={widget} />
    case 'switch':
      return <SwitchWidget widget={widget} />
    case 'setpoint':
      return <SetpointWidget widget={widget} />
    case 'table':
      return <TableWidget widget={widget} />
    case 'alarms':
      return <AlarmsWidget widget={widget} />
    case 'text':
      return <TextWidget widget={widget} />
    case 'picture':
      return <PictureWidget widget={widget} />
  }
}

/** A widget of any kind. It is drawn again when it is another object, or when its own values change. */
export const WidgetView = memo(PlainWidget)

/** A picture, live, to look at; its title leads to where it can be used. */
const PictureWidget = ({ widget }: { widget: WidgetOf<'picture'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { visId } = widget.settings
  const answer = useBoardAnswer()
  const isGone = answer?.missing.some(({ kind, id }) => kind === 'vis' && id === String(visId)) ?? false
  const vis = useQuery({ ...apiQuery('visualizations', 'get', { visId }), enabled: !isGone })
  return (
    <WidgetFrame
      title={widget.title || (vis.data?.name ?? dashboards.kinds.picture)}
      href={isGone ? undefined : `/pictures/${visId}`}
    >
      {isGone ? (
        <MissingValue missing={{ kind: 'vis', id: visId }} />
      ) : (
        <Picture visId={visId} className="min-h-0 flex-1 overflow-clip rounded-part" />
      )}
    </WidgetFrame>
  )
}

const scale = { x: 60, y: 62, radius: 44 }
const rim = { x: 60, y: 62, radius: 53 }
const rims = { warning: 'stroke-warning', critical: 'stroke-critical' } as const

/** A value on a scale, with the ranges that are not normal along its rim. */
const GaugeWidget = ({ widget }: { widget: WidgetOf<'gauge'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { quantity } = useFormat()
  const now = useNow()
  const { value: ref, least, greatest, limits } = widget.settings
  const one = useBoardValue(ref)
  const deviceText = useDeviceText()
  if (one === undefined) {
    return (
      <WidgetFrame title={widget.title || dashboards.kinds.gauge}>
        <MissingValue missing={missingOf(ref)} />
      </WidgetFrame>
    )
  }
  const { param, state } = one
  const limit = limitOf(limits, state.value)
  const known = state.value === undefined ? Number.NaN : Number(state.value)
  const part = Number.isFinite(known) ? fractionOf(known, least, greatest) : 0
  /** Both ends in one unit, which is named only where it has a prefix. */
  const shared = scaleOf(param.unitName, least, greatest)
  const end = (value: number): string =>
    quantity(value, { decimals: { min: 0, max: 3 }, scale: shared.power === 0 ? { power: 0, unit: '' } : shared })
  const isNow = isFresh(qualityOf(state, readingOf(one), now))
  return (
    <WidgetFrame
      title={widget.title || param.name}
      deviceLabel={widget.title === '' ? deviceText(one) : undefined}
      href={`/params/${param.paramId}`}
      tone={limit?.level ?? 'normal'}
    >
      <div className="relative mx-auto flex min-h-0 w-full max-w-64 flex-1 flex-col justify-center">
        <svg viewBox="0 0 120 76" className="max-h-full min-h-0 w-full flex-1" aria-hidden="true">
          <path d={arcPath(scale, 0, 1)} className="fill-none stroke-pressed" strokeWidth="9" />
          <path
            d={arcPath(scale, 0, part)}
            className={`fill-none ${isNow ? 'stroke-quiet' : 'stroke-line-strong'}`}
            strokeWidth="9"
          />
          {zonesOf(limits, least, greatest).map(({ from, till, level }) => (
            <path
              key={`${level} ${from} ${till}`}
              d={arcPath(rim, from, till)}
              className={`fill-none ${rims[level]}`}
              strokeWidth="2.5"
            />
          ))}
          <text x="16" y="74" className="fill-faint text-[7px]" textAnchor="middle">
            {end(least)}
          </text>
          <text x="104" y="74" className="fill-faint text-[7px]" textAnchor="middle">
            {end(greatest)}
          </text>
        </svg>
        <p
          className={`absolute inset-x-0 bottom-[8%] text-center leading-tight ${limit === null ? '' : limit.level === 'critical' ? 'text-critical-text' : 'text-warning-text'}`}
        >
          <ShownValue one={one} size="gauge" />
        </p>
      </div>
      <div className="text-center">
        <ValueTrouble one={one} />
      </div>
      <p className="sr-only">{dashboards.onScale({ least: end(least), greatest: end(greatest) })}</p>
    </WidgetFrame>
  )
}

/** A text of people, with a little markup. */
const TextWidget = ({ widget }: { widget: WidgetOf<'text'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { text } = widget.settings
  const blocks = useMemo(() => blocksOf(text), [text])
  const title = widget.title || dashboards.kinds.text
  return (
    <WidgetFrame title={title}>
      <div
        role="group"
        aria-label={title}
        tabIndex={0}
        className="-mx-3.5 flex min-h-0 flex-1 flex-col gap-2 overflow-auto px-3.5 text-base break-words text-quiet"
      >
        {blocks.map((block, at) => (
          // Blocks have no names, and none is moved.
          <BlockView key={at} block={block} />
        ))}
      </div>
    </WidgetFrame>
  )
}

const BlockView = ({ block }: { block: MarkupBlock }): ReactNode => {
  if (block.kind === 'heading') {
    return (
      <h3 className="font-semibold text-ink">
        <Runs runs={block.runs} />
      </h3>
    )
  }
  if (block.kind === 'list') {
    return (
      <ul className="list-disc pl-5">
        {block.items.map((runs, at) => (
          <li key={at}>
            <Runs runs={runs} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <p>
      {block.lines.map((runs, at) => (
        <span key={at} className="block">
          <Runs runs={runs} />
        </span>
      ))}
    </p>
  )
}

const Runs = ({ runs }: { runs: readonly MarkupRun[] }): ReactNode =>
  runs.map(({ text, look, href }, at) => {
    if (look === 'bold')
      return (
        <strong key={at} className="font-medium text-ink">
          {text}
        </strong>
      )
    if (look === 'italic') return <em key={at}>{text}</em>
    if (look === 'code')
      return (
        <code key={at} className="font-mono text-sm">
          {text}
        </code>
      )
    if (look === 'link') {
      return (
        <a
          key={at}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent underline underline-offset-3"
        >
          {text}
        </a>
      )
    }
    return text
  })
