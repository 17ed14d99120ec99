import './kiosk.css'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocale } from '../../data/format/use-format.ts'
import { theme, useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { LivePill } from '../live-pill.tsx'
import { Logo } from '../logo.tsx'
import { WhileLive } from './line.tsx'
import { useReloadOnUpdate } from './use-reload-on-update.ts'

export interface KioskProps {
  title: string
  /** Rotation of several dashboards. */
  turn?: { page: number; pages: number; leftSec: number } | undefined
  isLight: boolean
  onLeave: () => void
  children: ReactNode
}

/** A board on a wall: nothing but the board, the time and whether it is live. Esc leaves. */
export const Kiosk = ({ title, turn, isLight, onLeave, children }: KioskProps): ReactNode => {
  const { sharing, common } = useTexts()
  useWakeLock()
  useReloadOnUpdate()
  useTheme(isLight ? 'light' : 'dark')
  useEscape(onLeave)
  return (
    <div data-kiosk="" className="flex min-h-dvh flex-col gap-3 bg-ground px-5 py-3">
      <title>{`${title} · ${common.appName}`}</title>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Logo className="h-6" />
        <h1 className="min-w-0">{title}</h1>
        {turn !== undefined && (
          <p className="text-sm text-faint">
            {sharing.turn({ page: turn.page + 1, pages: turn.pages, seconds: turn.leftSec })}
          </p>
        )}
        <div className="ml-auto flex items-center gap-4">
          <LivePill />
          <Clock isLarge />
        </div>
      </header>
      <main className="flex min-w-0 flex-1 flex-col gap-3">
        <WhileLive>{children}</WhileLive>
      </main>
    </div>
  )
}

/** In these colours while it is there, whatever was chosen. */
const useTheme = (scheme: 'light' | 'dark'): void => {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = scheme
    return () => {
      dataset['theme'] = theme.get()
    }
  }, [scheme])
}

const useEscape = (onEscape: () => void): void => {
  const leave = useEffectEvent(onEscape)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Keeps the screen on while the page is in sight, where the browser can. It lets go by itself when the page is hidden. */
const useWakeLock = (): void => {
  useEffect(() => {
    let isOver = false
    let wakeLock: WakeLockSentinel | null = null
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused where the battery is low; tried again when the page comes into sight.
      const lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void lock?.release()
      else wakeLock = lock
    }
    const again = (): void => void hold()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void wakeLock?.release()
    }
  }, [])
}

const tickMs = 1000

/** Current time to the minute, with its zone. */
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
