import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useLiveStatus } from '../../data/live/use-live.ts'
import { serverNow, serverTimeOf } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const tickMs = 5000
/** The stream says something every five seconds; where there is none, pages ask often enough. A line that is opened again in time was never dead. */
const deadMs = 30_000

const answeredAtMs = (client: QueryClient): number =>
  Math.max(
    0,
    ...client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  )

/** Since when nothing has come from the service, by the stream or as an answer; null while something does. */
const useDeadSince = (): number | null => {
  const client = useQueryClient()
  const { heardAtMs } = useLiveStatus()
  const [openedAtMs] = useState(Date.now)
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const lastMs = Math.max(openedAtMs, heardAtMs, answeredAtMs(client))
  return nowMs - lastMs > deadMs ? lastMs : null
}

/** Dims its content and marks it as old while the stream is silent. */
export const WhileLive = ({ children }: { children: ReactNode }): ReactNode => {
  const { sharing } = useTexts()
  const { moment } = useFormat()
  const since = useDeadSince()
  return (
    <>
      {since !== null && (
        <Notice tone="critical">
          {sharing.dead({ since: moment(new Date(serverTimeOf(since)).toISOString(), serverNow()) })}
        </Notice>
      )}
      <div data-line={since === null ? 'live' : 'dead'} className={since === null ? '' : 'opacity-50 grayscale'}>
        {children}
      </div>
    </>
  )
}
