import { Clock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { useLiveStatus } from '../data/live/use-live.ts'
import { serverClock } from '../data/state/server-time.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { StateShape } from '../ui/feedback/state-mark.tsx'
import { linkOf } from './link.rules.ts'

const styles = {
  connecting: { tone: 'muted', box: 'border-line-strong bg-surface text-quiet' },
  live: { tone: 'ok', box: 'border-line-strong bg-surface text-quiet' },
  late: { tone: 'warning', box: 'border-warning-line bg-warning-soft text-warning-text' },
  lost: { tone: 'critical', box: 'border-critical-line bg-critical-soft text-critical-text' },
} as const

const tickMs = 1000

/** Connection state to the service, always visible. It does not describe devices. */
export const LivePill = (): ReactNode => {
  const { shell } = useTexts()
  const { number } = useFormat()
  const status = useLiveStatus()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const { link, seconds } = linkOf(status, nowMs)
  const { tone, box } = styles[link]
  const words = { connecting: shell.connecting, live: shell.live, late: shell.late, lost: shell.noConnection }
  const ago = shell.secondsAgo({ seconds: number(seconds) })
  const more = {
    connecting: '',
    live: ago,
    late: shell.lastNews({ ago }),
    lost: seconds === 0 ? '' : shell.retryIn({ seconds: number(seconds) }),
  }
  return (
    <span
      className={`inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs whitespace-nowrap ${box}`}
    >
      <StateShape tone={tone} className="size-2" />
      {/* Only a change of the word is read aloud, not every second. */}
      <span role="status">{words[link]}</span>
      {more[link] !== '' && (
        <span aria-hidden="true" className={link === 'live' ? 'text-faint max-sm:hidden' : 'max-sm:hidden'}>
          {more[link]}
        </span>
      )}
    </span>
  )
}

/** A smaller error is irrelevant: the console does not use the computer's clock. */
const errorMsMin = 10_000

/** Shows that the clock of this computer is wrong, and by how much. */
export const ComputerClock = (): ReactNode => {
  const { shell } = useTexts()
  const { span } = useFormat()
  useNow()
  const aheadMs = -serverClock.offsetMs()
  if (Math.abs(aheadMs) < errorMsMin) return null
  const by = span(Math.round(Math.abs(aheadMs) / 1000) * 1000)
  return (
    <span
      role="status"
      title={shell.computerHelp}
      className="inline-flex min-h-7 items-center gap-1.5 text-xs text-quiet max-lg:max-w-32 max-sm:hidden"
    >
      <Clock className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      {aheadMs > 0 ? shell.computerAhead({ by }) : shell.computerBehind({ by })}
    </span>
  )
}
