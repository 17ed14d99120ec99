import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { useTheme } from '../../data/state/preferences.ts'

/** Whether a part of the page has the whole screen, and how it gets it. Phones of some makers do not let it. */
export const useFullScreen = (
  box: RefObject<HTMLElement | null>,
): { isFull: boolean; isPossible: boolean; toggle: () => void } => {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const listen = (): void =>
      setIsFull(document.fullscreenElement !== null && document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', listen)
    return () => document.removeEventListener('fullscreenchange', listen)
  }, [box])
  return {
    isFull,
    isPossible: document.fullscreenEnabled,
    toggle: () => void (isFull ? document.exitFullscreen() : box.current?.requestFullscreen()),
  }
}

const dark = '(prefers-color-scheme: dark)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(dark)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The colour scheme that is shown. */
export const useScheme = (): 'light' | 'dark' => {
  const theme = useTheme()
  const isSystemDark = useSyncExternalStore(subscribe, () => matchMedia(dark).matches)
  if (theme !== 'system') return theme
  return isSystemDark ? 'dark' : 'light'
}
