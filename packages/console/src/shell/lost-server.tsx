import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useServerLost } from '../live/reachability-watch.ts'
import { retryNow, useLiveStatus } from '../live/use-live.ts'
import { useKnownAt } from '../offline/shown-again.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

const tickMs = 1000

/** Above every page while the service cannot be reached; where what was kept is shown, that is said instead, as of when it was known. */
export const LostServer = (): ReactNode => {
  const isKept = useKnownAt() !== null
  return useServerLost() && !isKept ? <Banner /> : null
}

const Banner = (): ReactNode => {
  const { shell } = useTexts()
  const { moment, number } = useFormat()
  const { heardAtMs, retryAtMs } = useLiveStatus()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((retryAtMs - now) / 1000))
  return (
    <div className="px-4 pt-4 md:px-6">
      <Notice tone="critical">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0">
            <strong className="font-semibold">{shell.lostServer}</strong>{' '}
            {heardAtMs > 0 && shell.shownIsFrom(moment(new Date(heardAtMs).toISOString(), now))} {shell.nothingCanBeSet}{' '}
            {/* Not read aloud every second. */}
            <span aria-hidden="true">{seconds > 0 && shell.tryingAgainIn(number(seconds))}</span>
          </p>
          <Button onClick={retryNow}>{shell.tryNow}</Button>
        </div>
      </Notice>
    </div>
  )
}
