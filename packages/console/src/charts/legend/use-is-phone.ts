import { useSyncExternalStore } from 'react'

/** As in the styles: below it a phone. */
const narrow = '(max-width: 43.8rem)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for a phone's page only: a table becomes a list. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
