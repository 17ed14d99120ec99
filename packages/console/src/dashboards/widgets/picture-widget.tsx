import { useQuery } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Picture } from '../diagrams/picture.tsx'
import type { WidgetOf } from '../values/board.ts'
import { useBoardAnswer } from '../values/board-context.tsx'
import { defineWidget } from './define-widget.ts'
import { MissingValue, WidgetFrame } from './widget-frame.tsx'

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

export const picture = defineWidget({
  kind: 'picture',
  icon: Image,
  size: { width: 4, height: 4 },
  phoneClass: 'max-md:col-span-2 max-md:h-64',
  needs: 'drawing',
  initial: (_value, visId) => ({ visId }),
  firstValue: () => null,
  fields: [{ type: 'drawing' }],
  look: [],
  draw: PictureWidget,
})
