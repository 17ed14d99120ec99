import { type RefObject, useEffect, useState } from 'react'
import { useTheme } from '../../data/state/preferences.ts'
import { useMedia } from '../../ui/layout/use-media.ts'

/** Returns whether an element is full screen, and a function to toggle it. Some phones do not support it. */
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

/** The colour scheme that is shown. */
export const useScheme = (): 'light' | 'dark' => {
  const theme = useTheme()
  const isSystemDark = useMedia('dark')
  if (theme !== 'system') return theme
  return isSystemDark ? 'dark' : 'light'
}
