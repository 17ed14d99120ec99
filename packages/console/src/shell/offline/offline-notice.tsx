import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { retryNow } from '../../data/live/use-live.ts'
import { serverTimeOf } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useCachedSince } from './shown-again.ts'

/** Above every page that shows what was kept on this device: as of when it was known. */
export const OfflineNotice = (): ReactNode => {
  const { offline, shell } = useTexts()
  const { moment, exact } = useFormat()
  const knownAtMs = useCachedSince()
  const now = useNow()
  if (knownAtMs === null) return null
  const iso = new Date(serverTimeOf(knownAtMs)).toISOString()
  return (
    <div className="px-4 pt-4 md:px-6">
      <Notice tone="unknown">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p className="font-medium">
              <time dateTime={iso} title={exact(iso)}>
                {offline.asOf({ time: moment(iso, now) })}
              </time>
            </p>
            <p>{offline.help}</p>
          </div>
          <Button onClick={retryNow}>{shell.tryNow}</Button>
        </div>
      </Notice>
    </div>
  )
}
