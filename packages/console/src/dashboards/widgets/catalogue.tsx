import { ChartLine } from 'lucide-react'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import type { Widget, WidgetKind } from '../values/board.ts'
import { alarms } from './alarms-widget.tsx'
import { bars } from './bars-widget.tsx'
import { setpoint, switchWidget } from './control-widget.tsx'
import { defineWidget, type WidgetDefinition } from './define-widget.ts'
import { gauge } from './gauge-widget.tsx'
import { number } from './number-widget.tsx'
import { picture } from './picture-widget.tsx'
import { table } from './table-widget.tsx'
import { text } from './text-widget.tsx'
import { timeline } from './timeline-widget.tsx'

/** Charts draw with a library that only dashboards with charts load. */
const ChartWidget = lazy(async () => ({ default: (await import('./chart-widget.tsx')).ChartWidget }))

const chart = defineWidget({
  kind: 'chart',
  icon: ChartLine,
  size: { width: 8, height: 7 },
  phoneClass: 'max-md:col-span-2 max-md:h-80',
  needs: 'value',
  initial: (value) => ({ values: [{ value, axis: 'left' }] }),
  firstValue: ({ values }) => values[0]?.value ?? null,
  fields: [{ type: 'lines' }],
  look: [],
  draw: ({ widget }) => (
    <Suspense fallback={<ListSkeleton />}>
      <ChartWidget widget={widget} />
    </Suspense>
  ),
})

/** All kinds of widgets, in the order in which the editor offers them. A missing kind does not compile. */
const byKind: { [K in WidgetKind]: WidgetDefinition<K> } = {
  number,
  chart,
  gauge,
  bars,
  timeline,
  switch: switchWidget,
  setpoint,
  table,
  alarms,
  picture,
  text,
}

export const widgetKinds = Object.keys(byKind) as readonly WidgetKind[]

/** Returns the definition of a kind, for settings of any kind. */
export const definitionOf = (kind: WidgetKind): WidgetDefinition => byKind[kind] as unknown as WidgetDefinition

/** A widget of any kind. It is drawn again when it is another object, or when its own values change. */
export const WidgetView = memo(({ widget }: { widget: Widget }): ReactNode => {
  const { draw: Drawn } = definitionOf(widget.kind)
  return <Drawn widget={widget} />
})
