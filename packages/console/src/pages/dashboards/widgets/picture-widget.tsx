import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ask } from '../../../api/ask.ts'
import { serviceLanguage, useLanguage } from '../../../state/preferences.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { errorText } from '../../../ui/feedback/error-text.ts'
import { ListSkeleton } from '../../../ui/feedback/skeleton.tsx'
import type { WidgetOf } from '../values/board.ts'
import { useBoardAnswer } from '../values/board-context.tsx'
import { filledSvg } from './filled-svg.ts'
import { MissingValue } from './missing-value.tsx'
import { WidgetFrame } from './widget-frame.tsx'

const secondMs = 1000

/** A visualization with its values. It is an image, so that nothing in it can act, whatever was drawn. */
export const PictureWidget = ({ widget }: { widget: WidgetOf<'picture'> }): ReactNode => {
  const texts = useTexts()
  const { dashboards } = texts
  const { visId } = widget.settings
  const lang = serviceLanguage(useLanguage())
  const answer = useBoardAnswer()
  const isGone = answer?.missing.some(({ kind, id }) => kind === 'vis' && id === String(visId)) ?? false
  const vis = useQuery({ ...ask('visualizations', 'get', { visId }), enabled: !isGone })
  const data = useQuery({
    ...ask('visualizations', 'data', { visId, lang }),
    enabled: !isGone,
    refetchInterval: (vis.data?.updatePeriodSec ?? 30) * secondMs,
  })
  const source = vis.data?.source
  const address = useMemo(
    () =>
      source === undefined ? null : `data:image/svg+xml,${encodeURIComponent(filledSvg(source, data.data ?? {}))}`,
    [source, data.data],
  )
  const title = widget.title || (vis.data?.name ?? dashboards.kinds.picture)
  return (
    <WidgetFrame title={title}>
      {isGone ? (
        <MissingValue missing={{ kind: 'vis', id: visId }} />
      ) : vis.error !== null ? (
        <p className="text-sm text-quiet">{errorText(texts, vis.error)}</p>
      ) : address === null || data.data === undefined ? (
        <ListSkeleton />
      ) : (
        <>
          <img
            src={address}
            alt={title}
            className="min-h-0 w-full flex-1 rounded-part bg-surface object-contain [color-scheme:light]"
          />
          <dl className="sr-only">
            {Object.entries(data.data)
              .filter(([code]) => !code.includes('.'))
              .map(([code, text]) => (
                <div key={code}>
                  <dt>{code}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
          </dl>
        </>
      )}
    </WidgetFrame>
  )
}
