import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ask } from '../../api/ask.ts'
import { paramText } from '../../params/param-text.ts'
import { useParamStates } from '../../params/use-param-states.ts'
import { useLanguage } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Count } from '../../ui/feedback/count.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Panel } from '../../ui/layout/page.tsx'
import { RowLink } from '../../ui/layout/table.tsx'

const shownMax = 20

/** Parameters that the latest poll did not get, each with why. Nothing where there is none. */
export const RefusedPanel = ({ deviceId }: { deviceId: number }): ReactNode => {
  const texts = useTexts()
  const language = useLanguage()
  const params = useQuery(ask('devices', 'params', { deviceId })).data
  const ids = useMemo(() => params?.filter(({ isTracked }) => isTracked).map(({ id }) => id) ?? [], [params])
  const states = useParamStates(deviceId, ids).data
  const failed =
    params?.flatMap((param) => {
      const { error, readOn } = states?.[param.id] ?? {}
      const isFailed = error !== undefined && (readOn === undefined || error.on > readOn) && error.reason !== 'NoValue'
      return isFailed ? [{ param, reason: error.reason }] : []
    }) ?? []
  if (failed.length === 0) return null
  return (
    <Panel title={texts.device.notGot} badge={<Count count={failed.length} look="warning" />}>
      <ul className="border-t border-line text-sm">
        {failed.slice(0, shownMax).map(({ param, reason }) => (
          <li key={param.id} className="border-b border-line px-4 py-2 last:border-b-0">
            <span className="flex items-baseline justify-between gap-3">
              <RowLink href={`/params/${param.id}`}>{paramText(param.name, language)}</RowLink>
              <span className="shrink-0 font-mono text-xs text-quiet">{param.address}</span>
            </span>
            <span className="block text-xs text-quiet">{reasonText(texts, reason)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
