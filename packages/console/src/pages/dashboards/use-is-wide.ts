import { useSyncExternalStore } from 'react'

const wide = '(min-width: 900px)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room to edit a grid beside an inspector. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
