import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useLiveStatus } from '../live/use-live.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

const tickMs = 5000
/** The service says something every five seconds; a line that is opened again in time was never dead. */
const deadMs = 30_000

/** Since when nothing has come from the service; null while something does. */
const useDeadSince = (): number | null => {
  const { heardAtMs } = useLiveStatus()
  const [openedAtMs] = useState(Date.now)
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const lastMs = heardAtMs === 0 ? openedAtMs : heardAtMs
  return nowMs - lastMs > deadMs ? lastMs : null
}

/** What is shown while the line to the service is alive; without it all of it is dimmed, and said to be old. */
export const WhileLive = ({ children }: { children: ReactNode }): ReactNode => {
  const { sharing } = useTexts()
  const { moment } = useFormat()
  const since = useDeadSince()
  return (
    <>
      {since !== null && (
        <Notice tone="critical">{sharing.dead(moment(new Date(since).toISOString(), Date.now()))}</Notice>
      )}
      <div data-line={since === null ? 'live' : 'dead'} className={since === null ? '' : 'opacity-50 grayscale'}>
        {children}
      </div>
    </>
  )
}
