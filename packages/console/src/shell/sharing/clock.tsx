import { type ReactNode, useEffect, useState } from 'react'
import { useLocale } from '../../data/format/use-locale.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'

const tickMs = 1000

/** The time now, to the minute, and whose it is. */
export const Clock = ({ isLarge = false }: { isLarge?: boolean }): ReactNode => {
  const zone = useOwnZone()
  const { locale, clock } = useLocale()
  const [now, setNow] = useState(() => new Date(serverNow()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(serverNow())), tickMs)
    return () => clearInterval(timer)
  }, [])
  const text = new Intl.DateTimeFormat(locale, { ...clock, timeZone: zone }).format(now)
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
