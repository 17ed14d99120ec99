import { useQuery } from '@tanstack/react-query'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Picture } from '../diagrams/picture.tsx'
import type { Widget, WidgetOf } from '../values/board.ts'
import { useBoardAnswer } from '../values/board-context.tsx'
import { AlarmsWidget } from './alarms-widget.tsx'
import { BarsWidget } from './bars-widget.tsx'
import { SetpointWidget, SwitchWidget } from './control-widget.tsx'
import { GaugeWidget } from './gauge-widget.tsx'
import { MissingValue } from './missing-value.tsx'
import { NumberWidget } from './number-widget.tsx'
import { TableWidget } from './table-widget.tsx'
import { TextWidget } from './text-widget.tsx'
import { TimelineWidget } from './timeline-widget.tsx'
import { WidgetFrame } from './widget-frame.tsx'

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
