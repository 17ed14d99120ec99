import { type ReactNode, useEffect, useState } from 'react'
import { useLanguage, useOwnZone } from '../state/preferences.ts'

const tickMs = 1000

/** The time now, to the minute, and whose it is. */
export const Clock = ({ isLarge = false }: { isLarge?: boolean }): ReactNode => {
  const zone = useOwnZone()
  const language = useLanguage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const text = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(now)
  return (
    <span className={`flex items-baseline gap-2 whitespace-nowrap ${isLarge ? 'flex-col items-end gap-0' : ''}`}>
      <time
        dateTime={now.toISOString().slice(0, 16)}
        className={isLarge ? 'text-2xl leading-none font-medium' : 'font-medium'}
      >
        {text}
      </time>
      <span className="text-xs text-faint">{zone}</span>
    </span>
  )
}
