import './kiosk.css'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { theme } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { LivePill } from '../live-pill.tsx'
import { Logo } from '../logo.tsx'
import { Clock } from './clock.tsx'
import { WhileLive } from './line.tsx'
import { useReloadOnUpdate } from './use-reload-on-update.ts'

export interface KioskProps {
  title: string
  /** Where several boards take turns. */
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
