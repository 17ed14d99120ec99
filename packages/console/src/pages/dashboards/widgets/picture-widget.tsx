import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../../api/ask.ts'
import { Picture } from '../../../pictures/viewer/picture.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import type { WidgetOf } from '../values/board.ts'
import { useBoardAnswer } from '../values/board-context.tsx'
import { MissingValue } from './missing-value.tsx'
import { WidgetFrame } from './widget-frame.tsx'

/** A picture, live, to look at; its title leads to where it can be used. */
export const PictureWidget = ({ widget }: { widget: WidgetOf<'picture'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { visId } = widget.settings
  const answer = useBoardAnswer()
  const isGone = answer?.missing.some(({ kind, id }) => kind === 'vis' && id === String(visId)) ?? false
  const vis = useQuery({ ...ask('visualizations', 'get', { visId }), enabled: !isGone })
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
