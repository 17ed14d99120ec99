import { useSyncExternalStore } from 'react'

const wide = '(min-width: 900px)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has room for the grid of a dashboard beside the inspector. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
