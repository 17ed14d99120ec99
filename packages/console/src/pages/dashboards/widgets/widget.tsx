import { lazy, memo, type ReactNode, Suspense } from 'react'
import { ListSkeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Widget } from '../values/board.ts'
import { AlarmsWidget } from './alarms-widget.tsx'
import { BarsWidget } from './bars-widget.tsx'
import { SetpointWidget, SwitchWidget } from './control-widget.tsx'
import { GaugeWidget } from './gauge-widget.tsx'
import { NumberWidget } from './number-widget.tsx'
import { PictureWidget } from './picture-widget.tsx'
import { TableWidget } from './table-widget.tsx'
import { TextWidget } from './text-widget.tsx'
import { TimelineWidget } from './timeline-widget.tsx'

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
